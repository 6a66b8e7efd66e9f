/**
 * The origin that is our own catalog, in D1: SQLite with FTS5, bodies stored ready to
 * send. A failure of D1 and an empty catalog are a Problem, never nothing found.
 */
import { NO_FILTER } from "../../contract/filter.ts";
import { DEFAULT_LIMIT, type SearchQuery } from "../../contract/query.ts";
import { type Loaded, type LoadedList, NO_RESULTS, type Origin } from "../origin.ts";
import { noCredits } from "./credits.ts";
import { explain } from "./explanation.ts";
import { listing } from "./listing.ts";
import { FORM, keysOf, PART } from "./names.ts";
import { type Found, type Span, search } from "./search.ts";
import { openSession, unfilled } from "./session.ts";
import { type RecordRow, type StateRow, statements, stateOf } from "./statements.ts";
import { FOR_ANSWERS, FOR_SUGGESTIONS } from "./tolerance.ts";

/** An origin that can do everything, and says what it holds. */
export interface Catalog extends Required<Origin> {
  /** How many titles the catalog holds, 0 when it has not been filled, and the name of the load they came with. */
  state(): Promise<StateRow>;
}

/** Pages further in than this many titles hold nothing: nobody reads them, and each would cost a scan. */
const DEEPEST = 500;
const FIRST_PAGE: Span = { start: 0, end: DEFAULT_LIMIT };

export function catalogOrigin(database: D1Database): Catalog {
  const session = openSession(database);
  const { rows, batch } = session;
  const asks = statements(session);

  /** With the version it belongs to: both are read at once, so that they cannot be of two loads. */
  async function record(statement: D1PreparedStatement): Promise<Loaded & { readonly titles: number }> {
    const { found, version, titles } = await readRecords(statement);
    return { json: found[0] ?? null, version, titles };
  }

  async function readRecords(statement: D1PreparedStatement) {
    const [states, results] = await batch([asks.state(), statement]);
    const found = ((results?.results ?? []) as RecordRow[]).map((row) => row.record);
    return { found, ...stateOf(states) };
  }

  async function state(): Promise<StateRow> {
    return (await rows<StateRow>(asks.state()))[0] ?? { version: "", titles: 0 };
  }

  async function find(query: SearchQuery, span: Span, tolerance = FOR_ANSWERS): Promise<Found | null> {
    const found = await search(query, span, { asks, batch, tolerance });
    if (found?.state.titles === 0) throw unfilled();
    return found;
  }

  return {
    name: "catalog",
    source: "catalog",

    async search(query) {
      const { page, limit } = query.paging ?? { page: 1, limit: DEFAULT_LIMIT };
      const start = (page - 1) * limit;
      const span = { start, end: Math.min(start + limit, DEEPEST) };
      const found = start >= DEEPEST ? null : await find(query, span);
      if (found === null) return NO_RESULTS;
      const records = recordsOf(found, span);
      const more = span.end < DEEPEST && found.ranked.length > span.end;
      return { ...arrayOf(records), more, version: found.state.version };
    },

    async credits({ id }) {
      const { json, version, titles } = await record(asks.credits(id));
      if (titles === 0) throw unfilled();
      if (json !== null) return { json, version };
      const isKnown = (await rows(asks.forms(id))).length > 0;
      return { json: isKnown ? noCredits(id) : null, version };
    },

    title({ id, lang }) {
      return record(asks.title(lang, id));
    },

    async namesakes({ id, lang }) {
      const [row] = await rows<{ forms: string }>(asks.forms(id));
      const [title = ""] = row?.forms.split(FORM) ?? [];
      const [key] = keysOf(title.split(" ").filter((word) => word !== PART));
      if (row === undefined || key === undefined) return NO_RESULTS;
      const { found, version } = await readRecords(asks.namesakes(lang, key, id));
      return { ...arrayOf(found), version };
    },

    async suggestions(query) {
      const found = await find({ ...query, filter: NO_FILTER }, FIRST_PAGE, FOR_SUGGESTIONS);
      return { ...arrayOf(recordsOf(found, FIRST_PAGE)), version: found?.state.version ?? null };
    },

    ...listing(session),

    state,

    async explain(query) {
      const found = await find(query, FIRST_PAGE);
      return { json: explain(found), version: found?.state.version ?? null };
    },
  };
}

function arrayOf(records: readonly string[]): Pick<LoadedList, "json" | "isEmpty"> {
  return { json: `[${records.join(",")}]`, isEmpty: records.length === 0 };
}

function recordsOf(found: Found | null, { start, end }: Span): string[] {
  const ranked = found?.ranked.slice(start, end) ?? [];
  return ranked.flatMap(({ candidate }) => found?.records.get(candidate.rank) ?? []);
}
