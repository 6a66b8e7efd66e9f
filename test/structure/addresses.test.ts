/** The table of addresses, held to what routes, documents and the log make of it. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  ADDRESSES,
  type Address,
  kindOf,
  matchAddress,
  pathOf,
  routeName,
} from "../../worker/routes/addresses.ts";

const TABLE: readonly (readonly [string, Address])[] = Object.entries(ADDRESSES);
const VALUES = {
  id: 603,
  slug: "the-matrix-1999",
  type: "internal",
  part: 1,
  width: 240,
  path: "a.jpg",
  source: "imdb",
};
const at = (path: string) => new URL(path, "https://marquee.example");

describe.each(TABLE)("the address %s", (_, address) => {
  const paths = [pathOf(address, VALUES), ...(address.isLocalized ? [`/fr${pathOf(address, VALUES)}`] : [])];

  test("is found again by its path, with the values of its segments", () => {
    for (const path of paths) {
      const matched = matchAddress(at(path));
      expect(matched?.address).toBe(address);
      for (const [name, value] of Object.entries(matched?.values ?? {})) {
        expect(value).toBe(String(Object(VALUES)[name]));
      }
      expect(kindOf(at(path), matched)).toBe(address.kind);
    }
  });

  test("has a name in the log with nothing of a caller's in it", () => {
    for (const path of paths) {
      expect(routeName(at(path), matchAddress(at(path)))).toBe(address.path.replaceAll(/:(\w+)\+?/g, "{$1}"));
    }
  });

  test("is documented", () => {
    const path = address.path.replaceAll(/:(\w+)\+?/g, "{$1}");
    expect(readFileSync("docs/ARCHITECTURE.md", "utf8")).toContain(`\`${path}\``);
  });
});

test.each([
  ["/v1/nothing", "api"],
  ["/healthz/x", "api"],
  ["/images/nothing", "image"],
  ["/nothing", "page"],
  ["/v1x", "page"],
])("what is at no address is of the kind of what it is below: %s is %s", (path, kind) => {
  expect(matchAddress(at(path))).toBeNull();
  expect(kindOf(at(path), null)).toBe(kind);
  expect(routeName(at(path), null)).toBe("elsewhere");
});
