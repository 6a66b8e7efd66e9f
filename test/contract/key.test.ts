import { describe, expect, test } from "vitest";
import { createKey, digestKey } from "../../worker/contract/key.ts";

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

describe("createKey()", () => {
  test("returns unique keys of the documented format", () => {
    const keys = Array.from({ length: 200 }, () => createKey(random));
    expect(keys.every((key) => /^marquee_[0-9A-Za-z]{32}$/.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(200);
  });

  test("skips bytes that would make some characters more likely", () => {
    const bytes = [255, 248, 61].map((byte) => new Uint8Array(32).fill(byte));
    expect(createKey(() => bytes.shift() ?? expect.fail())).toContain("z".repeat(32));
  });
});

describe("digestKey()", () => {
  test("returns the SHA-256 hash", async () => {
    const digest = await digestKey("abc");
    expect([...digest.subarray(0, 4)]).toEqual([0xba, 0x78, 0x16, 0xbf]);
  });
});
