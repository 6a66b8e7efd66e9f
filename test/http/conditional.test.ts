import { expect, test } from "vitest";
import { noneMatch } from "../../worker/http/caching.ts";

const TAG = '"abc"';

function asked(condition: string | null): boolean {
  const headers: HeadersInit = condition === null ? {} : { "If-None-Match": condition };
  return noneMatch(new Request("https://marquee.example/v1/", { headers }), TAG);
}

test.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc" , "y"', "*", " * ", '"x",\t"abc"'])(
  "%s names the stored answer, so nothing is sent (RFC 9110 section 13.1.2)",
  (condition) => expect(asked(condition)).toBe(false),
);

test.each([null, '"x"', "abc", '"ab', '""', '"abc d"', 'XW/"ab"', '"W/abc"', '"*"', "**"])(
  "%s does not",
  (condition) => expect(asked(condition)).toBe(true),
);
