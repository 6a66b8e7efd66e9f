/**
 * What stands beside a title: its names in every language, titles of the same name, others of its director and leading
 * actors, and titles like it: those of its director, writers and leading actors, and popular ones of its decade with two of
 * its genres. Two round trips, and at most 300 rows.
 */
import type { TitleCard } from "../../contract/people.ts";
import { furtherTitles, isOf, type Lead, MAX_ACTORS } from "../further.ts";
import { MISSING } from "../loaded.ts";
import type { Capabilities } from "../origin.ts";
import { LISTED, type ListedRow, listedTitle } from "./browse.ts";
import { cardOf } from "./people.ts";
import { quoted } from "./search/expressions.ts";
import { CARD, type CatalogReads } from "./statements.ts";
import { decadeToken, facetNames, genreToken } from "./stored/browse-tokens.ts";
import { type CardRow, type FilmographyRow, unpackFilmography } from "./stored/filmography.ts";
import { FORM_SEPARATOR, keysOf, WHOLE, wordsOfForm } from "./stored/names.ts";
import { isPerson } from "./stored/person-ids.ts";

/** More than a page shows: some of them are on its other shelves. */
const MAX_SIMILAR = 18;
const MAX_OF_PEOPLE = 34;
const MAX_OF_GENRES = 34;
const MAX_NAMESAKES = 12;

/** Characters of a list of ranks, the best-known titles first. */
const RANKS_READ = 100;

/** `count` people of a group; `weight`: what a title gains by sharing one of them. */
const people = (group: string, weight: number, count: number, condition = "TRUE") => `
  SELECT * FROM (
    SELECT ${weight} AS weight, entry.value ->> 'id' AS id
    FROM catalog_credits AS credits CROSS JOIN json_each(credits.record, '$.${group}') AS entry
    WHERE credits.id = ?1 AND ${condition} LIMIT ${count})`;

/** The jobs of `isDirector`. */
const DIRECTS =
  "lower(entry.value ->> 'job') IN ('', 'director', 'co-director', 'series director', 'directed by')";

const PEOPLE = `
  SELECT weight, person.id, substr(titles, 1, ${RANKS_READ}) AS titles
  FROM (${[people("director", 3, 2, DIRECTS), people("writer", 2, 2), people("cast", 2, 5)].join(
    " UNION ALL ",
  )}) AS credited
  CROSS JOIN catalog_person AS person ON ${isPerson("credited.id")}`;

interface PersonTitles {
  readonly weight: number;
  readonly id: number;
  readonly titles: string;
}

/** The first director, and actors, of whom one may be the director. */
const LEADS = `
  SELECT iif(weight = 3, 'director', 'actor') AS role, person.id, name, titles, credits
  FROM (${[people("director", 3, 1, DIRECTS), people("cast", 2, 3)].join(" UNION ALL ")}) AS credited
  CROSS JOIN catalog_person AS person ON ${isPerson("credited.id")}`;

/** Of a person's best-known titles: more than a page shows, since some are for adults, or on another list. */
const MAX_OF_LEAD = 8;

interface LeadRow extends Pick<FilmographyRow, "id" | "name" | "titles" | "credits"> {
  readonly role: Lead["role"];
}

/** The language of the cards is ?1; `found` selects ranks. */
const cards = (found: string) => `
  SELECT ${CARD}, title.record ->> 'genres' AS genres
  FROM (${found}) AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank
  WHERE title.is_adult = 0`;

const OF_RANKS = cards("SELECT value AS rank FROM json_each(?2)");
const OF_GENRES = cards(
  `SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ?2 ORDER BY rowid LIMIT ${MAX_OF_GENRES}`,
);

/** Titles whose display title has this key, most popular first. */
const NAMESAKES = `
  ${cards(`SELECT rank FROM catalog_key WHERE key = ?2 AND claim = ${WHOLE}`)} AND title.id <> ?3 LIMIT ${MAX_NAMESAKES}`;

/** With the names of its genres in English. */
interface Alike extends Pick<TitleCard, "type" | "year"> {
  readonly genres: string;
}

interface OwnRow extends Alike {
  readonly rank: number;
  readonly forms: string;
}

const OWN = `SELECT rank, forms, type, record ->> 'year' AS year, record ->> 'genres' AS genres FROM catalog_title WHERE id = ?1`;

interface AlikeRow extends CardRow, Alike {}

/** Of the display title; "": it has none, and no title has this key. */
function keyOf(forms: string): string {
  const [title = ""] = forms.split(FORM_SEPARATOR);
  return keysOf(wordsOfForm(title))[0] ?? "";
}

export function relatedTo({ read, query }: CatalogReads): Pick<Capabilities, "related"> {
  return {
    async related({ id, lang, onlyNames }) {
      const named = query<ListedRow>(`${LISTED} WHERE title.id = ?1`, id);
      if (onlyNames) {
        const { rows } = await read(named);
        const [row] = rows[0];
        if (row === undefined) return MISSING;
        const names = listedTitle(row);
        return { value: { names, similar: [], further: [], namesakes: [] }, about: { titles: [id] } };
      }
      const { rows: known } = await read(
        named,
        query<OwnRow>(OWN, id),
        query<PersonTitles>(PEOPLE, id),
        query<LeadRow>(LEADS, id),
      );
      const [[names], [own], credited, leading] = known;
      if (names === undefined || own === undefined) return MISSING;
      const shared = sharedPeople(credited);
      const leads = leadsIn(leading, own.rank);
      const ranks = [...shared].toSorted(byWeight).slice(0, MAX_OF_PEOPLE);
      const ofPeople = new Set([...ranks.map(([rank]) => rank), ...leads.flatMap((lead) => lead.ranks)]);
      const { rows } = await read(
        query<AlikeRow>(OF_RANKS, lang, JSON.stringify([...ofPeople])),
        query<AlikeRow>(OF_GENRES, lang, genresExpression(own)),
        query<AlikeRow>(NAMESAKES, lang, keyOf(own.forms), id),
      );
      const [sharing, ofGenres, ofSameName] = rows;
      const found = new Map([...sharing, ...ofGenres].map((row) => [row.rank, row]));
      const scored = [...found.values()]
        .filter((other) => other.id !== id)
        .map((other) => ({ other, score: (shared.get(other.rank) ?? 0) + likeness(own, other) }))
        .sort((one, two) => two.score - one.score || one.other.rank - two.other.rank);
      const similar = scored.slice(0, MAX_SIMILAR).map(({ other }) => cardOf(other));
      const namesakes = ofSameName.map(cardOf);
      const further = furtherTitles(
        id,
        leads.map(({ role, name, ranks }) => ({
          role,
          name,
          titles: ranks.flatMap((rank) => found.get(rank) ?? []).map(cardOf),
        })),
      );
      const shown = [...similar, ...namesakes, ...further.flatMap(({ titles }) => titles)];
      return {
        value: { names: listedTitle(names), similar, further, namesakes },
        about: { titles: [id, ...shown.map((other) => other.id)], people: leads.map((lead) => lead.id) },
      };
    },
  };
}

/** With the ranks of the best-known other titles that they directed, or acted in. */
function leadsIn(rows: readonly LeadRow[], own: number) {
  const director = rows.find(({ role }) => role === "director");
  const actors = rows.filter(({ id, role }) => role === "actor" && id !== director?.id);
  return [...(director ? [director] : []), ...actors.slice(0, MAX_ACTORS)].map(
    ({ id, role, name, titles, credits }) => {
      const directedOrActed = unpackFilmography(titles, credits).filter(
        (entry) => entry.rank !== own && isOf(role, entry.credits),
      );
      return { id, role, name, ranks: directedOrActed.slice(0, MAX_OF_LEAD).map(({ rank }) => rank) };
    },
  );
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

const genresOf = (title: Alike) => title.genres.split(", ").filter((name) => name !== "");

/** Two of the genres, or the only one, and the decade if it is known. */
function genresExpression(title: Alike): string {
  const tokens = facetNames(title.genres).map(([genre]) => quoted(genreToken(genre)));
  const pairs = tokens.flatMap((one, at) => tokens.slice(at + 1).map((other) => `(${one} AND ${other})`));
  const genres = pairs.length > 0 ? pairs : tokens;
  const decade = title.year === "" ? [] : [quoted(decadeToken(title.year.slice(0, 3)))];
  const conditions = [...decade, ...(genres.length > 0 ? [`(${genres.join(" OR ")})`] : [])];
  return conditions.length > 0 ? conditions.join(" AND ") : NOTHING;
}

/** No title has this token. */
const NOTHING = quoted("none");

/** 0 to 6: four for the same genres, one each for the same kind and for the same year. */
function likeness(title: Alike, other: Alike): number {
  const [genres, others] = [genresOf(title), genresOf(other)];
  const common = genres.filter((genre) => others.includes(genre)).length;
  const all = genres.length + others.length - common;
  const years =
    title.year === "" || other.year === "" ? 20 : Math.abs(Number(title.year) - Number(other.year));
  return (
    (all === 0 ? 0 : (4 * common) / all) + (title.type === other.type ? 1 : 0) + Math.max(0, 1 - years / 20)
  );
}
