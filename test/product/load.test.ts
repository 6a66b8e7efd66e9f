/** Tests requests to a server while the local catalog that it reads is loaded. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { inLanes, search, uniqueQueries } from "../faults/asking.ts";
import { createFolder, lines, title } from "../tools/catalog/folder.ts";
import { catalog } from "../tools/catalog/run.ts";
import { startServer } from "./server.ts";

const TITLES = 2_000;

describe("API during a catalog load", () => {
  test("returns no problems", async () => {
    const server = await startServer({ RATE_LIMIT: "off" });
    onTestFinished(server.stop);
    const files = createFolder({
      "titles.jsonl": lines(Array.from({ length: TITLES }, (_, at) => title(at + 1, `Loaded ${at} of them`))),
    });
    let isLoading = true;
    const loading = catalog("load", files, "--state", server.state).finally(() => {
      isLoading = false;
    });
    /** Yields new queries, so that each of them reads the database, until the load ends. */
    function* generateQueries(): Generator<string> {
      for (let round = 0; isLoading; round += 1) yield* uniqueQueries(8, `round${round}x`);
    }
    const statuses = (await inLanes(4, generateQueries(), (text) => search(server, text))).map(
      ({ status }) => status,
    );

    expect((await loading).out).toContain(`Done: ${TITLES.toLocaleString("en")} titles.`);
    expect(statuses.length).toBeGreaterThan(50);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    // The server notices the switch within five seconds.
    const found = async () => (await search(server, "Loaded 1999 of them")).body;
    await vi.waitFor(async () => expect(await found()).toContain("Loaded 1999 of them"), { timeout: 20_000 });
  }, 300_000);
});
