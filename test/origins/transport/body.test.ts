import { describe, expect, test } from "vitest";
import { checkNesting, readJson } from "../../../worker/origins/transport/body.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** In pieces, as a body comes from outside. */
function body(...pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: "bytes",
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === "string" ? bytes(piece) : piece);
      controller.close();
    },
  });
}

test("a body is read whole, whatever pieces it comes in", async () => {
  const [first, second] = [bytes("é").slice(0, 1), bytes("é").slice(1)];
  expect(await readJson(body('[{"a":"', first, second, '"}', "]"))).toEqual([{ a: "é" }]);
  const long = JSON.stringify(Array.from({ length: 20_000 }, (_, number) => number));
  expect(JSON.stringify(await readJson(body(long.slice(0, 70_000), long.slice(70_000))))).toBe(long);
});

test("a byte order mark is no part of it", async () => {
  expect(await readJson(body("\uFEFF[]"))).toEqual([]);
});

test.each([
  ["nothing", body()],
  ["HTML", body("<h1>Hello</h1>")],
  ["a part of an array", body('[{"id":1}')],
  ["invalid UTF-8", body('["', new Uint8Array([0xc3, 0x28]), '"]')],
  ["UTF-8 that breaks off", body('["', new Uint8Array([0xc3]))],
])("%s is not JSON", async (_, stream) => {
  await expect(readJson(stream)).rejects.toMatchObject({ reason: "not-json" });
});

test("more bytes than allowed are not read", async () => {
  await expect(readJson(body('"123456', '789"'), 10)).rejects.toMatchObject({ reason: "too-large" });
  expect(await readJson(body('"12345678"'), 10)).toBe("12345678");
});

test("a body that breaks off is truncated, even where what came is JSON", async () => {
  const breaking = new ReadableStream({
    type: "bytes",
    pull(controller) {
      controller.error(new Error("connection lost to 10.0.0.1"));
    },
  });
  await expect(readJson(breaking)).rejects.toMatchObject({ reason: "truncated", message: "truncated" });
});

describe("nesting", () => {
  test("of the contract's depth and number is let through", () => {
    checkNesting(bytes(`[${'{"a":[]},'.repeat(40_000)}{}]`));
    checkNesting(bytes(`${"[".repeat(32)}${"]".repeat(32)}`));
  });

  test("counts no brackets in strings", () => {
    checkNesting(bytes(`["${"[".repeat(100)}\\"${"{".repeat(100)}", "\\\\"]`));
  });

  test.each([
    ["too deep", "[".repeat(33)],
    ["too deep after a string that ends in a backslash", `"\\\\"${"[".repeat(33)}`],
    ["too many", "[],".repeat(100_001)],
  ])("that is %s is refused", (_, json) => {
    expect(() => checkNesting(bytes(json))).toThrow(RangeError);
  });
});
