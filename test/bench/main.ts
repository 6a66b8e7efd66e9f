/** Measures the built Worker on this machine (`npm run bench`). */
import { parseOptions, runCommand } from "../../tools/options.ts";

const USAGE = `
Usage: npm run bench -- edge|relevance|nightly|lifetimes [--data FOLDER]

Measures the last build. Compare numbers within one run only, not between machines.

  edge       CPU time of hits and stored pages, beside the smallest Workers, and the
             time that a miss adds; with --data, CPU time of pages rendered anew
  relevance  whether a search finds the title that was meant
  nightly    what a nightly update does to the share of stored responses, simulated
  lifetimes  the share of pages that the CDN cache serves, by their lifetime, simulated

  --data FOLDER  titles as npm run catalog -- load reads them, and for relevance
                 optionally queries.jsonl; else titles are made up
`;

await runCommand(USAGE, async () => {
  const options = { data: { type: "string" } } as const;
  const { values, words } = parseOptions({ options, words: ["edge", "relevance", "nightly", "lifetimes"] });
  if (words[0] === "nightly") {
    const { benchNightly } = await import("./nightly.ts");
    return benchNightly();
  }
  if (words[0] === "lifetimes") {
    const { benchLifetimes } = await import("./lifetimes.ts");
    return benchLifetimes();
  }
  // Imported after the options are parsed, because `--help` does not need wrangler or a database.
  const { benchData } = await import("./search/data.ts");
  if (words[0] === "relevance") {
    const { benchRelevance } = await import("./search/relevance.ts");
    return benchRelevance(await benchData(values.data ?? null));
  }
  await import("./edge.ts");
  if (values.data === undefined) return;
  const { benchPages } = await import("./pages.ts");
  const { entries } = await benchData(values.data);
  await benchPages(
    values.data,
    entries.map(({ record }) => record),
  );
});
