import { expect, test } from "vitest";
import { addVersion } from "../../worker/http/headers.ts";

function headersOf(tag: string): Headers {
  const headers = new Headers();
  addVersion(headers, { id: "6b3f", tag, timestamp: "2026-01-01T00:00:00Z" });
  return headers;
}

test("an answer names the version that gave it", () => {
  expect(headersOf("").get("Marquee-Version")).toBe("6b3f");
});
