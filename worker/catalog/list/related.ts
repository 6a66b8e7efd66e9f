/**
 * Loads the names of a title in all languages, and related titles: namesakes, titles by its director and lead actors,
 * and similar titles. Takes two round trips and reads at most 300 rows.
 */

import type { Facet, Related } from "../../contract/browse.ts";
import { fourDigits, isKind } from "../../contract/filter.ts";
import { allOf, anyOf, quote } from "../../filters/fts5.ts";
import { ANY, countryToken, decadeFact, genreToken, kindFact, NONE } from "../../filters/tokens.ts";
import {
  areAlike,
  balance,
  type Comparable,
  describeShared,
  rateLikeness,
  type SharedPerson,
  sortByTelling,
  type Telling,
} from "../../source/likeness.ts";
import { type Loaded, MISSING } from "../../source/loaded.ts";
import { furtherTitles, hasLeadRole, MAX_ACTORS } from "../../source/more-by.ts";
import type { RelatedQuery } from "../../source/source.ts";
import { foldName } from "../../text/fold.ts";
import { listGenres } from "../../text/genres.ts";
import { stem } from "../../text/stem.ts";
import { buildKeys } from "../../text/title-keys.ts";
import { isArticle } from "../../text/words.ts";
import { facetNames } from "../store/browse-facts.ts";
import { type CardRow, type FilmographyRow, unpackFilmography } from "../store/filmography.ts";
import { FORM_SEPARATOR, splitForm, WHOLE } from "../store/names.ts";
import { matchPersonId } from "../store/person-ids.ts";
import { query } from "../store/read-queue.ts";
import { CARD, type CatalogReads } from "../store/statements.ts";
import { LISTED, type ListedRow, toListedTitle } from "./browse.ts";
import { toCard } from "./people.ts";

/** The maximum number of similar titles, and the number of them that a page shows. */
const MAX_SIMILAR = 18;
const SHOWN = 7;
/** The maximum numbers of candidates for similar titles that each of the three expressions may select. */
const MAX_OF_TIME = 18;
const MAX_OF_COUNTRY = 12;
const MAX_OF_GENRES = 11;
const MAX_NAMESAKES = 12;
/** The maximum number of candidates whose titles begin like the title. */
const MAX_OF_SERIES = 12;

/** Returns SQL for the first `count` people in a credits group. */
const selectLeads = (role: SharedPerson["role"], group: string, count: number, condition = "TRUE") => `
  SELECT * FROM (
    SELECT '${role}' AS role, entry.value ->> 'id' AS id
    FROM catalog_credits AS credits CROSS JOIN json_each(credits.record, '$.${group}') AS entry
    WHERE credits.id = ?1 AND ${condition} LIMIT ${count})`;

/** The SQL equivalent of `isDirector`. */
const DIRECTS =
  "lower(entry.value ->> 'job') IN ('', 'director', 'co-director', 'series director', 'directed by')";

/**
 * Selects the first director, the first writer and the first three actors. Only two actors are shown, but one of the
 * three may also be the director.
 */
const LEADS = `
  SELECT role, person.id, name, titles, credits
  FROM (${[
    selectLeads("director", "director", 1, DIRECTS),
    selectLeads("writer", "writer", 1),
    selectLeads("actor", "cast", 3),
  ].join(" UNION ALL ")}) AS credited
  CROSS JOIN catalog_person AS person ON ${matchPersonId("credited.id")}`;

/**
 * The maximum number of titles to read per person. A page shows fewer, because some are adult titles or are already
 * in another list.
 */
const MAX_OF_LEAD = 8;
/** The maximum number of titles to read for the writer. They are only used to find similar titles. */
const MAX_OF_WRITER = 4;

interface LeadRow extends Pick<FilmographyRow, "id" | "name" | "titles" | "credits"> {
  readonly role: SharedPerson["role"];
}

/** Returns SQL for titles in the language ?1. `ranksSql` selects their ranks. */
const selectCards = (ranksSql: string) => `
  SELECT ${CARD}, title.record ->> 'title' AS english, title.record ->> 'genres' AS genres, title.record ->> 'countries' AS countries
  FROM (${ranksSql}) AS found CROSS JOIN catalog_title AS title ON title.rank = found.rank
  WHERE title.is_adult = 0`;

const OF_RANKS = selectCards("SELECT value AS rank FROM json_each(?2)");
const matching = (expression: string, limit: number) =>
  `SELECT * FROM (SELECT rowid AS rank FROM catalog_browse WHERE catalog_browse MATCH ${expression} ORDER BY rowid LIMIT ${limit})`;
/**
 * Selects titles that match one of three expressions: for the same time (?2), the same country (?3) and the same
 * genres (?4).
 */
const OF_GENRES = selectCards(
  [matching("?2", MAX_OF_TIME), matching("?3", MAX_OF_COUNTRY), matching("?4", MAX_OF_GENRES)].join(
    " UNION ",
  ),
);

const GENRES = "SELECT name, movies, series, titles FROM catalog_facet WHERE facet IN ('genre', 'any')";
const COUNTRIES = `SELECT name, movies, series, titles FROM catalog_facet
  WHERE facet = 'country' AND value IN (SELECT value FROM json_each(?1))`;

/** Selects titles whose display title has this key, by popularity. */
const NAMESAKES = `
  ${selectCards(`SELECT rank FROM catalog_key WHERE key = ?2 AND claim = ${WHOLE}`)} AND title.id <> ?3 LIMIT ${MAX_NAMESAKES}`;

interface OwnRow extends Comparable {
  readonly rank: number;
  readonly forms: string;
}

const OWN = `
  SELECT rank, forms, type, record ->> 'year' AS year, record ->> 'genres' AS genres, record ->> 'countries' AS countries,
    sources ->> 'votes' AS votes
  FROM catalog_title WHERE id = ?1`;

/** Selects titles whose names contain the leading words of the title. */
const OF_SERIES = selectCards(`
  SELECT * FROM (SELECT rowid AS rank FROM catalog_index WHERE catalog_index MATCH ?2 ORDER BY rowid LIMIT ${MAX_OF_SERIES})`);

type AlikeRow = CardRow & Pick<Comparable, "genres" | "countries"> & { readonly english: string };

/** Matches words that number the parts of a series. */
const NUMBER = /^(?:\d+|i{1,3}|iv|vi{0,3}|part|chapter|episode|vol|volume|movie)$/;
const MAX_LEADING = 2;

function beginsLike(leading: readonly string[], name: string): boolean {
  const words = findLeadingWords(name);
  return leading.length > 0 && words.length > 0 && leading.every((word, at) => word === words[at]);
}

/** Returns the words with which the titles of a series of films begin, without an article and a number. */
function findLeadingWords(name: string): string[] {
  const [part = ""] = name.split(/[:–—(]|\s-\s/u);
  const words = foldName(part.replaceAll(/['’]s\b/g, "")).filter(
    (word, at) => !isArticle(word) && (at === 0 || !NUMBER.test(word)),
  );
  return words.slice(0, MAX_LEADING).map(stem);
}

/** Returns the key of the display title, or "" if it has none. No title has the key "". */
function findDisplayKey(forms: string): string {
  const [title = ""] = forms.split(FORM_SEPARATOR);
  return buildKeys(splitForm(title))[0] ?? "";
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
    const names = toListedTitle(row);
    return { value: { names, similar: [], further: [], namesakes: [] }, ids: { titles: [id] } };
  }
  const rows = await read({
    names: named,
    titles: query<OwnRow>(OWN, id),
    leads: query<LeadRow>(LEADS, id),
    genres: query<FacetRow>(GENRES),
  });
  const [names] = rows.names;
  const [own] = rows.titles;
  if (names === undefined || own === undefined) return MISSING;
  const leads = listLeads(rows.leads, own.rank);
  const ranks = new Set(leads.flatMap((lead) => lead.ranks));
  const all = rows.genres.find(({ name }) => name === "any");
  const genres = rateNames(rows.genres, own.type, all);
  const expressions = buildExpressions(own, genres);
  const leading = findLeadingWords(names.title);
  const others = await read({
    ofLeads: query<AlikeRow>(OF_RANKS, lang, JSON.stringify([...ranks])),
    ofGenres: query<AlikeRow>(
      OF_GENRES,
      lang,
      expressions.ofTime,
      expressions.ofCountry,
      expressions.ofGenres,
    ),
    ofSeries:
      leading.length === 0
        ? []
        : [
            query<AlikeRow>(
              OF_SERIES,
              lang,
              allOf(
                foldName(names.title)
                  .filter((word) => leading.includes(stem(word)))
                  .slice(0, MAX_LEADING)
                  .map(quote),
              ),
            ),
          ],
    countries: query<FacetRow>(
      COUNTRIES,
      JSON.stringify(facetNames(own.countries.split(", ")).map(([slug]) => slug)),
    ),
    namesakes: query<AlikeRow>(NAMESAKES, lang, findDisplayKey(own.forms), id),
  });
  const candidates = new Map(
    [...others.ofLeads, ...others.ofGenres, ...others.ofSeries.flat()].map((row) => [row.rank, row]),
  );
  const namesakes = others.namesakes.map(toCard);
  const countries = rateNames(others.countries, own.type, all);
  const isNamesake = new Set(namesakes.map((other) => other.id));
  const rated = [...candidates.values()]
    .filter((other) => other.id !== id && !isNamesake.has(other.id))
    .map((other) => {
      const people = leads.filter((lead) => lead.all.has(other.rank));
      const isMadeAlike =
        people.length > 1 || people.some(({ role }) => role !== "actor" || leading.length > 1);
      const isSameSeries = isMadeAlike && beginsLike(leading, other.english);
      return { other, comparison: { people, genres, countries, isSameSeries } };
    })
    .filter(({ other, comparison }) => areAlike(own, other, comparison))
    .map(({ other, comparison }) => ({
      ...comparison,
      other,
      shared: describeShared(own, other, comparison),
      score: rateLikeness(own, other, comparison),
    }))
    .sort((one, two) => two.score - one.score || one.other.rank - two.other.rank);
  const shelves = leads
    .filter(({ role }) => role !== "writer")
    .map(({ role, name, ranks }) => ({
      role: role as Exclude<typeof role, "writer">,
      name,
      titles: ranks.flatMap((rank) => candidates.get(rank) ?? []).map(toCard),
    }));
  const chosen = leaveToShelves(balance(rated), shelves);
  // The similar titles that the page shows are chosen first, so that the closest ones are among them.
  const isFirst = new Set(chosen.slice(0, SHOWN).map(({ other }) => other.id));
  const further = furtherTitles(
    id,
    shelves.map((shelf) => ({ ...shelf, titles: shelf.titles.filter((title) => !isFirst.has(title.id)) })),
  );
  const isFurther = new Set(further.flatMap(({ titles }) => titles.map((title) => title.id)));
  const similar = chosen
    .filter(({ other }) => !isFurther.has(other.id))
    .slice(0, MAX_SIMILAR)
    .map(({ other, shared }) => ({ ...toCard(other), shared }));
  const shown = [...similar, ...namesakes, ...further.flatMap(({ titles }) => titles)];
  return {
    value: { names: toListedTitle(names), similar, further, namesakes },
    ids: { titles: [id, ...shown.map((other) => other.id)], people: leads.map((lead) => lead.id) },
  };
}

/** Leaves the titles of a maker to the maker's shelf if nothing else would be on it. Titles of the same series stay. */
function leaveToShelves<Rated extends { readonly other: AlikeRow; readonly isSameSeries: boolean }>(
  rated: readonly Rated[],
  shelves: readonly { readonly titles: readonly { readonly id: number }[] }[],
): readonly Rated[] {
  return shelves.reduce((left, { titles }) => {
    const isFirst = new Set(left.slice(0, SHOWN).map(({ other }) => other.id));
    if (!titles.every(({ id }) => isFirst.has(id))) return left;
    return left.filter(
      ({ other, isSameSeries }) => isSameSeries || !titles.some(({ id }) => id === other.id),
    );
  }, rated);
}

/**
 * Returns the director, the writer and the lead actors, each person once. `all` are the ranks of other titles on which
 * the person had the same role, and `ranks` those to read.
 */
function listLeads(rows: readonly LeadRow[], ownRank: number) {
  const director = rows.find(({ role }) => role === "director");
  const writers = rows.filter(({ id, role }) => role === "writer" && id !== director?.id);
  const actors = rows.filter(({ id, role }) => role === "actor" && id !== director?.id);
  return [...(director ? [director] : []), ...writers, ...actors.slice(0, MAX_ACTORS)].map(
    ({ id, role, name, titles, credits }) => {
      const inRole = unpackFilmography(titles, credits).filter(
        (entry) => entry.rank !== ownRank && hasLeadRole(role, entry.credits),
      );
      const most = role === "writer" ? MAX_OF_WRITER : MAX_OF_LEAD;
      const ranks = inRole.map(({ rank }) => rank);
      return { id, role, name, all: new Set(ranks), ranks: ranks.slice(0, most) };
    },
  );
}

type FacetRow = Omit<Facet, "value">;

/** Returns the weight of each genre or country. The fewer titles of this type have it, the higher its weight. */
function rateNames(rows: readonly FacetRow[], type: string, all: FacetRow | undefined): Telling {
  const count = ({ movies, series, titles }: FacetRow) =>
    Math.max(1, type === "movie" ? movies : type === "series" ? series : titles);
  const total = all === undefined ? 1 : count(all);
  return new Map(rows.map((row) => [row.name, Math.max(0, Math.log(total / count(row)))]));
}

/**
 * The number of years before and after a title that count as the same time. Their decades are included completely.
 */
const NEAR = 4;

const MATCH_NONE = quote(NONE);

/**
 * Builds three expressions for candidates of the same kind: the rarest genre at the same time, the rarest genre in
 * the same country, and the main genre at the same time. If the rarest genre is the main one, the third expression
 * requires two of the genres.
 */
function buildExpressions(title: Comparable, genres: Telling) {
  const slugs = facetNames(listGenres(title.genres)).map(([slug, name]) => ({
    name,
    token: quote(genreToken(slug)),
  }));
  const [main] = slugs;
  if (main === undefined) return { ofTime: MATCH_NONE, ofCountry: MATCH_NONE, ofGenres: MATCH_NONE };
  const [name] = sortByTelling(
    slugs.map((genre) => genre.name),
    genres,
  );
  const telling = slugs.find((genre) => genre.name === name) ?? main;
  const others = slugs.filter((genre) => genre !== telling).map(({ token }) => token);
  // The index has no tokens for other kinds.
  const kind = quote(isKind(title.type) ? kindFact(title.type) : ANY);
  const year = Number(title.year);
  const decades = new Set(
    [year - NEAR, year, year + NEAR].map((near) => decadeFact(fourDigits(near).slice(0, 3))),
  );
  const time = title.year === "" ? "" : ` AND ${anyOf([...decades].map(quote))}`;
  const [country] = facetNames(title.countries.split(", ")).map(([slug]) => quote(countryToken(slug)));
  const alike = `${kind} AND ${telling.token}`;
  const withOther = others.length > 0 ? `${alike} AND ${anyOf(others)}` : alike;
  return {
    ofTime: alike + time,
    ofCountry: country === undefined ? MATCH_NONE : `${alike} AND ${country}`,
    ofGenres: main === telling ? withOther : `${kind} AND ${main.token}${time}`,
  };
}
