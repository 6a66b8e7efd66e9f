import { describe, expect, test, vi } from "vitest";
import { consoleLog, redactKeys } from "../../worker/log.ts";

describe("consoleLog()", () => {
  test("logs an object whose fields can be indexed", () => {
    const printed = vi.spyOn(console, "log").mockImplementation(() => {});
    consoleLog({ event: "origin-failed", reason: 'two\nlines and "quotes"', status: 502 });
    expect(printed.mock.calls).toEqual([
      [{ event: "origin-failed", reason: 'two\nlines and "quotes"', status: 502 }],
    ]);
    printed.mockRestore();
  });

  test.each([
    "connect to https://up.example/v1/?api_key=CANARY&q=alien failed",
    "https://up.example/v1/?q=alien&API_KEY=CANARY",
    'fetch("https://up.example/v1/?api_key=CANARY")',
    "https%3A%2F%2Fup.example%2F%3Fapi_key%3DCANARY",
  ])("removes the value of an api_key: %s", (reason) => {
    const line = redactKeys({ event: "origin-failed", reason }).reason;
    expect(line).not.toContain("CANARY");
    expect(line).toContain("up.example");
  });

  test("shortens a long string", () => {
    const { reason } = redactKeys({ event: "origin-failed", reason: "x".repeat(100_000) });
    expect(String(reason).length).toBeLessThan(600);
  });
});
