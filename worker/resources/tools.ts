/**
 * The tools of `/mcp`, each of which is an operation with the parameters that an assistant needs. Their descriptions
 * are in `reference/tools.ts`, because only the build needs them.
 */
import { browseOperation } from "./browse.ts";
import { findOperation } from "./find.ts";
import { matchOperation } from "./match.ts";
import type { Operation } from "./operation.ts";
import { peopleOperation, personOperation } from "./people.ts";
import { searchOperation } from "./search-and-credits.ts";
import { seasonOperation } from "./seasons.ts";
import { similarOperation, titleOperation } from "./titles.ts";

export interface Tool {
  readonly operation: Operation;
  /** The names of the operation's parameters that the tool accepts. */
  readonly accepts: readonly string[];
  /**
   * The member of the result that may be too long for one response: an array, or arrays by name. If the operation
   * returns a bare array, it becomes this member.
   */
  readonly list?: string;
  /** The operation that finds the id if the caller only has a name. */
  readonly byName?: Operation;
}

export const TOOLS = {
  search_titles: {
    operation: searchOperation,
    accepts: ["q", "f", "lang", "page", "limit"],
    list: "titles",
  },
  get_title: { operation: titleOperation, accepts: ["id", "append", "lang"], list: "credits" },
  get_person: {
    operation: personOperation,
    accepts: ["id", "lang"],
    list: "credits",
    byName: peopleOperation,
  },
  discover_titles: {
    operation: browseOperation,
    accepts: [
      "q",
      "f",
      "genre",
      "country",
      "language",
      "min_rating",
      "runtime",
      "sort",
      "lang",
      "page",
      "limit",
    ],
    list: "titles",
  },
  find_by_id: { operation: findOperation, accepts: ["source", "id"] },
  match_file_name: { operation: matchOperation, accepts: ["name", "lang"] },
  get_season: { operation: seasonOperation, accepts: ["id", "season", "lang"], list: "episodes" },
  similar_titles: { operation: similarOperation, accepts: ["id", "lang"], list: "titles" },
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof TOOLS;
