/** Compares the route table with the routes, the documents and the operation names in the log. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  ADDRESSES,
  type Address,
  addressKind,
  canonicalUrl,
  formatPath,
  matchAddress,
  routeName,
} from "../../worker/web/addresses.ts";

const TABLE: readonly (readonly [string, Address])[] = Object.entries(ADDRESSES);
const VALUES = {
  id: 603,
  slug: "the-matrix-1999",
  type: "internal",
  part: 1,
  width: 240,
  path: "a.jpg",
  source: "imdb",
  season: 2,
  size: "w500",
  file: "a.jpg",
  of: "title",
};
const at = (path: string) => new URL(path, "https://marquee.example");

describe.each(TABLE)("route %s", (_, address) => {
  const paths = [
    formatPath(address, VALUES),
    ...(address.isLocalized ? [`/fr${formatPath(address, VALUES)}`] : []),
  ];

  test("matches its path and returns the values of the segments", async () => {
    for (const path of paths) {
      const matched = await matchAddress(at(path));
      expect(matched?.address).toBe(address);
      for (const [name, value] of Object.entries(matched?.values ?? {})) {
        expect(value).toBe(String(Object(VALUES)[name]));
      }
      expect(addressKind(at(path), matched)).toBe(address.kind);
    }
  });

  test("omits values from its name in the log", async () => {
    for (const path of paths) {
      expect(routeName(at(path), await matchAddress(at(path)))).toBe(
        address.path.replaceAll(/:(\w+)\+?/g, "{$1}"),
      );
    }
  });

  test("is documented", () => {
    const path = address.path.replaceAll(/:(\w+)\+?/g, "{$1}");
    expect(readFileSync("docs/ARCHITECTURE.md", "utf8")).toContain(`\`${path}\``);
  });
});

describe("route table", () => {
  test.each([
    ["/?utm_source=x", "/"],
    ["/search?utm_source=x&q=the&page=2", "/search?q=the&page=2"],
    ["/fr/search?exact=1&f=1999&q=%20the", "/fr/search?q=+the&f=1999&exact=1"],
    ["/search?city=us&q=a&x=1&q=b", "/search?q=a&q=b"],
    ["/browse?x=1&sort=year&f=movie&q=the", "/browse?f=movie&sort=year"],
    [
      "/browse?language=fr&country=us&kind=movie&year=1999",
      "/browse?kind=movie&year=1999&country=us&language=fr",
    ],
    ["/search?page=2&exact=1&sort=year&q=a", "/search?q=a&sort=year&exact=1&page=2"],
    ["/title/7/a-1999?from=elsewhere", "/title/7/a-1999"],
    ["/title/7/a-1999?from=elsewhere&watch=DE", "/title/7/a-1999?watch=DE"],
    ["/title/7/a-1999?watch=XX&watch=de&watch=US&watch=DE", "/title/7/a-1999?watch=US"],
    ["/title/7/a-1999?watch=EU", "/title/7/a-1999"],
    ["/sitemaps/1.xml?from=elsewhere", "/sitemaps/1.xml"],
  ])("keeps only the parameters that the page reads: %s becomes %s", async (asked, read) => {
    const address = (await matchAddress(at(asked)))?.address ?? expect.fail("no address");
    expect(canonicalUrl(at(asked), address).href).toBe(at(read).href);
  });

  test.each([
    ["/v1/nothing", "api"],
    ["/healthz/x", "api"],
    ["/images/nothing", "image"],
    ["/t/p/nothing", "image"],
    ["/t/p/%2e%2e/3/movie/603", "image"],
    ["/3", "tmdb"],
    ["/nothing", "page"],
    ["/v1x", "page"],
  ])("assigns unknown paths the kind of their prefix: %s is %s", async (path, kind) => {
    expect(await matchAddress(at(path))).toBeNull();
    expect(addressKind(at(path), null)).toBe(kind);
    expect(routeName(at(path), null)).toBe("unmatched");
  });
});
