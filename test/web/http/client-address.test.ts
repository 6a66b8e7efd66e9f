import { describe, expect, test } from "vitest";
import { addressBlock, clientNetwork } from "../../../worker/web/http/client-address.ts";

describe("addressBlock()", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0::1", "2001:db8:0:0::/64"],
    ["2001:db8:1::2:3:4:5", "2001:db8:1:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ["1:2:3:4:5:6:192.0.2.7", "1:2:3:4::/64"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    [" 192.0.2.7 ", "192.0.2.7"],
  ])("maps %s to %s", (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });

  test("returns the same block only within an IPv6 network", () => {
    expect(addressBlock("2001:db8::1:2:3:4")).toBe(addressBlock("2001:db8:0::ffff"));
    expect(addressBlock("2001:db8:0:1::1")).not.toBe(addressBlock("2001:db8:0:2::1"));
  });
});

describe("clientNetwork()", () => {
  const readNetwork = (address?: string) =>
    clientNetwork(
      new Request("https://m.example/", {
        headers: address === undefined ? {} : { "CF-Connecting-IP": address },
      }),
    );

  test.each([
    ["203.0.113.7", "203.0.113.0/24"],
    ["2001:0DB8:7:1::1", "2001:db8:7::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["::ffff:203.0.113.7", "203.0.113.0/24"],
  ])("maps %s to %s", (address, network) => {
    expect(readNetwork(address)).toBe(network);
  });

  test.each([undefined, "", "unknown", "x203.0.113.7", "203.0.113.7x", "2001:db8::g", "a".repeat(40), "7"])(
    "returns undefined for %j",
    (address) => {
      expect(readNetwork(address)).toBeUndefined();
    },
  );
});
