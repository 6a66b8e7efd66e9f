/**
 * What stands beside a title: its names in every language, titles of the same name, and titles like it: those of its
 * director, writers and leading actors, and popular ones of its decade with two of its genres. Two round trips, and at
 * most 300 rows.
 */
import { parseJson } from "../../contract/json.ts";
import { TitleRecord } from "../../contract/record.ts";
import { MISSING } from "../loaded.ts";
import type { Capabilities } from "../origin.ts";
import { LISTED, type ListedRow, listedTitle } from "./browse.ts";
import { quoted } from "./search/expressions.ts";
import { type CatalogReads, RECORD, type RecordRow } from "./statements.ts";
import { decadeToken, facetNames, genreToken } from "./stored/browse-tokens.ts";
import { FORM_SEPARATOR, keysOf, WHOLE, wordsOfForm } from "./stored/names.ts";

/** More than a page shows: some of them are on its other shelves. */
const MAX_SIMILAR = 18;
const MAX_OF_PEOPLE = 40;
const MAX_OF_GENRES = 36;
const MAX_NAMESAKES = 12;

/** Characters of a list of ranks, the best-known titles first. */
const RANKS_READ = 100;

/** `count` people of a group; `weight`: what a title gains by sharing one of them. */
const people = (group: string, weight: number, count: number, condition = "TRUE") => `
  SELECT * FROM (
    SELECT ${weight} AS weight, entry.value ->> 'id' AS id
    FROM catalog_credits AS credits CROSS JOIN json_each(credits.record, '$.${group}') AS entry
    WHERE credits.id = ?1 AND ${condition} LIMIT ${count})`;

const PEOPLE = `
  SELECT weight, person.id, substr(titles, 1, ${RANKS_READ}) AS titles
  FROM (${[
    people("director", 3, 2, "entry.value ->> 'job' = 'Director'"),
    people("writer", 2, 2),
    people("cast", 2, 5),
  ].join(" UNION ALL ")}) AS credited
  CROSS JOIN catalog_person AS person ON person.id = credited.id`;

interface PersonTitles {
  readonly weight: number;
  readonly id: number;
  readonly titles: string;
}

/** The language of the records is ?1; `found` selects ranks. */
const candidates = (found: string) => `
  SELECT title.rank, title.record AS english, ${RECORD}
  FROM (${found}) AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank
  WHERE title.is_adult = 0`;

const OF_PEOPLE = candidates("SELECT value AS rank FROM json_each(?2)");
const OF_GENRES = candidates(
  `SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ?2 ORDER BY rowid LIMIT ${MAX_OF_GENRES}`,
);

/** Titles whose display title has this key, most popular first. */
const NAMESAKES = `
  SELECT ${RECORD} FROM catalog_key AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank
  WHERE found.key = ?2 AND found.claim = ${WHOLE} AND title.id <> ?3 LIMIT ${MAX_NAMESAKES}`;

interface TitleRow extends RecordRow {
  readonly forms: string;
}

/** Of the display title; "": it has none, and no title has this key. */
function keyOf(forms: string): string {
  const [title = ""] = forms.split(FORM_SEPARATOR);
  return keysOf(wordsOfForm(title))[0] ?? "";
}

interface CandidateRow extends RecordRow {
  readonly rank: number;
  /** The record in English: genres in other languages have other names. */
  readonly english: string;
}

export function relatedTo({ read, query }: CatalogReads): Pick<Capabilities, "related"> {
  return {
    async related({ id, lang, onlyNames }) {
      const named = query<ListedRow>(`${LISTED} WHERE title.id = ?1`, id);
      if (onlyNames) {
        const { rows } = await read(named);
        const [row] = rows[0];
        return row === undefined
          ? MISSING
          : { value: { names: listedTitle(row), similar: [], namesakes: [] }, about: { titles: [id] } };
      }
      const { rows: known } = await read(
        named,
        query<TitleRow>("SELECT record, forms FROM catalog_title WHERE id = ?1", id),
        query<PersonTitles>(PEOPLE, id),
      );
      const [[names], [own], credited] = known;
      const title = parseJson(TitleRecord, own?.record ?? "");
      if (names === undefined || own === undefined || title === null) return MISSING;
      const shared = sharedPeople(credited);
      const ranks = [...shared].toSorted(byWeight).slice(0, MAX_OF_PEOPLE);
      const { rows } = await read(
        query<CandidateRow>(OF_PEOPLE, lang, JSON.stringify(ranks.map(([rank]) => rank))),
        query<CandidateRow>(OF_GENRES, lang, genresExpression(title)),
        query<RecordRow>(NAMESAKES, lang, keyOf(own.forms), id),
      );
      const [ofPeople, ofGenres, ofSameName] = rows;
      const found = new Map([...ofPeople, ...ofGenres].map((row) => [row.rank, row]));
      const scored = [...found.values()].flatMap(({ rank, english, record }) => {
        const other = parseJson(TitleRecord, english);
        const shown = parseJson(TitleRecord, record);
        if (other === null || shown === null || other.id === id) return [];
        return [{ rank, shown, score: (shared.get(rank) ?? 0) + likeness(title, other) }];
      });
      scored.sort((one, other) => other.score - one.score || one.rank - other.rank);
      const similar = scored.slice(0, MAX_SIMILAR).map(({ shown }) => ({ ...shown, plot: "" }));
      const namesakes = ofSameName.flatMap(({ record }) => parseJson(TitleRecord, record) ?? []);
      const titles = [id, ...[...similar, ...namesakes].map((other) => other.id)];
      return { value: { names: listedTitle(names), similar, namesakes }, about: { titles } };
    },
  };
}

type Weighed = readonly [rank: number, weight: number];

/** Best known first among titles that share as much. */
const byWeight = ([rank, weight]: Weighed, [other, otherWeight]: Weighed) =>
  otherWeight - weight || rank - other;

/** What each title gains by the people that it shares, each of them counted once, in the first group. */
function sharedPeople(rows: readonly PersonTitles[]): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  const counted = new Set<number>();
  for (const { weight, id, titles } of rows) {
    if (counted.has(id)) continue;
    counted.add(id);
    const ranks = titles.split(",");
    // The last one may be cut off.
    if (titles.length === RANKS_READ) ranks.pop();
    for (const rank of ranks.map(Number)) weights.set(rank, (weights.get(rank) ?? 0) + weight);
  }
  return weights;
}

const genresOf = (title: TitleRecord) => facetNames(title.genres).map(([slug]) => slug);

/** Two of the genres, or the only one, and the decade if it is known. */
function genresExpression(title: TitleRecord): string {
  const tokens = genresOf(title).map((genre) => quoted(genreToken(genre)));
  const pairs = tokens.flatMap((one, at) => tokens.slice(at + 1).map((other) => `(${one} AND ${other})`));
  const genres = pairs.length > 0 ? pairs : tokens;
  const decade = title.year === "" ? [] : [quoted(decadeToken(title.year.slice(0, 3)))];
  const conditions = [...decade, ...(genres.length > 0 ? [`(${genres.join(" OR ")})`] : [])];
  return conditions.length > 0 ? conditions.join(" AND ") : NOTHING;
}

/** No title has this token. */
const NOTHING = quoted("none");

/** 0 to 6: four for the same genres, one each for the same kind and for the same year. */
function likeness(title: TitleRecord, other: TitleRecord): number {
  const [genres, others] = [genresOf(title), genresOf(other)];
  const common = genres.filter((genre) => others.includes(genre)).length;
  const all = genres.length + others.length - common;
  const years =
    title.year === "" || other.year === "" ? 20 : Math.abs(Number(title.year) - Number(other.year));
  return (
    (all === 0 ? 0 : (4 * common) / all) + (title.type === other.type ? 1 : 0) + Math.max(0, 1 - years / 20)
  );
}
