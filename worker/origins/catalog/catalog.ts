/**
 * The origin that is our own catalog, in D1: SQLite with FTS5, bodies stored ready to
 * send. A failure of D1 and an empty catalog are a Problem, never nothing found.
 */
import { NO_FILTER } from "../../contract/filter.ts";
import { DEFAULT_LIMIT, type SearchQuery } from "../../contract/query.ts";
import { NO_RESULTS, type Origin, type ResultPage, type Sourced } from "../origin.ts";
import { noCredits } from "./credits.ts";
import { explain } from "./explanation.ts";
import { FORM, keysOf, PART } from "./names.ts";
import { type Found, type Span, search } from "./search.ts";
import { openSession, unfilled } from "./session.ts";
import { type RecordRow, type StateRow, statements, stateOf } from "./statements.ts";
import { FOR_ANSWERS, FOR_SUGGESTIONS } from "./tolerance.ts";

export interface Catalog extends Origin {
  /** One title record. */
  title(id: number, lang: string): Promise<Sourced>;
  /** Other titles with the same display title, as a JSON array of records. */
  namesakes(id: number, lang: string): Promise<string>;
  /** How many titles the catalog holds, 0 when it has not been filled, and the name of the load they came with. */
  state(): Promise<StateRow>;
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
const FIRST_PAGE: Span = { start: 0, end: DEFAULT_LIMIT };

export function catalogOrigin(database: D1Database): Catalog {
  const session = openSession(database);
  const { rows, batch } = session;
  const asks = statements(session);

  /** With the version it belongs to: both are read at once, so that they cannot be of two loads. */
  async function record(statement: D1PreparedStatement): Promise<Sourced & { readonly titles: number }> {
    const [states, records] = await batch([asks.state(), statement]);
    const { version, titles } = stateOf(states);
    const [row] = (records?.results ?? []) as RecordRow[];
    return { json: row?.record ?? null, catalogVersion: version, titles };
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

    async search(query): Promise<ResultPage> {
      const { page, limit } = query.paging ?? { page: 1, limit: DEFAULT_LIMIT };
      const start = (page - 1) * limit;
      const span = { start, end: Math.min(start + limit, DEEPEST) };
      const found = start >= DEEPEST ? null : await find(query, span);
      if (found === null) return NO_RESULTS;
      const records = recordsOf(found, span);
      const more = span.end < DEEPEST && found.ranked.length > span.end;
      const catalogVersion = found.state.version;
      return { json: `[${records.join(",")}]`, count: records.length, more, catalogVersion };
    },

    async credits({ id }) {
      const { json, catalogVersion, titles } = await record(asks.credits(id));
      if (titles === 0) throw unfilled();
      if (json !== null) return { json, catalogVersion };
      const isKnown = (await rows(asks.forms(id))).length > 0;
      return { json: isKnown ? noCredits(id) : null, catalogVersion };
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
      const found = await find({ ...query, filter: NO_FILTER }, FIRST_PAGE, FOR_SUGGESTIONS);
      return `[${recordsOf(found, FIRST_PAGE).join(",")}]`;
    },

    state,

    async explain(query) {
      return explain(await find(query, FIRST_PAGE));
    },
  };
}

function recordsOf(found: Found | null, { start, end }: Span): string[] {
  const ranked = found?.ranked.slice(start, end) ?? [];
  return ranked.flatMap(({ candidate }) => found?.records.get(candidate.rank) ?? []);
}
