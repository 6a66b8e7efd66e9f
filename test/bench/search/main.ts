/**
 * The bench of the search: `npm run bench -- search [relevance] [scale] [browse] [people] [match] [--data FOLDER]`; all
 * parts when none is named.
 * With `--updates N`, relevance is measured once more after N updates of a catalog whose titles were others before.
 * Without `--data` it measures made-up titles; `data.ts` says what a folder has to hold.
 */
import { parseArgs } from "node:util";
import { benchCosts } from "./costs.ts";
import { benchData } from "./data.ts";
import { benchMatching } from "./matching.ts";
import { benchRelevance } from "./relevance.ts";

const FOLDER = ".wrangler/bench";

const { values, positionals } = parseArgs({
  options: { data: { type: "string" }, updates: { type: "string", default: "0" } },
  allowPositionals: true,
});
const data = await benchData(values.data ?? null);
const measures = (part: string) => positionals.length === 0 || positionals.includes(part);
if (measures("relevance")) await benchRelevance(data, FOLDER, Number(values.updates));
if (measures("match")) await benchMatching(data, FOLDER);
const basis = data.entries.map(({ record }) => record.title).filter((title) => title !== "");
for (const part of ["scale", "browse", "people"]) if (measures(part)) await benchCosts(part, basis, FOLDER);
