/**
 * People and the indexes of facts came after the first catalogs: they are there only where the load that wrote the titles
 * wrote them, too. Answers made of them are a problem otherwise, never "nobody".
 */
import { Problem } from "../../contract/problem.ts";
import { emptyCatalog } from "./session.ts";
import { rowsOf, type StateRow } from "./statements.ts";

/** For the log. */
const HOW_TO_LOAD =
  "An earlier version loaded the catalog; load it again: npm run catalog -- load <folder or files>";

/** `result`: of the statement `loadState`. Throws a Problem. */
export function completeLoad(result: D1Result | undefined): StateRow {
  const [row] = rowsOf<StateRow & { readonly loaded: string | null }>(result);
  if (row === undefined || row.titles === 0) throw emptyCatalog();
  if (row.loaded !== row.version) {
    throw new Problem(
      "upstream-unavailable",
      "The catalog has to be loaded again before it can answer this.",
      {
        cause: new Error(HOW_TO_LOAD),
      },
    );
  }
  return row;
}
