import { describe, expect, test } from "vitest";
import { UsageError } from "../../../tools/options.ts";
import { callerAddress, isLoopback, parseProxies } from "../../../tools/serve/proxies.ts";

const trusted = parseProxies("127.0.0.1, 10.0.0.0/8, fd00::/8");

describe("callerAddress()", () => {
  test.each([
    ["203.0.113.7", { "x-forwarded-for": "192.0.2.1", "cf-connecting-ip": "192.0.2.1" }, "203.0.113.7"],
    ["127.0.0.1", {}, "127.0.0.1"],
    ["127.0.0.1", { "x-forwarded-for": "192.0.2.1" }, "192.0.2.1"],
    ["::ffff:127.0.0.1", { "x-forwarded-for": "192.0.2.1, 203.0.113.7" }, "203.0.113.7"],
    ["127.0.0.1", { "x-forwarded-for": "192.0.2.1, 203.0.113.7, 10.1.2.3" }, "203.0.113.7"],
    ["fd00::1", { "x-forwarded-for": "2001:db8::1" }, "2001:db8::1"],
    ["127.0.0.1", { "cf-connecting-ip": "192.0.2.1" }, "192.0.2.1"],
    ["127.0.0.1", { "x-forwarded-for": "203.0.113.7", "cf-connecting-ip": "192.0.2.1" }, "203.0.113.7"],
    ["127.0.0.1", { "x-forwarded-for": "unknown" }, "127.0.0.1"],
  ])("returns the caller of %s with %o: %s", (peer, headers, caller) => {
    expect(callerAddress(peer, headers, trusted)).toBe(caller);
  });
});

describe("parseProxies()", () => {
  test.each(["proxy.example", "10.0.0.0/33", "10.0.0.0/8/8", "::1/129", "10.0.0.0/x"])(
    "rejects %s",
    (text) => {
      expect(() => parseProxies(text)).toThrow(UsageError);
    },
  );
});

describe("isLoopback()", () => {
  test.each([
    ["127.0.0.1", true],
    ["127.9.9.9", true],
    ["::1", true],
    ["0.0.0.0", false],
    ["::", false],
    ["192.0.2.1", false],
  ])("returns for %s: %s", (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
