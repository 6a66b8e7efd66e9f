import { describe, expect, test } from "vitest";
import { checkNesting, readJson } from "../../../worker/source/transport/body.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Creates a body from chunks, as it arrives from the network. */
function body(...pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: "bytes",
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === "string" ? bytes(piece) : piece);
      controller.close();
    },
  });
}

describe("readJson()", () => {
  test("joins the chunks of a body", async () => {
    const [first, second] = [bytes("é").slice(0, 1), bytes("é").slice(1)];
    expect((await readJson(body('[{"a":"', first, second, '"}', "]"))).json).toEqual([{ a: "é" }]);
    const long = JSON.stringify(Array.from({ length: 20_000 }, (_, number) => number));
    expect((await readJson(body(long.slice(0, 70_000), long.slice(70_000)))).text).toBe(long);
  });

  test("strips a byte order mark", async () => {
    expect((await readJson(body("\uFEFF[]"))).json).toEqual([]);
  });

  test.each([
    ["an empty body", body()],
    ["HTML", body("<h1>Hello</h1>")],
    ["an incomplete array", body('[{"id":1}')],
    ["invalid UTF-8", body('["', new Uint8Array([0xc3, 0x28]), '"]')],
    ["truncated UTF-8", body('["', new Uint8Array([0xc3]))],
  ])("rejects %s", async (_, stream) => {
    await expect(readJson(stream)).rejects.toMatchObject({ reason: "not-json" });
  });

  test("rejects a body that exceeds the limit", async () => {
    await expect(readJson(body('"123456', '789"'), 10)).rejects.toMatchObject({ reason: "too-large" });
    expect((await readJson(body('"12345678"'), 10)).json).toBe("12345678");
  });

  test("rejects a truncated body even if it begins with JSON", async () => {
    const breaking = new ReadableStream({
      type: "bytes",
      pull(controller) {
        controller.error(new Error("connection lost to 10.0.0.1"));
      },
    });
    await expect(readJson(breaking)).rejects.toMatchObject({ reason: "truncated", message: "truncated" });
  });
});

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

describe("gzip body without Content-Encoding", () => {
  test("is decompressed", async () => {
    expect((await readJson(body(await gzip('[{"a":"é"}]')))).json).toEqual([{ a: "é" }]);
  });

  test("is rejected if it is too large or truncated", async () => {
    const packed = await gzip(`"${"x".repeat(10_000)}"`);
    expect(packed.byteLength).toBeLessThan(1_000);
    await expect(readJson(body(packed.slice()), 1_000)).rejects.toMatchObject({ reason: "too-large" });
    await expect(readJson(body(packed.slice(0, -8)))).rejects.toMatchObject({ reason: "truncated" });
  });

  test("is recognised by its first two bytes", async () => {
    for (const start of [
      [0x1f, 0x20],
      [0x20, 0x8b],
    ]) {
      await expect(readJson(body(new Uint8Array(start)))).rejects.toMatchObject({ reason: "not-json" });
    }
  });
});

describe("readBytes()", () => {
  test("rejects a response without a body", async () => {
    await expect(readJson(null)).rejects.toMatchObject({ reason: "not-json" });
  });

  test("cancels a body that exceeds the limit", async () => {
    let cancelled = false;
    const endless = new ReadableStream({
      type: "bytes",
      pull: (controller) => controller.enqueue(new Uint8Array(1_024)),
      cancel() {
        cancelled = true;
      },
    });
    await expect(readJson(endless, 10)).rejects.toMatchObject({ reason: "too-large" });
    expect(cancelled).toBe(true);
  });

  test("rejects JSON that is nested too deeply", async () => {
    await expect(readJson(body(`${"[".repeat(33)}${"]".repeat(33)}`))).rejects.toMatchObject({
      reason: "not-json",
    });
  });
});

const members = (count: number) => Array.from({ length: count }, (_, at) => `"m\\"${at}" : ${at}`).join(",");

describe("checkNesting()", () => {
  test("accepts the depth and size that the contract needs", () => {
    checkNesting(bytes(`[${'{"a":[]},'.repeat(40_000)}{}]`));
    checkNesting(bytes(`${"[".repeat(32)}${"]".repeat(32)}`));
    checkNesting(bytes("[],".repeat(100_000)));
    checkNesting(bytes(`[{${members(2_000)}},{${members(2_000)}}]`));
    checkNesting(bytes(JSON.stringify(Array.from({ length: 3_000 }, (_, at) => `"a${at}": [`))));
  });

  test("ignores brackets in strings", () => {
    checkNesting(bytes(`["${"[".repeat(100)}\\"${"{".repeat(100)}", "\\\\"]`));
  });

  test.each([
    ["too deep", "[".repeat(33)],
    ["too deep after a string that ends in a backslash", `"\\\\"${"[".repeat(33)}`],
    ["too deep after a short string", `["a",${"[".repeat(32)}`],
    ["too deep, with values between", "[1,".repeat(33)],
    ["too deep, of objects", '{"a":'.repeat(33)],
    ["too many", "[],".repeat(100_001)],
    ["of too many names", `{${members(2_001)}}`],
    ["of too many names, in many objects", `[{${members(2_001).replaceAll(",", "},{")}}]`],
  ])("rejects JSON that is %s", (_, json) => {
    expect(() => checkNesting(bytes(json))).toThrow(RangeError);
  });
});
