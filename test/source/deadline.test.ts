import { describe, expect, test } from "vitest";
import { withinTime } from "../../worker/source/deadline.ts";

const never = new Promise<void>(() => undefined);

describe("withinTime()", () => {
  test("does not start work when no time is left", async () => {
    for (const ms of [0, -1]) {
      await withinTime(ms, () => {
        throw new Error("begun");
      });
    }
  });

  test("waits until all work is done", async () => {
    const done: string[] = [];
    await withinTime(5_000, () =>
      ["one", "other"].map(async (name) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        done.push(name);
      }),
    );
    expect(done).toEqual(["one", "other"]);
  });

  test("stops waiting at the deadline", async () => {
    await withinTime(5, () => [never, Promise.resolve()]);
  });
});
