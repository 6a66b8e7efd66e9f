/**
 * The names of a title in every language, and the titles related to it: with the same name, by its director and leading
 * actors, and titles like it. These are popular titles with its rarest genre and another of its genres, titles of its time
 * first. Two round trips, and at most 300 rows.
 */

import type { Related } from "../../contract/browse.ts";
import { fourDigits } from "../../contract/filter.ts";
import type { FilmographyTitle } from "../../contract/people.ts";
import { anyOf, quoted } from "../../filters/fts5.ts";
import { decadeFact, genreToken } from "../../filters/tokens.ts";
import { type Loaded, MISSING } from "../../source/loaded.ts";
import { furtherTitles, isOf, type Lead, MAX_ACTORS } from "../../source/more-by.ts";
import type { RelatedQuery } from "../../source/source.ts";
import { facetNames } from "../store/browse-facts.ts";
import { type CardRow, type FilmographyRow, unpackFilmography } from "../store/filmography.ts";
import { FORM_SEPARATOR, keysOf, WHOLE, wordsOfForm } from "../store/names.ts";
import { isPerson } from "../store/person-ids.ts";
import { query } from "../store/read-queue.ts";
import { CARD, type CatalogReads } from "../store/statements.ts";
import { LISTED, type ListedRow, listedTitle } from "./browse.ts";
import { cardOfRow } from "./people.ts";

/** More than a page shows: some of them are on its other shelves. */
const MAX_SIMILAR = 18;
const MAX_OF_TIME = 38;
const MAX_OF_GENRES = 20;
const MAX_NAMESAKES = 12;

/** `count` people of a group. */
const people = (role: Lead["role"], group: string, count: number, condition = "TRUE") => `
  SELECT * FROM (
    SELECT '${role}' AS role, entry.value ->> 'id' AS id
    FROM catalog_credits AS credits CROSS JOIN json_each(credits.record, '$.${group}') AS entry
    WHERE credits.id = ?1 AND ${condition} LIMIT ${count})`;

/** The jobs of `isDirector`. */
const DIRECTS =
  "lower(entry.value ->> 'job') IN ('', 'director', 'co-director', 'series director', 'directed by')";

/** The first director, and actors, one of whom may be the director. */
const LEADS = `
  SELECT role, person.id, name, titles, credits
  FROM (${[people("director", "director", 1, DIRECTS), people("actor", "cast", 3)].join(" UNION ALL ")}) AS credited
  CROSS JOIN catalog_person AS person ON ${isPerson("credited.id")}`;

/** The most titles read of a person: more than a page shows, since some are for adults, or on another list. */
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
const matching = (expression: string, limit: number) =>
  `SELECT * FROM (SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ${expression} ORDER BY rowid LIMIT ${limit})`;
/** ?2: titles of its time, ?3: of any time. */
const OF_GENRES = cards(`${matching("?2", MAX_OF_TIME)} UNION ${matching("?3", MAX_OF_GENRES)}`);

const GENRES = "SELECT name, titles FROM catalog_facet WHERE facet = 'genre'";

/** Titles whose display title has this key, most popular first. */
const NAMESAKES = `
  ${cards(`SELECT rank FROM catalog_key WHERE key = ?2 AND claim = ${WHOLE}`)} AND title.id <> ?3 LIMIT ${MAX_NAMESAKES}`;

/** With the names of its genres in English. */
interface Alike extends Pick<FilmographyTitle, "type" | "year"> {
  readonly genres: string;
}

interface OwnRow extends Alike {
  readonly rank: number;
  readonly forms: string;
}

const OWN = `SELECT rank, forms, type, record ->> 'year' AS year, record ->> 'genres' AS genres FROM catalog_title WHERE id = ?1`;

interface AlikeRow extends CardRow, Alike {}

/** The key of the display title; "", which no title has as a key, if it has none. */
function keyOf(forms: string): string {
  const [title = ""] = forms.split(FORM_SEPARATOR);
  return keysOf(wordsOfForm(title))[0] ?? "";
}

export async function loadRelated(
  { id, lang, onlyNames }: RelatedQuery,
  { read }: CatalogReads,
): Promise<Loaded<Related>> {
  const named = query<ListedRow>(`${LISTED} WHERE title.id = ?1`, id);
  if (onlyNames) {
    const { titles } = await read({ titles: named });
    const [row] = titles;
    if (row === undefined) return MISSING;
    const names = listedTitle(row);
    return { value: { names, similar: [], further: [], namesakes: [] }, ids: { titles: [id] } };
  }
  const { catalog, ...rows } = await read({
    names: named,
    titles: query<OwnRow>(OWN, id),
    leads: query<LeadRow>(LEADS, id),
    genres: query<GenreRow>(GENRES),
  });
  const [names] = rows.names;
  const [own] = rows.titles;
  if (names === undefined || own === undefined) return MISSING;
  const leads = leadsIn(rows.leads, own.rank);
  const ofLeads = leads.flatMap(({ ranks }) => ranks);
  const telling = new Map(rows.genres.map(({ name, titles }) => [name, Math.log(catalog.titles / titles)]));
  const { ofTime, ofAny } = genreExpressions(own, telling);
  const others = await read({
    ofLeads: query<AlikeRow>(OF_RANKS, lang, JSON.stringify([...new Set(ofLeads)])),
    ofGenres: query<AlikeRow>(OF_GENRES, lang, ofTime, ofAny),
    namesakes: query<AlikeRow>(NAMESAKES, lang, keyOf(own.forms), id),
  });
  const found = new Map([...others.ofLeads, ...others.ofGenres].map((row) => [row.rank, row]));
  const namesakes = others.namesakes.map(cardOfRow);
  const further = furtherTitles(
    id,
    leads.map(({ role, name, ranks }) => ({
      role,
      name,
      titles: ranks.flatMap((rank) => found.get(rank) ?? []).map(cardOfRow),
    })),
  );
  const elsewhere = new Set([id, ...further.flatMap(({ titles }) => titles.map((other) => other.id))]);
  const scored = [...found.values()]
    .filter((other) => !elsewhere.has(other.id))
    .map((other) => {
      const shared = ofLeads.filter((rank) => rank === other.rank).length;
      return {
        other,
        score: likeness(own, other, telling) + shared / 2 + popularityOf(other, catalog.gap),
      };
    })
    .sort((one, two) => two.score - one.score || one.other.rank - two.other.rank);
  const similar = scored.slice(0, MAX_SIMILAR).map(({ other }) => cardOfRow(other));
  const shown = [...similar, ...namesakes, ...further.flatMap(({ titles }) => titles)];
  return {
    value: { names: listedTitle(names), similar, further, namesakes },
    ids: { titles: [id, ...shown.map((other) => other.id)], people: leads.map((lead) => lead.id) },
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

interface GenreRow {
  readonly name: string;
  readonly titles: number;
}

/** How much a genre tells: few titles are westerns, half of all are dramas. */
type Telling = ReadonlyMap<string, number>;

const genresOf = (title: Alike) => title.genres.split(", ").filter((name) => name !== "");

/** The most telling of its genres with another one, in the decades around its year, and in any. */
function genreExpressions(title: Alike, telling: Telling): { ofTime: string; ofAny: string } {
  const [first, ...others] = facetNames(title.genres)
    .toSorted(([, one], [, other]) => (telling.get(other) ?? 0) - (telling.get(one) ?? 0))
    .map(([slug]) => quoted(genreToken(slug)));
  if (first === undefined) return { ofTime: NOTHING, ofAny: NOTHING };
  const genres = others.length > 0 ? `${first} AND ${anyOf(others)}` : first;
  const year = Number(title.year);
  const decades = new Set(
    [year - NEAR, year, year + NEAR].map((near) => decadeFact(fourDigits(near).slice(0, 3))),
  );
  const ofTime = title.year === "" ? genres : `${genres} AND ${anyOf([...decades].map(quoted))}`;
  return { ofTime, ofAny: genres };
}

/** Years. */
const NEAR = 4;

/** No title has this token. */
const NOTHING = quoted("none");

/** The logarithm of the votes; of a title without votes, estimated from its rank. */
function popularityOf({ votes, rank }: AlikeRow, gap: number): number {
  return votes !== null && votes > 0 ? Math.log10(votes) : MOST_DIGITS - Math.log10(rank / gap);
}

const MOST_DIGITS = 5;

/** 0 to 8: five for the same genres, one for the same kind, and two for the same year. */
function likeness(title: Alike, other: Alike, telling: Telling): number {
  const [genres, others] = [genresOf(title), genresOf(other)];
  const weigh = (some: readonly string[]) => some.reduce((sum, genre) => sum + (telling.get(genre) ?? 0), 0);
  const common = weigh(genres.filter((genre) => others.includes(genre)));
  const years =
    title.year === "" || other.year === "" ? 20 : Math.abs(Number(title.year) - Number(other.year));
  return (
    (5 * common) / (weigh(genres) + weigh(others) - common || 1) +
    (title.type === other.type ? 1 : 0) +
    2 * Math.max(0, 1 - years / 20)
  );
}
