import { expect, test } from "vitest";
import { parseRetryAfter } from "../../../worker/origins/transport/exchange.ts";

const NOW = Date.UTC(2026, 9, 1, 12, 0, 0);

test.each([
  ["0", 0],
  ["5", 5_000],
  ["60", 60_000],
  ["86400", 60_000],
  ["99999999999999999999", 60_000],
  ["Thu, 01 Oct 2026 12:00:07 GMT", 7_000],
  ["Fri, 02 Oct 2026 12:00:00 GMT", 60_000],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
])("%s is %i milliseconds", (text, ms) => {
  expect(parseRetryAfter(text, NOW)).toBe(ms);
});

test.each([null, "", "-5", "1.5", "soon", "2026-10-01", "Thu, nonsense"])("%j says nothing", (text) => {
  expect(parseRetryAfter(text, NOW)).toBeNull();
});
