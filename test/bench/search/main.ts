/**
 * The bench of the search: `node test/bench/search/main.ts [relevance] [scale]`; both without a word.
 * It needs the folder `../shared`, and says so where that is absent.
 */
import { benchRelevance } from "./relevance.ts";
import { benchScale, SIZES } from "./scale.ts";
import { realTitles } from "./titles.ts";

const FOLDER = ".wrangler/bench";

const words = process.argv.slice(2);
const real = realTitles();
if (real === null) {
  console.log("Skipped: the titles in ../shared/data are not on this machine.");
} else {
  if (words.length === 0 || words.includes("relevance")) await benchRelevance(FOLDER);
  if (words.length === 0 || words.includes("scale")) await benchScale(real, FOLDER, SIZES);
}
