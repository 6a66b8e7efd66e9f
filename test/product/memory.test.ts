/** Bodies that would fill the isolate are refused before they do. */
import { existsSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { inLanes, search, texts } from "../faults/asking.ts";
import * as upstreams from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";
import { growthDuring } from "../faults/memory.ts";
import { runtimesUnder } from "../faults/processes.ts";

/** Elsewhere there is no such account of a process. */
const IS_LINUX = existsSync("/proc/self/status");
const MIB = 1024 * 1024;
const others = IS_LINUX ? runtimesUnder(process.pid) : [];
const behind = sharedBehindFaults();
let runtimes: readonly number[] = [];

beforeAll(async () => {
  if (IS_LINUX) runtimes = runtimesUnder(process.pid).filter((pid) => !others.includes(pid));
  // The runtime has taken what it takes for ordinary responses.
  await inLanes(4, texts(100, "warm"), (text) => search(behind.server, text));
});

test.runIf(IS_LINUX).each([
  ["64 MB", upstreams.huge],
  ["a gzip bomb of 100 MB", upstreams.gzipBomb],
  ["four million brackets", upstreams.deeplyNested],
  ["two million arrays", upstreams.json(`[${"[],".repeat(2_000_000)}[]]`)],
])("%s are refused with less than 32 MB of growth", async (name, behaviour) => {
  const word = name.replaceAll(/\W/g, "");
  behind.upstream.behaviour = behaviour;
  const growth = await growthDuring(runtimes, async () => {
    for (const text of texts(3, word)) expect((await search(behind.server, text)).status).toBe(502);
  });
  expect(growth).toBeLessThan(32 * MIB);
});
