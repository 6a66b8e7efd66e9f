import { expect, test } from "vitest";
import { parseQuery } from "../../worker/contract/query.ts";
import { cacheKeys } from "../../worker/edge/cache-key.ts";

const SITE = "https://marquee.test";
const keyOf = (address: string, source = "upstream") =>
  cacheKeys(SITE, [source]).answer(parseQuery(new URLSearchParams(address)));

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

test("another source, or another source of images, finds nothing of the one before", () => {
  const query = parseQuery(new URLSearchParams("id=7"));
  const page = new URL("/title/7/a-1999", SITE);
  const sources = [
    ["one.example/v1/", ""],
    ["other.example/v1/", ""],
    ["one.example/v1/", "https://i.example/"],
  ];
  const keys = sources.flatMap((source) => {
    const of = cacheKeys(SITE, source);
    return [of.answer(query), of.record(7, "en"), of.page(page, "build")];
  });
  expect(new Set(keys).size).toBe(keys.length);
});

test("a source cannot be spelt so that it reads as another", () => {
  const sources = [
    ["a/b", "c"],
    ["a", "b/c"],
  ];
  const [one, other] = sources.map((source) => cacheKeys(SITE, source).record(7, "en"));
  expect(one).not.toBe(other);
});

test("keys are addresses of the site's own host, on a path where the site has nothing", () => {
  const { pathname, origin } = new URL(keyOf("id=7"));
  expect(origin).toBe(SITE);
  expect(pathname).toMatch(/^\/\.marquee\/cache\//);
});
