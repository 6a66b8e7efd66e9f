/**
 * The bench of the search: `npm run bench -- search [relevance] [scale] [browse] [people] [--data FOLDER]`; all parts when
 * none is named.
 * Without `--data` it measures made-up titles; `data.ts` says what a folder has to hold.
 */
import { parseArgs } from "node:util";
import { benchBrowsing } from "./browsing.ts";
import { benchData } from "./data.ts";
import { benchPeople } from "./people.ts";
import { benchRelevance } from "./relevance.ts";
import { benchScale, SIZES } from "./scale.ts";

const FOLDER = ".wrangler/bench";

const { values, positionals } = parseArgs({
  options: { data: { type: "string" } },
  allowPositionals: true,
});
const data = await benchData(values.data ?? null);
const measures = (part: string) => positionals.length === 0 || positionals.includes(part);
if (measures("relevance")) await benchRelevance(data, FOLDER);
if (measures("scale")) await benchScale(data, FOLDER, SIZES);
if (measures("browse")) await benchBrowsing(data, FOLDER, SIZES);
if (measures("people")) await benchPeople(FOLDER, SIZES);
