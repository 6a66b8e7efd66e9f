import { describe, expect, test } from "vitest";
import { reached } from "../../../worker/origins/catalog/reached.ts";

const unhurried = () => Promise.resolve();

/** Fails so many times with the message before it answers. */
function failing(times: number, message: string) {
  let tries = 0;
  const read = async () => {
    tries += 1;
    if (tries <= times) throw new Error(message);
    return "read";
  };
  return { read, tries: () => tries };
}

describe("a read of D1", () => {
  test("is tried again while the database is locked", async () => {
    await expect(
      reached(failing(3, "D1_ERROR: database is locked: SQLITE_BUSY").read, unhurried),
    ).resolves.toBe("read");
  });

  test("is given up at last, with the reason for the log only", async () => {
    const { read, tries } = failing(99, "D1_ERROR: database is locked: SQLITE_BUSY");
    const asked = reached(read, unhurried);
    await expect(asked).rejects.toMatchObject({
      type: "upstream-unavailable",
      detail: "The catalog cannot be read.",
    });
    expect(tries()).toBe(5);
  });

  test("is not tried again for what does not pass", async () => {
    const { read, tries } = failing(1, "D1_ERROR: malformed");
    await expect(reached(read, unhurried)).rejects.toMatchObject({ type: "upstream-unavailable" });
    expect(tries()).toBe(1);
  });
});
