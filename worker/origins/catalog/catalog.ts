/**
 * The origin that is our own catalog, in D1: SQLite with FTS5, bodies stored ready to
 * send. A failure of D1 and an empty catalog are a Problem, never nothing found.
 */
import { NO_FILTER } from "../../contract/filter.ts";
import { DEFAULT_LIMIT, type SearchQuery } from "../../contract/query.ts";
import { NO_RESULTS, type Origin, type ResultPage } from "../origin.ts";
import { noCredits } from "./credits.ts";
import { explain } from "./explanation.ts";
import { FORM, keysOf, PART } from "./names.ts";
import { type Found, search } from "./search.ts";
import { openSession, unfilled } from "./session.ts";
import { type RecordRow, type StateRow, statements } from "./statements.ts";
import { FOR_ANSWERS, FOR_SUGGESTIONS } from "./tolerance.ts";
import { versions } from "./version.ts";

export interface Catalog extends Origin {
  /** Names the load the answers come from; changes when another catalog takes its place. */
  version(): Promise<string>;
  /** One title record as JSON, ready to send; `null`: there is no such title. */
  title(id: number, lang: string): Promise<string | null>;
  /** Other titles with the same display title, as a JSON array of records. */
  namesakes(id: number, lang: string): Promise<string>;
  /** How many titles the catalog holds; 0 when it has not been filled. */
  titles(): Promise<number>;
  /**
   * The titles that a text which finds nothing may have been meant for, the likeliest first: whatever the filter of the
   * query, and by their sound too. Records as a JSON array.
   */
  suggestions(query: SearchQuery): Promise<string>;
  /** Why the first titles of an answer come first, in printable ASCII. */
  explain(query: SearchQuery): Promise<string>;
}

/** Pages further in than this many titles hold nothing: nobody reads them, and each would cost a scan. */
const DEEPEST = 500;

export function catalogOrigin(database: D1Database, now: () => number = Date.now): Catalog {
  const session = openSession(database);
  const { rows, batch } = session;
  const asks = statements(session);

  async function record(statement: D1PreparedStatement): Promise<string | null> {
    return (await rows<RecordRow>(statement))[0]?.record ?? null;
  }

  async function state(): Promise<StateRow> {
    return (await rows<StateRow>(asks.state()))[0] ?? { version: "", titles: 0 };
  }

  async function find(query: SearchQuery, end: number, tolerance = FOR_ANSWERS): Promise<Found | null> {
    const found = await search(query, end, { asks, batch, tolerance });
    if (found?.state.titles === 0) throw unfilled();
    return found;
  }

  return {
    name: "catalog",

    async search(query): Promise<ResultPage> {
      const { page, limit } = query.paging ?? { page: 1, limit: DEFAULT_LIMIT };
      const start = (page - 1) * limit;
      const end = Math.min(start + limit, DEEPEST);
      const found = start >= DEEPEST ? null : await find(query, end);
      if (found === null) return NO_RESULTS;
      const records = recordsOf(found, start, end);
      const more = end < DEEPEST && found.ranked.length > end;
      return { json: `[${records.join(",")}]`, count: records.length, more };
    },

    async credits({ id }) {
      const credits = await record(asks.credits(id));
      if (credits !== null) return credits;
      if ((await rows(asks.forms(id))).length > 0) return noCredits(id);
      if ((await state()).titles === 0) throw unfilled();
      return null;
    },

    title(id, lang) {
      return record(asks.title(lang, id));
    },

    async namesakes(id, lang) {
      const [row] = await rows<{ forms: string }>(asks.forms(id));
      const [title = ""] = row?.forms.split(FORM) ?? [];
      const [key] = keysOf(title.split(" ").filter((word) => word !== PART));
      if (row === undefined || key === undefined) return "[]";
      const records = await rows<RecordRow>(asks.namesakes(lang, key, id));
      return `[${records.map((found) => found.record).join(",")}]`;
    },

    async suggestions(query) {
      const found = await find({ ...query, filter: NO_FILTER }, DEFAULT_LIMIT, FOR_SUGGESTIONS);
      return `[${recordsOf(found, 0, DEFAULT_LIMIT).join(",")}]`;
    },

    async titles() {
      return (await state()).titles;
    },

    version() {
      return versions.recall(database, now(), async () => (await state()).version);
    },

    async explain(query) {
      return explain(await find(query, DEFAULT_LIMIT));
    },
  };
}

function recordsOf(found: Found | null, start: number, end: number): string[] {
  const ranked = found?.ranked.slice(start, end) ?? [];
  return ranked.flatMap(({ candidate }) => found?.records.get(candidate.rank) ?? []);
}
