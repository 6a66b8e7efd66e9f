/**
 * JSON Lines in the contract's shape. The beginning of a file's name gives its kind; `.jsonl` or `.jsonl.gz`:
 *
 *     titles…        title records, with optional `popularity`, `votes`, `lang`, `aliases` (strings),
 *                    `translations` ({"fr": {"title", "plot", "genres", "countries"}}), and of series
 *                    `last_year`, `seasons` and `in_production`
 *     credits…       credits objects
 *     meta…          {"id", "votes"?, "popularity"?}
 *     akas…          {"id", "title", "type"?, "region"?}, other titles; `type` says which (`alias-kinds.ts`), such as "working title"
 *     translations…  {"id", "lang", "title"?, "plot"?, "genres"?, "countries"?}
 *     people…        {"id", "name"?, "also_known_as"?, "external"?}
 *
 * Titles may also have `external`: {"imdb": "tt0133093", "tmdb": 603, "wikidata": "Q83495"}; lines of meta have `imdb`,
 * `tmdb` and `wikidata` at the top level.
 */
import * as v from "valibot";
import { CREW_GROUPS, type Credits } from "../../../worker/contract/credits.ts";
import { parseLanguage } from "../../../worker/contract/parameters.ts";
import { SeriesExtent } from "../../../worker/contract/people.ts";
import { id, readCredits, readRecordList } from "../../../worker/origins/upstream/reading.ts";
import { aliasKind } from "./alias-kinds.ts";
import { eachRow, type IgnoreField, type LineFile, type Progress, type RowContext } from "./lines.ts";
import type { LoadReport } from "./load-report.ts";
import { isName, MAX_PLOT, type RowSink, type Staging } from "./staging.ts";

const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const name = v.pipe(v.string(), v.check(isName, "it is too long"));
const text = v.pipe(v.string(), v.maxLength(MAX_PLOT));
const list = v.array(v.unknown());
const object = v.record(v.string(), v.unknown());
const language = v.pipe(v.string(), v.transform(parseLanguage), v.string());

const FACTS = { popularity: amount, votes: amount, lang: language, ...v.partial(SeriesExtent).entries };
const TRANSLATED = { title: name, plot: text, genres: name, countries: name };
const TITLE_IDS = {
  imdb: v.pipe(v.string(), v.regex(/^tt\d{1,10}$/)),
  tmdb: id,
  wikidata: v.pipe(v.string(), v.regex(/^Q\d{1,12}$/)),
};
const PERSON_IDS = { ...TITLE_IDS, imdb: v.pipe(v.string(), v.regex(/^nm\d{1,10}$/)) };

type Schemas = Readonly<Record<string, v.GenericSchema>>;
type Fields<S extends Schemas> = { -readonly [Name in keyof S]?: v.InferOutput<S[Name]> };

/** The well-formed fields of a row, without absent, `null` and malformed fields. */
function fieldsOf<const S extends Schemas>(schemas: S, row: unknown, ignore: IgnoreField): Fields<S> {
  const given = v.parse(object, row);
  const found: Fields<S> = {};
  for (const field of Object.keys(schemas) as (keyof S & string)[]) {
    const value = given[field] ?? null;
    const read = value === null ? null : v.safeParse(schemas[field] as S[typeof field], value);
    if (read?.success === true) found[field] = read.output;
    else if (read !== null) ignore(`${field} ${JSON.stringify(value).slice(0, MAX_SHOWN)} is malformed`);
  }
  return found;
}

/** Characters of a malformed value. */
const MAX_SHOWN = 60;

function itemsOf<S extends v.GenericSchema>(
  schema: S,
  items: readonly unknown[] = [],
  ignore: IgnoreField,
): v.InferOutput<S>[] {
  return items.flatMap((item) => fieldsOf({ item: schema }, { item }, ignore).item ?? []);
}

type ReadRow = (row: unknown, rows: RowSink, context: RowContext) => void;

/** Each stages a row of a file of its kind, and throws if the row is malformed. */
export const ROW_READERS = {
  titles(row, rows, context) {
    const { ignore } = context;
    const [record] = readRecordList([row]).value;
    if (record === undefined) throw new Error("not a title record");
    const optional = { ...FACTS, aliases: list, translations: object, external: object };
    const { aliases, translations = {}, external, ...facts } = fieldsOf(optional, row, ignore);
    rows.addTitle(record, context);
    addFacts(rows, record.id, facts);
    addIds(rows, record.id, { kind: "title", ids: fieldsOf(TITLE_IDS, external ?? {}, ignore) });
    for (const alias of itemsOf(name, aliases, ignore)) rows.addAlias(record.id, alias);
    for (const [tag, translation] of Object.entries(translations)) {
      const { lang } = fieldsOf({ lang: language }, { lang: tag }, ignore);
      const words = itemsOf(object, [translation], ignore)[0];
      if (lang === undefined || words === undefined) continue;
      rows.addTranslation(record.id, lang, fieldsOf(TRANSLATED, words, ignore));
    }
  },
  credits(row, rows, { place, ignore }) {
    const { id: title } = v.parse(v.object({ id }), row);
    const groups = Object.fromEntries(["cast", ...CREW_GROUPS].map((group) => [group, list]));
    const { value, dropped } = readCredits({ id: title, ...fieldsOf(groups, row, ignore) }, title);
    if (dropped > 0) ignore(`${dropped} credits have no id`);
    rows.addCredits(title, JSON.stringify(withoutNameless(value, ignore)), place);
  },
  meta(row, rows, { ignore }) {
    const { id: title } = v.parse(v.object({ id }), row);
    addFacts(rows, title, fieldsOf(FACTS, row, ignore));
    addIds(rows, title, { kind: "title", ids: fieldsOf(TITLE_IDS, row, ignore) });
  },
  people(row, rows, { ignore }) {
    const { id: person } = v.parse(v.object({ id }), row);
    const { also_known_as, external } = fieldsOf({ also_known_as: list, external: object }, row, ignore);
    rows.addPersonDetails(person, itemsOf(name, also_known_as, ignore));
    addIds(rows, person, { kind: "person", ids: fieldsOf(PERSON_IDS, external ?? {}, ignore) });
  },
  akas(row, rows, { ignore }) {
    const { id: title, title: alias } = v.parse(v.object({ id, title: name }), row);
    const { type, region } = fieldsOf({ type: v.string(), region: v.string() }, row, ignore);
    rows.addAlias(title, alias, { kind: aliasKind(type ?? null), region });
  },
  translations(row, rows, { ignore }) {
    const { id: title, lang } = v.parse(v.object({ id, lang: language }), row);
    rows.addTranslation(title, lang, fieldsOf(TRANSLATED, row, ignore));
  },
} as const satisfies Readonly<Record<string, ReadRow>>;

function addFacts(
  rows: RowSink,
  title: number,
  { popularity, votes, lang, ...extent }: Fields<typeof FACTS>,
): void {
  if (popularity !== undefined || votes !== undefined)
    rows.addPopularity(title, { popularity: popularity ?? 0, votes: Math.round(votes ?? 0) });
  if (lang !== undefined) rows.addLanguage(title, lang);
  if (Object.keys(extent).length > 0) rows.addSeries(title, extent);
}

interface OtherIds {
  readonly kind: "title" | "person";
  readonly ids: Fields<typeof TITLE_IDS>;
}

function addIds(rows: RowSink, of: number, { kind, ids: { imdb, tmdb, wikidata } }: OtherIds): void {
  if (imdb !== undefined) rows.addExternal("imdb", imdb, kind, of);
  if (tmdb !== undefined) rows.addExternal(kind === "title" ? "tmdb" : "tmdb-person", String(tmdb), kind, of);
  if (wikidata !== undefined) rows.addExternal("wikidata", wikidata, kind, of);
}

/** Leaves out credits whose names are missing or too long. */
function withoutNameless({ id: title, ...groups }: Credits, ignore: IgnoreField): Credits {
  let nameless = 0;
  const kept = Object.entries(groups).map(([group, entries]) => {
    const named = entries.filter(
      ({ name, profile_path }) => name !== "" && isName(name + (profile_path ?? "")),
    );
    nameless += entries.length - named.length;
    return [group, named] as const;
  });
  if (nameless > 0) ignore(`${nameless} credits have no name, or one that is too long`);
  return { id: title, ...(Object.fromEntries(kept) as Omit<Credits, "id">) };
}

/** The kind of a file, by its name; `null`: not a file of this format. */
export function jsonLinesKind(name: string): keyof typeof ROW_READERS | null {
  if (!/\.jsonl(\.gz)?$/.test(name)) return null;
  return (
    (Object.keys(ROW_READERS) as (keyof typeof ROW_READERS)[]).find((kind) => name.startsWith(kind)) ?? null
  );
}

export async function readJsonLines(
  file: LineFile,
  staging: Staging,
  services: { readonly report: LoadReport; readonly progress?: Progress },
): Promise<void> {
  const kind = jsonLinesKind(file.name);
  if (kind === null) throw new Error(`${file.name} is not a file of a catalog in JSON Lines`);
  await eachRow(file, services, {
    parse: parsedLine,
    id: (value) => (value as { id?: unknown } | null)?.id,
    read: (value, context) => ROW_READERS[kind](value, staging, context),
  });
}

/**
 * An escape can contain half a surrogate pair, which UTF-8 cannot encode, or U+0000, at which D1 ends a text: no line with it is
 * read.
 */
export function parsedLine(line: string, ignore: IgnoreField): unknown {
  if (!/\\u(?:d[89a-f]|0000)/i.test(line)) return JSON.parse(line);
  return JSON.parse(line, (_, value) => {
    if (typeof value !== "string") return value;
    if (value.includes("\0")) throw new Error("a text contains U+0000");
    if (value.isWellFormed()) return value;
    ignore("half a surrogate pair was replaced by U+FFFD");
    return value.toWellFormed();
  });
}
