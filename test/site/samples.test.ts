/** Tests that every sample of the reference is a request that works as it is, whatever data the deployment has. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";
import { startServer } from "../product/server.ts";
import { startInFrontOfTmdb } from "../tmdb/marquee.ts";
import { catalog } from "../tools/catalog/run.ts";

/** Sends the samples for curl of the operations that a deployment offers. Returns those whose status is not 200. */
async function findBroken(base: string): Promise<{ readonly sent: number; readonly broken: string[] }> {
  const page = await (await fetchOwn(`${base}/developers`)).text();
  expect(page).not.toContain("EXAMPLE_");
  const samples = page
    .split("<section ")
    .filter((section) => !/data-lacks="\w+"(?! hidden)/.test(section))
    .flatMap((section) => [
      ...section.matchAll(/<pre[^>]*data-language="curl"[^>]*>.*?<code[^>]*>(.*?)<\/code>/gs),
    ])
    .map(([, code = ""]) => code.replaceAll(/<[^>]+>/g, "").replaceAll("&amp;", "&"));
  const results = await Promise.all(
    samples.map(async (sample) => {
      const [, url = "", body] = /curl '([^']+)'(?:.*-d '([^']+)')?/s.exec(sample) ?? [];
      const headers = { "Content-Type": "application/json" };
      const { status } = await fetchOwn(url, body === undefined ? {} : { method: "POST", headers, body });
      return status === 200 ? [] : [`${status} ${sample}`];
    }),
  );
  return { sent: samples.length, broken: results.flat() };
}

describe("samples of /developers", () => {
  test("work with the starter catalog", async () => {
    const { sent, broken } = await findBroken(inject("target"));
    expect(broken).toEqual([]);
    expect(sent).toBeGreaterThan(15);
  });

  test("work with other titles and people", async () => {
    const folder = mkdtempSync(join(tmpdir(), "marquee-samples-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write = (name: string, ...lines: object[]) => {
      writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      return join(folder, name);
    };
    const files = [
      write(
        "titles.jsonl",
        { id: 9001, type: "movie", title: 'L\'été <à> "Zürich" & Ö', year: "1999", votes: 99 },
        { id: 9002, type: "series", title: "Serie", year: "2001", votes: 50 },
      ),
      write("credits.jsonl", {
        id: 9001,
        cast: [
          { id: 8001, name: "Zoë Å", character: "A" },
          { id: 8002, name: "Bob Kane", character: "B" },
        ],
      }),
      write("meta.jsonl", { id: 9001, votes: 99, imdb: "tt7654321" }),
      write("episodes.jsonl", { id: 9002, season: 4, episode: 1, title: "Beginning" }),
    ];
    const state = join(folder, "state");
    expect(await catalog("load", ...files, "--state", state)).toMatchObject({ code: 0 });
    const server = await startServer({}, state);
    onTestFinished(server.stop);
    expect((await findBroken(server.url)).broken).toEqual([]);
  });

  describe("of a deployment in front of TMDB", () => {
    const started = startInFrontOfTmdb();

    test("request titles and people that TMDB has", async () => {
      const { sent, broken } = await findBroken(started.server.url);
      expect(broken).toEqual([]);
      expect(sent).toBeGreaterThan(10);
    });
  });
});
