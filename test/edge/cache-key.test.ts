import { expect, test } from "vitest";
import { parseQuery } from "../../worker/contract/query.ts";
import { cacheKey } from "../../worker/edge/cache-key.ts";

const keyOf = (address: string, origin = "upstream") =>
  cacheKey(parseQuery(new URLSearchParams(address)), origin);

test.each([
  ["order", "q=alien&category=search", "category=search&q=alien"],
  ["white space", "category=search&q=the+++matrix", "category=search&q=the%20matrix"],
  ["the default language", "category=search&q=alien&lang=en-GB", "category=search&q=alien"],
  ["an empty filter", "category=search&q=alien&f=", "category=search&q=alien"],
  ["an unknown parameter", "category=search&q=alien&utm=1", "category=search&q=alien"],
  ["a caller's key", "category=credits&id=7&api_key=abc", "id=7"],
])("%s makes no other key", (_, one, other) => {
  expect(keyOf(one)).toBe(keyOf(other));
});

test("what decides the answer makes another key", () => {
  const addresses = [
    "category=search&q=alien",
    "category=search&q=alien&f=1979",
    "category=search&q=alien&f=movie",
    "category=search&q=alien&lang=fr",
    "category=search&q=alien&page=1",
    "category=search&q=alien&limit=5",
    "category=search&q=alien&include_adult=1",
    "category=search&q=aliens",
    "id=7",
    "id=8",
    "id=7&lang=fr",
  ];
  const keys = [...addresses.map((address) => keyOf(address)), keyOf("id=7", "catalog")];
  expect(new Set(keys).size).toBe(keys.length);
});

test("a new version of an origin's contents leaves the old answers behind", () => {
  const query = parseQuery(new URLSearchParams("id=7"));
  expect(cacheKey(query, "catalog", "a")).not.toBe(cacheKey(query, "catalog", "b"));
});
