import { describe, expect, test } from "vitest";
import { readQuery } from "../../worker/contract/parameters.ts";
import {
  CREDITS,
  formatCreditsQuery,
  formatSearchQuery,
  parseCategory,
  parseSearch,
} from "../../worker/contract/query.ts";
import { createCacheKeys } from "../../worker/resources/keys.ts";

const SITE = "https://marquee.test";
const keyOf = (address: string, source = "upstream") => {
  const values = new URLSearchParams(address);
  const isSearch = parseCategory(values) === "search";
  const query = isSearch
    ? formatSearchQuery(parseSearch(values))
    : formatCreditsQuery(readQuery(CREDITS, values));
  return createCacheKeys(SITE, []).resource("made-up", source, query);
};

describe("createCacheKeys().resource()", () => {
  test.each([
    ["order", "q=alien&category=search", "category=search&q=alien"],
    ["white space", "category=search&q=the+++matrix", "category=search&q=the%20matrix"],
    ["the default language", "category=search&q=alien&lang=en-GB", "category=search&q=alien"],
    ["an empty filter", "category=search&q=alien&f=", "category=search&q=alien"],
    ["an unknown parameter", "category=search&q=alien&utm=1", "category=search&q=alien"],
    ["a caller's key", "category=credits&id=7&api_key=abc", "id=7"],
  ])("ignores %s", (_, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  test("differs for every parameter that affects the response", () => {
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

  test("escapes slashes in its parts", () => {
    const { resource } = createCacheKeys(SITE, []);
    expect(resource("a", "b/c", "")).not.toBe(resource("a/b", "c", ""));
  });

  test("returns a URL on the site's host below a reserved path", () => {
    const { pathname, origin } = new URL(keyOf("id=7"));
    expect(origin).toBe(SITE);
    expect(pathname).toMatch(/^\/\.marquee\/cache\//);
  });
});

describe("createCacheKeys().page()", () => {
  test("differs by data and image source", () => {
    const page = new URL("/title/7/a-1999", SITE);
    const sources = [
      ["one.example/v1/", ""],
      ["other.example/v1/", ""],
      ["one.example/v1/", "https://i.example/"],
    ];
    const keys = sources.map((source) => createCacheKeys(SITE, source).page(page, "build"));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("differs by host, URL and build", () => {
    const keyOfPage = (address: string, build = "build") =>
      createCacheKeys(SITE, ["a"]).page(new URL(address), build);
    const title = "https://marquee.test/title/7/a-1999";
    const others = [
      keyOfPage(title, "another"),
      keyOfPage("https://other.test/title/7/a-1999"),
      keyOfPage("https://marquee.test/search?q=a"),
      keyOfPage("https://marquee.test/search?q=a&page=2"),
    ];
    expect(new Set([keyOfPage(title), ...others]).size).toBe(others.length + 1);
  });

  test("escapes slashes in source names", () => {
    const sources = [
      ["a/b", "c"],
      ["a", "b/c"],
    ];
    const page = new URL("/title/7/a-1999", SITE);
    const [one, other] = sources.map((source) => createCacheKeys(SITE, source).page(page, "build"));
    expect(one).not.toBe(other);
  });
});
