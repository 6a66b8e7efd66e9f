import { describe, expect, test } from "vitest";
import { createByteBudget } from "../../worker/source/byte-budget.ts";
import { imageSource } from "../../worker/source/images.ts";

describe("createByteBudget()", () => {
  test("admits a body once enough bytes are free, in order of arrival", async () => {
    const budget = createByteBudget(10);
    const admitted: string[] = [];
    const first = await budget.reserve(8);
    const second = budget.reserve(6).then((release) => {
      admitted.push("second");
      return release;
    });
    const third = budget.reserve(1).then(() => admitted.push("third"));
    await Promise.resolve();
    expect(admitted).toEqual([]);
    first();
    (await second)();
    await third;
    expect(admitted).toEqual(["second", "third"]);
  });
});

describe("imageSource()", () => {
  test.each(["10, 10", "1e1", ""])("reads an image with the Content-Length %j", async (length) => {
    const { fetch } = imageSource(new URL("https://images.test/"), {
      budget: createByteBudget(8 * 1024 * 1024),
      fetch: async () => {
        const response = new Response("GIF89a one", { headers: { "Content-Type": "image/gif" } });
        return Object.defineProperty(response, "headers", {
          value: new Headers({ "Content-Type": "image/gif", "Content-Length": length }),
        });
      },
    });
    expect(await fetch({ width: 240, path: "1999/01/a.gif" })).toMatchObject({ type: "image/gif" });
  });
});
