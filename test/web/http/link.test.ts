import { describe, expect, test } from "vitest";
import { parseSearch } from "../../../worker/contract/query.ts";
import { searchLinks } from "../../../worker/resources/search-and-credits.ts";

function links(text: string, more: boolean): string[] {
  return searchLinks(parseSearch(new URLSearchParams(text)), more).split(", ");
}

describe("searchLinks()", () => {
  test("returns links to the first, previous and next page", () => {
    expect(links("category=search&q=a&page=3&limit=5", true)).toEqual([
      '</v1/?category=search&q=a&page=1&limit=5&lang=en>; rel="first"',
      '</v1/?category=search&q=a&page=2&limit=5&lang=en>; rel="prev"',
      '</v1/?category=search&q=a&page=4&limit=5&lang=en>; rel="next"',
    ]);
  });

  test("omits pages before the first and after the last", () => {
    expect(links("category=search&q=a&page=2", false).join()).not.toContain('rel="next"');
    expect(links("category=search&q=a", true).join()).not.toContain('rel="prev"');
  });

  test("omits the API key and escapes the query", () => {
    const [first] = links("category=search&q=%3E%2C%22&f=1999&api_key=secret", false);
    expect(first).toBe('</v1/?category=search&q=%3E%2C%22&f=1999&page=1&limit=20&lang=en>; rel="first"');
  });
});
