/** Waiting for work beside an answer. */
import { describe, expect, test } from "vitest";
import { withinTime } from "../../worker/source/deadline.ts";

const never = new Promise<void>(() => undefined);

describe("work within a time", () => {
  test("does not begin without a time", async () => {
    for (const ms of [0, -1]) {
      await withinTime(ms, () => {
        throw new Error("begun");
      });
    }
  });

  test("is waited for, all of it", async () => {
    const done: string[] = [];
    await withinTime(5_000, () =>
      ["one", "other"].map(async (name) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        done.push(name);
      }),
    );
    expect(done).toEqual(["one", "other"]);
  });

  test("is not waited for longer", async () => {
    await withinTime(5, () => [never, Promise.resolve()]);
  });
});
