import { describe, expect, test } from "vitest";
import { createInvalidationMemory, readLog } from "../../worker/cache/log-copy.ts";
import { cacheStore } from "../../worker/cache/store.ts";
import type { LogLine } from "../../worker/log.ts";
import { createContext, freshKey, sharedLog } from "./kit.ts";

const NOW = 1_700_000_000_000;

/** Sets up an isolate whose log's primary is unreachable. */
function setUp() {
  const logged: LogLine[] = [];
  const log = sharedLog();
  const { read } = log;
  const reads: string[] = [];
  const primary = { fails: true };
  log.sourceVersion = "a";
  log.read = async (after, from = "primary") => {
    reads.push(from);
    if (from === "primary" && primary.fails) throw new Error("out of reach");
    return await read.call(log, after);
  };
  const memory = createInvalidationMemory();
  const services = { log, store: cacheStore(caches.default), key: freshKey(), memory, now: () => NOW };
  const context = createContext({ log: (line) => void logged.push(line) });
  return { memory, reads, logged, primary, read: () => readLog(services, context) };
}

describe("readLog() when the primary is unreachable", () => {
  test("reads a replica in a new isolate and logs it", async () => {
    const { memory, reads, logged, read } = setUp();
    await read();
    expect(memory.state).toMatchObject({ sourceVersion: "a", slot: "A" });
    expect(reads).toEqual(["primary", "replica"]);
    expect(logged.map(({ event }) => event)).toEqual(["change-log-failed", "change-log-from-replica"]);
  });

  test("does not count the replica as a recent read of the log", async () => {
    const { memory, read } = setUp();
    await read();
    expect(memory.state.readAt).toBe(1);
  });

  test("keeps what the isolate has read before", async () => {
    const { memory, primary, reads, read } = setUp();
    primary.fails = false;
    await read();
    const known = memory.state;
    primary.fails = true;
    await read();
    expect(memory.state).toBe(known);
    expect(reads).toEqual(["primary", "primary"]);
  });
});
