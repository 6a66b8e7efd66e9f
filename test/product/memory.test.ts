/** Bodies that would fill the isolate are refused before they do. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inLanes, search, texts } from "../faults/asking.ts";
import * as upstreams from "../faults/behaviours.ts";
import { DIALECTS } from "../faults/dialects.ts";
import { growthDuring } from "../faults/memory.ts";
import { type FaultyUpstream, startFaultyUpstream } from "../faults/upstream.ts";
import { type Server, startServer } from "./server.ts";

describe.each(DIALECTS)("an upstream of the dialect $name", (dialect) => {
  const MIB = 1024 * 1024;
  let upstream: FaultyUpstream;
  let server: Server;

  beforeAll(async () => {
    upstream = await startFaultyUpstream(upstreams.wellBehaved);
    server = await startServer({ ...dialect.settings(upstream), RATE_LIMIT: "off" });
    // The runtime has taken what it takes for ordinary answers.
    await inLanes(4, texts(100, "warm"), (text) => search(server, text));
  });
  afterAll(async () => {
    await server.stop();
    await upstream.close();
  });

  // Elsewhere than on Linux there is no such account of a process.
  test.runIf(existsSync("/proc/self/status")).each([
    ["64 MB", upstreams.huge],
    ["a gzip bomb of 100 MB", upstreams.gzipBomb],
    ["four million brackets", upstreams.deeplyNested],
    ["two million arrays", upstreams.json(`[${"[],".repeat(2_000_000)}[]]`)],
  ])("%s are refused with less than 32 MB of growth", async (name, behaviour) => {
    const word = name.replaceAll(/\W/g, "");
    upstream.behaviour = behaviour;
    const growth = await growthDuring(server.pid, async () => {
      for (const text of texts(3, word)) expect((await search(server, text)).status).toBe(502);
    });
    expect(growth).toBeLessThan(32 * MIB);
  });
});
