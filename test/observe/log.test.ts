import { describe, expect, test } from "vitest";
import { formatLine, type LogLine, logFor } from "../../worker/log.ts";

describe("a log line", () => {
  test("is one line of JSON, its event first", () => {
    const line = formatLine({ event: "origin-failed", reason: 'two\nlines and "quotes"' });
    expect(line).toMatch(/^\{"event":"origin-failed",/);
    expect(line).not.toContain("\n");
    expect(JSON.parse(line)).toEqual({ event: "origin-failed", reason: 'two\nlines and "quotes"' });
  });

  test.each([
    "connect to https://up.example/v1/?api_key=CANARY&q=alien failed",
    "https://up.example/v1/?q=alien&API_KEY=CANARY",
    'fetch("https://up.example/v1/?api_key=CANARY")',
    "https%3A%2F%2Fup.example%2F%3Fapi_key%3DCANARY",
  ])("never holds the value of an api_key: %s", (reason) => {
    const line = formatLine({ event: "origin-failed", reason });
    expect(line).not.toContain("CANARY");
    expect(line).toContain("up.example");
  });

  test("is not as long as what it quotes", () => {
    expect(formatLine({ event: "origin-failed", reason: "x".repeat(100_000) }).length).toBeLessThan(600);
  });

  test("says which request it belongs to", () => {
    const lines: LogLine[] = [];
    logFor("req-12345", (line) => lines.push(line))({ event: "cache-failed", operation: "put" });
    expect(lines).toEqual([{ event: "cache-failed", operation: "put", requestId: "req-12345" }]);
  });
});
