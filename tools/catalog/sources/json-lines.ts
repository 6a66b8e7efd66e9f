/**
 * Parses JSON Lines (`.jsonl` or `.jsonl.gz`) with the fields of the contract. The beginning of a file's name
 * determines its kind:
 *
 *     titles…        title records, with optional `popularity`, `votes`, `lang`, `aliases` (strings),
 *                    `translations` ({"fr": {"title", "plot", "genres", "countries", …}}), of series `last_year`,
 *                    `seasons` and `in_production`, and other facts (`contract/facts.ts`)
 *     credits…       credits objects
 *     meta…          {"id", "votes"?, "popularity"?, "lang"?, "last_year"?, "seasons"?, "in_production"?, …}
 *     akas…          {"id", "title", "type"?, "region"?}, alternative titles with a `type` such as "working title"
 *                    (`alias-kinds.ts`)
 *     translations…  {"id", "lang", "title"?, "plot"?, "genres"?, "countries"?, …}
 *     people…        {"id", "name"?, "also_known_as"?, "born"?, "died"?, "birthplace"?, "external"?}
 *     episodes…      {"id", "season", "episode", "title"?, "aired"?, "runtime"?, …}, with the id of the series
 *     seasons…       {"id", "season", "name"?, "poster"?, "translations"?}
 *
 * Titles may also have `external`: {"imdb": "tt0133093", "tmdb": 603, "wikidata": "Q83495"}, and series `tvdb`. In
 * meta files, these are fields of the line itself.
 */
import * as v from "valibot";
import { MAX_SEASON } from "../../../worker/catalog/store/stored-season.ts";
import { CREW_GROUPS, type Credits } from "../../../worker/contract/credits.ts";
import { Day, Year } from "../../../worker/contract/dates.ts";
import {
  type Certificate,
  CollectionFact,
  Facts,
  Life,
  MAX_NAMES,
  readLife,
  SeriesExtent,
  TranslatedFacts,
} from "../../../worker/contract/facts.ts";
import { parseLanguage } from "../../../worker/contract/parameters.ts";
import { ImagePath, type TitleRecord } from "../../../worker/contract/record.ts";
import { OWN_NUMBERS } from "../../../worker/text/own-numbers.ts";
import { isEpisodePlaceholder, isSeasonPlaceholder } from "../../../worker/text/placeholders.ts";
import { id, readCredits, readRecordList } from "../../../worker/upstream/reading.ts";
import type { OtherId } from "../load/load.ts";
import { type SeasonPart, seasonItself, seasonPart } from "../load/seasons.ts";
import { aliasKind } from "./alias-kinds.ts";
import type { GivenAlias, GivenPart, OtherFacts, Translation } from "./given.ts";
import { eachRow, type IgnoreField, type LineFile, type Progress, type RowContext } from "./lines.ts";
import type { LoadReport } from "./load-report.ts";
import { isName, MAX_PLOT, MAX_RATING, type Staging } from "./staging.ts";

const amount = v.pipe(v.number(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const name = v.pipe(v.string(), v.check(isName, "it is too long"));
const text = v.pipe(v.string(), v.maxLength(MAX_PLOT));
const list = v.array(v.unknown());
const object = v.record(v.string(), v.unknown());
const language = v.pipe(v.string(), v.transform(parseLanguage), v.string());

/** The facts that have the same names in files as in the contract. */
const OTHER_FACTS = v.omit(Facts, [
  "popularity",
  "votes",
  "language",
  "series",
  "schedule",
  "external",
  "collection",
]);
const COLLECTION = v.pipe(
  v.object({
    name: v.optional(CollectionFact.entries.name),
    tmdb: v.optional(v.pipe(id, v.maxValue(OWN_NUMBERS - 1))),
    titles: v.optional(v.array(id)),
  }),
  v.check(({ name, tmdb }) => (name ?? tmdb) !== undefined),
);
const FACTS = {
  popularity: amount,
  votes: amount,
  lang: language,
  ...OTHER_FACTS.entries,
  certificates: v.pipe(Facts.entries.certificates.wrapped, v.transform(sortCertificates)),
  companies: v.pipe(v.array(v.unknown()), v.transform(firstNames), Facts.entries.companies.wrapped),
  networks: v.pipe(v.array(v.unknown()), v.transform(firstNames), Facts.entries.networks.wrapped),
  collection: COLLECTION,
};
const TRANSLATED = { title: name, plot: text, genres: name, countries: name, ...TranslatedFacts.entries };
const TITLE_IDS = {
  imdb: v.pipe(v.string(), v.regex(/^tt\d{1,10}$/)),
  tmdb: id,
  wikidata: v.pipe(v.string(), v.regex(/^Q\d{1,12}$/)),
  tvdb: id,
};
const { tvdb: _, ...PERSON_IDS } = { ...TITLE_IDS, imdb: v.pipe(v.string(), v.regex(/^nm\d{1,10}$/)) };

const whole = v.pipe(amount, v.integer());
const seasonNumber = v.pipe(whole, v.maxValue(MAX_SEASON));
/** The schema of an episode number. Larger numbers are rejected, because they are probably ids. */
const episodeNumber = v.pipe(whole, v.maxValue(99_999));
const EPISODE = {
  title: name,
  aired: v.union([Day, Year]),
  runtime: whole,
  rating: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_RATING)),
  votes: whole,
  plot: text,
  still: ImagePath,
  external: object,
  translations: object,
};
const EPISODE_IDS = { imdb: TITLE_IDS.imdb, tmdb: id, tvdb: id };

function firstNames(names: unknown[]): unknown[] {
  return names.slice(0, MAX_NAMES);
}

/** Returns the first certificate of each country, sorted by country. */
function sortCertificates(certificates: Certificate[]): Certificate[] {
  const byCountry = Map.groupBy(certificates, ({ country }) => country);
  return [...byCountry.keys()].sort().flatMap((country) => byCountry.get(country)?.[0] ?? []);
}

type Schemas = Readonly<Record<string, v.GenericSchema>>;
type Fields<S extends Schemas> = { -readonly [Name in keyof S]?: v.InferOutput<S[Name]> };

/**
 * Returns the valid fields of a row. Omits absent fields, `null` and malformed fields, and reports the malformed
 * ones.
 */
function parseFields<const S extends Schemas>(schemas: S, row: unknown, ignore: IgnoreField): Fields<S> {
  const fields = v.parse(object, row);
  const validFields: Fields<S> = {};
  for (const field of Object.keys(schemas) as (keyof S & string)[]) {
    const value = fields[field] ?? null;
    const read = value === null ? null : v.safeParse(schemas[field] as S[typeof field], value);
    if (read?.success === true) validFields[field] = read.output;
    // An empty string means that the value is unknown, so it is not reported as malformed.
    else if (read !== null && value !== "")
      ignore(`${field} ${JSON.stringify(value).slice(0, MAX_SHOWN)} is malformed`);
  }
  return validFields;
}

/** The maximum number of characters of a malformed value that are shown in a report. */
const MAX_SHOWN = 60;

function parseItems<S extends v.GenericSchema>(
  schema: S,
  items: readonly unknown[] = [],
  ignore: IgnoreField,
): v.InferOutput<S>[] {
  return items.flatMap((item) => parseFields({ item: schema }, { item }, ignore).item ?? []);
}

/** The facts, names and ids in a row, without the record. */
interface GivenFacts extends GivenPart {
  readonly facts: OtherFacts;
  /** The external ids. The source `tmdb` is used for both films and series. */
  readonly external?: readonly OtherId[] | undefined;
}

interface GivenTitle extends GivenFacts {
  readonly record: TitleRecord;
}

/** Parses a row of a titles file. Throws if it is malformed. */
export function readTitle(row: unknown, ignore: IgnoreField): GivenTitle {
  const [record] = readRecordList([row]).value;
  if (record === undefined) throw new Error("not a title record");
  const optional = { aliases: list, translations: object, external: object };
  const { aliases, translations, external } = parseFields(optional, row, ignore);
  return {
    record,
    ...readGivenFacts(row, ignore),
    external: external && readIds(TITLE_IDS, external, ignore),
    aliases: aliases && parseItems(name, aliases, ignore).map((alias) => [alias, {}] as const),
    translations: translations && readTranslations(translations, ignore),
  };
}

const readTranslations = (translations: v.InferOutput<typeof object>, ignore: IgnoreField): Translation[] =>
  readTexts(translations, TRANSLATED, ignore);

/** Parses the translated fields of each language, and reports malformed ones. */
function readTexts<const S extends Schemas>(
  translations: v.InferOutput<typeof object>,
  schemas: S,
  ignore: IgnoreField,
): (readonly [lang: string, Fields<S>])[] {
  return Object.entries(translations).flatMap(([tag, translation]) => {
    const { lang } = parseFields({ lang: language }, { lang: tag }, ignore);
    const [words] = parseItems(object, [translation], ignore);
    if (lang === undefined || words === undefined) return [];
    return [[lang, parseFields(schemas, words, ignore)] as const];
  });
}

function readGivenFacts(row: unknown, ignore: IgnoreField): GivenFacts {
  const { popularity, votes, lang, ...others } = parseFields(FACTS, row, ignore);
  const isRated = popularity !== undefined || votes !== undefined;
  const series = parseFields(SeriesExtent.entries, row, ignore);
  return {
    popularity: isRated ? { popularity: popularity ?? 0, votes: Math.round(votes ?? 0) } : undefined,
    facts: {
      ...(lang !== undefined && { language: lang }),
      ...(Object.keys(series).length > 0 && { series }),
      ...others,
    },
  };
}

function readIds(schemas: Schemas, row: unknown, ignore: IgnoreField): OtherId[] {
  return Object.entries(parseFields(schemas, row, ignore)).map(([source, other]) => [source, String(other)]);
}

export function readPerson(row: unknown, ignore: IgnoreField) {
  const { id: person } = v.parse(v.object({ id }), row);
  const schemas = { also_known_as: list, external: object, ...Life.entries };
  const { also_known_as, external, ...life } = parseFields(schemas, row, ignore);
  const ids = external && readIds(PERSON_IDS, external, ignore);
  return {
    id: person,
    names: also_known_as && parseItems(name, also_known_as, ignore),
    life: readLife(life),
    external: ids?.map(([source, other]): OtherId => [source === "tmdb" ? "tmdb-person" : source, other]),
  };
}

export function readAlias(row: unknown, ignore: IgnoreField): GivenAlias {
  const { title } = v.parse(v.object({ title: name }), row);
  const { type, region } = parseFields({ type: v.string(), region: v.string() }, row, ignore);
  return [title, { kind: aliasKind(type ?? null), region }];
}

export function readTranslation(row: unknown, ignore: IgnoreField): Translation {
  const { lang } = v.parse(v.object({ lang: language }), row);
  return [lang, parseFields(TRANSLATED, row, ignore)];
}

export function readEpisode(row: unknown, ignore: IgnoreField): SeasonPart {
  const { season, episode } = v.parse(v.object({ season: seasonNumber, episode: episodeNumber }), row);
  const { external, translations = {}, ...fields } = parseFields(EPISODE, row, ignore);
  const { tmdb, ...ids } = Object.fromEntries(readIds(EPISODE_IDS, external ?? {}, ignore));
  const titled = (title: string | undefined) =>
    title === undefined || isEpisodePlaceholder(title, season, episode) ? "" : title;
  const texts = readTexts(translations, { title: name, plot: text }, ignore).flatMap(([lang, words]) => {
    const { title, ...others } = words;
    const withoutPlaceholder = titled(title) === "" ? others : words;
    return Object.keys(withoutPlaceholder).length > 0 ? [[lang, withoutPlaceholder] as const] : [];
  });
  const { aired = "", runtime = 0, rating = 0, votes = 0, plot = "", still = null } = fields;
  const details = {
    plot,
    still,
    external: { ...ids, ...(tmdb !== undefined && { "tmdb-episode": tmdb }) },
    translations: Object.fromEntries(texts),
  };
  return seasonPart(season, [[episode, titled(fields.title), aired, runtime, rating, votes, 0, details]]);
}

export function readSeason(row: unknown, ignore: IgnoreField): SeasonPart {
  const { season } = v.parse(v.object({ season: seasonNumber }), row);
  const fields = parseFields({ name, poster: ImagePath, translations: object }, row, ignore);
  const named = (text = "") => (isSeasonPlaceholder(text, season) ? "" : text);
  const names = readTexts(fields.translations ?? {}, { name }, ignore).flatMap(([lang, words]) =>
    named(words.name) === "" ? [] : [[lang, named(words.name)] as const],
  );
  return seasonItself(season, {
    name: named(fields.name),
    poster: fields.poster ?? null,
    names: Object.fromEntries(names),
  });
}

/** Parses a row of a credits file and returns the credits as JSON. */
export function readCreditsOf(title: number, row: unknown, ignore: IgnoreField): string {
  const groups = Object.fromEntries(["cast", ...CREW_GROUPS].map((group) => [group, list]));
  const { value, dropped } = readCredits({ id: title, ...parseFields(groups, row, ignore) }, title);
  if (dropped > 0) ignore(`${dropped} credits have no id`);
  return JSON.stringify(withoutNameless(value, ignore));
}

const parseId = (row: unknown) => v.parse(v.object({ id }), row).id;

/** The functions that stage a row, by the kind of the file. */
const STAGED = {
  titles(row, staging, context) {
    const { record, ...part } = readTitle(row, context.ignore);
    staging.addTitle(record, context);
    stage(staging, record.id, part);
  },
  credits(row, staging, { place, ignore }) {
    const title = parseId(row);
    staging.addCredits(title, readCreditsOf(title, row, ignore), place);
  },
  meta(row, staging, { ignore }) {
    const title = parseId(row);
    stage(staging, title, { ...readGivenFacts(row, ignore), external: readIds(TITLE_IDS, row, ignore) });
  },
  people(row, staging, { ignore }) {
    const { id: person, names = [], life, external = [] } = readPerson(row, ignore);
    staging.addPersonDetails(person, { otherNames: names, life });
    for (const [source, other] of external) staging.addExternal(source, other, "person", person);
  },
  episodes(row, staging, { place, ignore }) {
    staging.addSeasonPart(parseId(row), readEpisode(row, ignore), place);
  },
  seasons(row, staging, { place, ignore }) {
    staging.addSeasonPart(parseId(row), readSeason(row, ignore), place);
  },
  akas(row, staging, { ignore }) {
    staging.addPart(parseId(row), { aliases: [readAlias(row, ignore)] });
  },
  translations(row, staging, { ignore }) {
    staging.addPart(parseId(row), { translations: [readTranslation(row, ignore)] });
  },
} as const satisfies Readonly<Record<string, (row: unknown, staging: Staging, context: RowContext) => void>>;

function stage(staging: Staging, title: number, { popularity, external = [], ...part }: GivenFacts): void {
  const { facts, aliases = [], translations = [] } = part;
  if (popularity !== undefined) staging.addPopularity(title, popularity);
  if (Object.keys(facts).length + aliases.length + translations.length > 0) staging.addPart(title, part);
  for (const [source, other] of external) staging.addExternal(source, other, "title", title);
}

/** Omits credits whose name is missing or too long, and reports their number. */
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

/** Returns the kind of a file by its name, or `null` for other formats. */
export function jsonLinesKind(name: string): keyof typeof STAGED | null {
  if (!/\.jsonl(\.gz)?$/.test(name)) return null;
  return (Object.keys(STAGED) as (keyof typeof STAGED)[]).find((kind) => name.startsWith(kind)) ?? null;
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
    read: (value, context) => STAGED[kind](value, staging, context),
  });
}

/**
 * Parses a line. Replaces unpaired surrogates with U+FFFD, because UTF-8 cannot encode them. Throws if a text
 * contains U+0000, because D1 would cut it off there. In JSON, both can only occur as escapes.
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
