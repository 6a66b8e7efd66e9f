import { describe, expect, test } from "vitest";
import { formOf, keyDigest, newKey } from "../../worker/contract/key.ts";

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

describe("a caller's key", () => {
  test("is prefixed, of one length and its own every time", () => {
    const keys = Array.from({ length: 200 }, () => newKey(random));
    expect(keys.every((key) => /^marquee_[0-9A-Za-z]{38}$/.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(200);
    expect(keys.every((key) => formOf(key) === "whole")).toBe(true);
  });

  test("is told from the same key with any one character changed, lost or doubled", () => {
    const key = newKey(random);
    for (let at = "marquee_".length; at < key.length; at++) {
      const [before, character, after] = [key.slice(0, at), key.charAt(at), key.slice(at + 1)];
      const other = character === "a" ? "b" : "a";
      for (const typo of [before + other + after, before + after, before + character + character + after]) {
        expect([typo, formOf(typo)]).toEqual([typo, "mistyped"]);
      }
    }
  });

  test("ends in the CRC-32 of its digits, in base 62", () => {
    // crc32("00000000000000000000000000000000") = 0xa0f292d0, by zlib.
    expect(newKey((length) => new Uint8Array(length))).toBe(`marquee_${"0".repeat(32)}2wjyrI`);
  });

  test("takes no byte that would make one digit likelier than another", () => {
    const bytes = [255, 248, 61].map((byte) => new Uint8Array(32).fill(byte));
    expect(newKey(() => bytes.shift() ?? expect.fail())).toContain("z".repeat(32));
  });

  test("of another make is not called mistyped", () => {
    expect(formOf("test-key-1")).toBe("foreign");
  });

  test("is known by its SHA-256", async () => {
    const digest = await keyDigest("abc");
    expect([...digest.subarray(0, 4)]).toEqual([0xba, 0x78, 0x16, 0xbf]);
  });
});
