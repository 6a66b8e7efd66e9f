import { describe, expect, test } from "vitest";
import { Problem } from "../../worker/contract/problem.ts";
import { checkSize } from "../../worker/http/request-limits.ts";

function refused(address: string, headers: Record<string, string>): string | null {
  try {
    checkSize(new Request(address, { headers }));
    return null;
  } catch (thrown) {
    return thrown instanceof Problem ? thrown.type : String(thrown);
  }
}

function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`x-header-${at}`, "1"]));
}

const HOME = "https://m.example/";

describe("a request", () => {
  test.each<[string, string, Record<string, string>, string | null]>([
    ["of 2,048 bytes of address", HOME.padEnd(2_048, "x"), {}, null],
    ["of one byte more", HOME.padEnd(2_049, "x"), {}, "address-too-long"],
    ["of 100 headers", HOME, many(100), null],
    ["of 101 headers", HOME, many(101), "headers-too-large"],
    ["of 32 KiB of headers", HOME, { cookie: "c".repeat(32 * 1024 - 6) }, null],
    ["of 2,048 letters that take more bytes each", `${HOME}?q=`.padEnd(1_500, "é"), {}, "address-too-long"],
    ["of 32 KiB in the names of headers", HOME, { ["x".repeat(32 * 1024 - 1)]: "11" }, "headers-too-large"],
    ["of one byte more of headers", HOME, { cookie: "c".repeat(32 * 1024 - 5) }, "headers-too-large"],
  ])("%s", (_name, address, headers, problem) => {
    expect(refused(address, headers)).toBe(problem);
  });
});
