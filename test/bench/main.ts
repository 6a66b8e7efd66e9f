/** `npm run bench`: measures, on this machine, what `npm run build` made. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseOptions, runCommand, UsageError } from "../../tools/options.ts";

const PARTS = ["edge", "pages", "tmdb", "search"];
const SEARCH_PARTS = ["relevance", "scale", "browse", "people", "match"];

const USAGE = `
Usage: npm run bench -- [edge | pages | tmdb]
       npm run bench -- search [relevance] [scale] [browse] [people] [match] [--data FOLDER] [--updates N]

Measures the last build: all of it, or one part. Compare numbers within one run
only, not between machines.

  --data FOLDER  Measure the search with these titles instead of made-up ones.
  --updates N    Search once more after N updates of titles that were others before.
`;

await runCommand(USAGE, async () => {
  const options = { data: { type: "string" }, updates: { type: "string" } } as const;
  const { values, words } = parseOptions({ options, words: "any" });
  const [first, ...rest] = words;
  const unknown = first === "search" ? rest.find((word) => !SEARCH_PARTS.includes(word)) : rest[0];
  if (first !== undefined && !PARTS.includes(first)) throw new UsageError(`Unexpected argument '${first}'.`);
  if (unknown !== undefined) throw new UsageError(`Unexpected argument '${unknown}'.`);
  const given = Object.entries(values);
  if (given.length > 0 && first !== "search") throw new UsageError(`--${given[0]?.[0]} requires search.`);
  const parameters = [...rest, ...given.flatMap(([name, value]) => [`--${name}`, value])];
  for (const part of first === undefined ? PARTS : [first]) {
    const code = await runPart(part, parameters);
    if (code !== 0) process.exitCode = 1;
  }
});

async function runPart(part: string, parameters: readonly string[]): Promise<number | null> {
  const script = join(import.meta.dirname, part === "search" ? "search/main.ts" : `${part}.ts`);
  const child = spawn(process.execPath, ["--expose-gc", script, ...parameters], { stdio: "inherit" });
  return await new Promise((resolve) => child.on("exit", resolve));
}
