/** Tests that large upstream bodies are rejected before they fill the isolate's memory. */
import { existsSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { inLanes, search, uniqueQueries } from "../faults/asking.ts";
import * as upstreams from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import { growthDuring } from "../faults/memory.ts";
import { runtimesUnder } from "../faults/processes.ts";

/** The memory of a process is only available in Linux's /proc. */
const IS_LINUX = existsSync("/proc/self/status");
const MIB = 1024 * 1024;
const others = IS_LINUX ? runtimesUnder(process.pid) : [];
const behind = sharedBehindFaults();
let runtimes: readonly number[] = [];

beforeAll(async () => {
  if (IS_LINUX) runtimes = runtimesUnder(process.pid).filter((pid) => !others.includes(pid));
  // The first requests allocate memory that is not freed.
  await inLanes(4, uniqueQueries(100, "warm"), (text) => search(behind.server, text));
});

describe("oversized upstream responses", () => {
  test.runIf(IS_LINUX).each([
    ["64 MB", upstreams.huge],
    ["a gzip bomb of 100 MB", upstreams.gzipBomb],
    ["four million brackets", upstreams.deeplyNested],
    ["two million arrays", upstreams.json(`[${"[],".repeat(2_000_000)}[]]`)],
  ])("are rejected before memory grows by 32 MB: %s", async (name, behaviour) => {
    const word = name.replaceAll(/\W/g, "");
    behind.upstream.behaviour = behaviour;
    const growth = await growthDuring(runtimes, async () => {
      for (const text of uniqueQueries(3, word)) expect((await search(behind.server, text)).status).toBe(502);
    });
    expect(growth).toBeLessThan(32 * MIB);
  });
});
