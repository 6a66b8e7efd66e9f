import { describe, expect, test } from "vitest";
import { type RetryOptions, retryTransient } from "../../worker/source/d1.ts";

/** Returns options with a separate clock and the longest possible delay before each retry. */
function createClockedOptions(): RetryOptions & { readonly waits: number[] } {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    random: () => 1,
    now: () => time,
    async wait(milliseconds) {
      waits.push(milliseconds);
      time += milliseconds;
    },
  };
}

/** Creates a read that fails `times` times with this message and then succeeds. */
function createFailingRead(times: number, message: string) {
  let attempts = 0;
  const read = async () => {
    attempts += 1;
    if (attempts <= times) throw new Error(message);
    return "read";
  };
  return { read, attempts: () => attempts };
}

describe("transient D1 errors", () => {
  // The messages are listed at developers.cloudflare.com/d1/observability/debug-d1.
  test.each([
    "D1_ERROR: D1 DB reset because its code was updated.",
    "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
    "D1_ERROR: Network connection lost.",
    "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
    "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
    "D1_ERROR: Can't read from request stream because client disconnected.",
  ])("are retried three times: %s", async (message) => {
    await expect(retryTransient(createFailingRead(3, message).read, createClockedOptions())).resolves.toBe(
      "read",
    );
    const lasting = createFailingRead(99, message);
    await expect(retryTransient(lasting.read, createClockedOptions())).rejects.toThrow(message);
    expect(lasting.attempts()).toBe(4);
  });

  test.each([
    "D1_ERROR: Currently processing a long-running import.",
    "D1_ERROR: database is locked: SQLITE_BUSY",
    "D1_ERROR: Failed to get session commit token: internal error; reference = 7bi4kan",
  ])("are retried for three seconds during a write: %s", async (message) => {
    const { read, attempts } = createFailingRead(99, message);
    const options = createClockedOptions();
    await expect(retryTransient(read, options)).rejects.toThrow(message);
    expect(options.waits.reduce((sum, wait) => sum + wait)).toBeLessThanOrEqual(3_000);
    expect(attempts()).toBeGreaterThan(8);
  });

  test("are retried after random delays within a doubling backoff", async () => {
    const options = createClockedOptions();
    await retryTransient(createFailingRead(7, "SQLITE_BUSY").read, options);
    expect(options.waits).toEqual([25, 50, 100, 200, 400, 500, 500]);
    const shortest = { ...createClockedOptions(), random: () => 0 };
    await retryTransient(createFailingRead(7, "SQLITE_BUSY").read, shortest);
    expect(shortest.waits).toEqual(Array(7).fill(0));
  });

  test("are retried at most 15 times", async () => {
    const { read, attempts } = createFailingRead(99, "SQLITE_BUSY");
    await expect(retryTransient(read, { ...createClockedOptions(), random: () => 0 })).rejects.toThrow(
      "SQLITE_BUSY",
    );
    expect(attempts()).toBe(16);
  });
});

describe("other D1 errors", () => {
  test.each([
    'D1_ERROR: near "SELEC": syntax error',
    "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
    "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
    "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
  ])("are not retried: %s", async (message) => {
    const { read, attempts } = createFailingRead(1, message);
    await expect(retryTransient(read, createClockedOptions())).rejects.toThrow(message);
    expect(attempts()).toBe(1);
  });
});
