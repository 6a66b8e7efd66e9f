/**
 * Parses JSON Lines (`.jsonl`, `.ndjson` or `.json`, which may be compressed) with the fields of the contract. The
 * beginning of a file's name determines its kind:
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
import { byStoredLanguage } from "../../../worker/catalog/store/regions.ts";
import { MAX_SEASON } from "../../../worker/catalog/store/stored-season.ts";
import {
  type CastEntry,
  CREW_GROUPS,
  type CrewEntry,
  uniqueCredits,
} from "../../../worker/contract/credits.ts";
import {
  type Certificate,
  CollectionFact,
  Facts,
  Life,
  MAX_NAMES,
  type SeriesExtent,
  TranslatedFacts,
} from "../../../worker/contract/facts.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { OWN_NUMBERS } from "../../../worker/text/own-numbers.ts";
import { isEpisodePlaceholder, isSeasonPlaceholder } from "../../../worker/text/placeholders.ts";
import type { OtherId } from "../load/load.ts";
import { type SeasonPart, seasonItself, seasonPart } from "../load/seasons.ts";
import { aliasKind } from "./alias-kinds.ts";
import {
  type GivenAlias,
  type GivenPart,
  type OtherFacts,
  type Translation,
  toRecord,
  withoutContradiction,
} from "./given.ts";
import { eachRow, type LineFile, type Progress, type RowContext } from "./lines.ts";
import type { LoadReport } from "./load-report.ts";
import type { Staging } from "./staging.ts";
import * as values from "./values.ts";
import {
  type Fields,
  type IgnoreField,
  isUnknown,
  Malformed,
  matching,
  PERSON_IDS,
  type Reader,
  type Readers,
  readFields,
  readItems,
  required,
  TITLE_IDS,
} from "./values.ts";

/** The fields of a title's record, without its id and title. */
const RECORD = {
  is_adult: values.flag,
  type: values.kind,
  original_title: values.words,
  year: values.year,
  countries: values.countries,
  genres: values.names,
  runtime: values.duration,
  rating: values.rating,
  plot: values.plot,
  poster: values.image,
};
const TRANSLATED_FACTS = {
  tagline: matching(TranslatedFacts.entries.tagline.wrapped, "is not a text of at most 500 characters"),
  trailer: matching(TranslatedFacts.entries.trailer.wrapped, "is not a URL that begins with https://"),
};
const SERIES = {
  last_year: values.whole(1000, 9999),
  seasons: values.whole(1),
  in_production: values.flag,
} satisfies Record<keyof SeriesExtent, Reader<unknown>>;
const FACTS = {
  popularity: values.amount,
  votes: values.whole(0),
  lang: values.language,
  released: values.day,
  status: matching(Facts.entries.status.wrapped, "is not a status"),
  certificates: matching(Facts.entries.certificates.wrapped, "is not a list of certificates"),
  companies: readCompanies,
  networks: readCompanies,
  collection: readCollection,
  backdrop: values.image,
  ...TRANSLATED_FACTS,
};
/** The facts that contain the value of a field. Without the value, an update keeps all of them. */
const FACTS_OF: Readonly<Record<string, readonly string[]>> = {
  votes: ["votes", "popularity"],
  popularity: ["votes", "popularity"],
  ...Object.fromEntries(Object.keys(SERIES).map((field) => [field, ["series"]])),
};
const TRANSLATED = {
  title: values.words,
  plot: values.plot,
  genres: values.names,
  countries: values.countries,
  ...TRANSLATED_FACTS,
};

const season = values.whole(0, MAX_SEASON);
/** The number of an episode. Larger numbers are rejected, because they are probably ids. */
const episode = values.whole(0, 99_999);
const EPISODE = {
  title: values.words,
  aired: values.airDate,
  runtime: values.duration,
  rating: values.rating,
  votes: values.whole(0),
  plot: values.plot,
  still: values.image,
  external: values.object,
  translations: values.object,
};
const EPISODE_IDS = { imdb: TITLE_IDS.imdb, tmdb: TITLE_IDS.tmdb, tvdb: TITLE_IDS.tvdb };
const LIFE = {
  born: values.date,
  died: values.date,
  birthplace: matching(Life.entries.birthplace.wrapped, "is not a text of at most 200 characters"),
};

/** Reads a list of names, of which the facts have the first ones. */
function readCompanies(value: unknown): string[] | Malformed {
  const read = values.nameList(value);
  if (read instanceof Malformed) return read;
  const [names] = Facts.entries.companies.wrapped.pipe;
  return matching(names, "is not a list of names of at most 100 characters")(read);
}

function readCollection(value: unknown): OtherFacts["collection"] | Malformed {
  let isReadable = true;
  const read = readFields(
    {
      name: matching(CollectionFact.entries.name, ""),
      tmdb: values.whole(1, OWN_NUMBERS - 1),
      titles: readIdList,
    },
    values.object(value),
    () => {
      isReadable = false;
    },
  );
  const isNamed = (read.name ?? read.tmdb) !== undefined;
  return isReadable && isNamed
    ? read
    : new Malformed("is not a collection with a name or a number of TMDB's");
}

function readIdList(value: unknown): number[] | Malformed {
  const items = values.list(value);
  if (items instanceof Malformed) return items;
  const ids = items.map(values.id);
  return ids.find((id) => id instanceof Malformed) ?? (ids as number[]);
}

/** Returns the first certificate of each country, sorted by country. */
function sortCertificates(certificates: readonly Certificate[], ignore: IgnoreField): Certificate[] {
  const byCountry = new Map<string, Certificate>();
  for (const certificate of certificates) {
    const first = byCountry.get(certificate.country) ?? certificate;
    byCountry.set(certificate.country, first);
    if (first.certificate !== certificate.certificate)
      ignore("is not the first certificate of its country", "certificates", certificate);
  }
  return [...byCountry.values()].sort((one, other) => (one.country < other.country ? -1 : 1));
}

/** Returns as many names as a title may have. */
function limitNames(names: readonly string[], field: string, ignore: IgnoreField): string[] {
  for (const name of names.slice(MAX_NAMES)) ignore(`is beyond the first ${MAX_NAMES}`, field, name);
  return names.slice(0, MAX_NAMES);
}

/** The facts, names and ids in a row, without the record. */
interface GivenFacts extends GivenPart {
  readonly facts: OtherFacts;
  /** The external ids. The source `tmdb` is used for both films and series. */
  readonly external?: readonly OtherId[] | undefined;
}

interface GivenTitle extends GivenFacts {
  readonly record: TitleRecord;
  /**
   * The fields of the record and the members of an entry that could not be read, or not completely. An update leaves
   * them as they are.
   */
  readonly unread: Set<string>;
  /** Whether the row does not have the kind of the title, so that other rows may show that it is a series. */
  readonly isUntyped: boolean;
}

/** Parses a row of a titles file. Throws if it has no id or no title. */
export function readTitle(row: unknown, ignore: IgnoreField): GivenTitle {
  const given = required("the row", row, values.object);
  const id = required("id", given.id, values.id);
  const unread = new Set<string>();
  const fields = readFields(RECORD, given, (reason, field = "", value) => {
    unread.add(field);
    ignore(reason, field, value);
  });
  const noteFor = (member: string) => noteUnread(unread, member, ignore);
  const main = given.title === undefined || given.title === "" ? fields.original_title : given.title;
  const title = required("title", main, values.name);
  const { aliases } = readFields({ aliases: values.list }, given, noteFor("otherNames"));
  const { translations } = readFields({ translations: values.object }, given, noteFor("translations"));
  const part = readGivenFacts(given, (reason, field = "", value) => {
    for (const fact of FACTS_OF[field] ?? [field]) unread.add(fact);
    ignore(reason, field, value);
  });
  const external = readExternal(TITLE_IDS, given.external, noteFor("external"));
  const isUntyped = isUnknown(given.type);
  const isSeries = part.facts.series !== undefined || external?.some(([source]) => source === "tvdb");
  return {
    // A kind that cannot be read is unknown, because it may be neither.
    record: toRecord({
      ...fields,
      id,
      title,
      type: fields.type ?? (isUntyped ? (isSeries ? "series" : "movie") : ""),
    }),
    unread,
    isUntyped,
    ...part,
    external,
    aliases:
      aliases &&
      readItems(values.name, aliases, { field: "aliases", ignore: noteFor("otherNames") }).map(
        (alias) => [alias, {}] as const,
      ),
    translations: translations && readTexts(translations, TRANSLATED, noteFor("translations")),
  };
}

/** Returns a function that reports a value and notes that it belongs to `member`. */
export function noteUnread(unread: Set<string>, member: string, ignore: IgnoreField): IgnoreField {
  return (reason, field = member, value) => {
    unread.add(member);
    ignore(reason, field, value);
  };
}

/** Reads the translated fields of each language. */
function readTexts<const R extends Readers>(
  translations: Readonly<Record<string, unknown>>,
  readers: R,
  ignore: IgnoreField,
): (readonly [lang: string, Fields<R>])[] {
  return Object.entries(translations).flatMap(([tag, translation]) => {
    const { lang } = readFields({ lang: values.languageTag }, { lang: tag }, ignore);
    const { translations: texts } = readFields(
      { translations: values.object },
      { translations: translation },
      ignore,
    );
    if (lang === undefined || texts === undefined) return [];
    return [[lang, readFields(readers, texts, ignore)] as const];
  });
}

function readGivenFacts(row: unknown, ignore: IgnoreField): GivenFacts {
  const { popularity, votes, lang, certificates, companies, networks, ...others } = readFields(
    FACTS,
    row,
    ignore,
  );
  const isRated = popularity !== undefined || votes !== undefined;
  const series = readFields(SERIES, row, ignore);
  return {
    popularity: isRated ? { popularity: popularity ?? 0, votes: votes ?? 0 } : undefined,
    facts: {
      ...(lang !== undefined && { language: lang }),
      ...(Object.keys(series).length > 0 && { series }),
      ...(certificates !== undefined && { certificates: sortCertificates(certificates, ignore) }),
      ...(companies !== undefined && { companies: limitNames(companies, "companies", ignore) }),
      ...(networks !== undefined && { networks: limitNames(networks, "networks", ignore) }),
      ...others,
    },
  };
}

/** Reads ids in other sources. A source may have a list of ids, and `external` may be a list of objects. */
function readExternal(readers: Readers, external: unknown, ignore: IgnoreField): OtherId[] | undefined {
  if (isUnknown(external)) return undefined;
  const lists = (Array.isArray(external) ? external : [external]).flatMap((item: unknown) => {
    const read = readFields({ external: values.object }, { external: item }, ignore).external;
    return read === undefined ? [] : [read];
  });
  const ids = lists.flatMap((given) => readIds(readers, given, ignore));
  return lists.length === 0 ? undefined : ids;
}

function readIds(readers: Readers, given: Readonly<Record<string, unknown>>, ignore: IgnoreField): OtherId[] {
  return Object.entries(readers).flatMap(([source, reader]) => {
    const items: readonly unknown[] = [given[source]].flat();
    const known = items.filter((item) => !isUnknown(item));
    return readItems(reader, known, { field: source, ignore }).map(
      (other): OtherId => [source, String(other)],
    );
  });
}

export function readPerson(row: unknown, ignore: IgnoreField) {
  const given = required("the row", row, values.object);
  const readers = { also_known_as: values.list, ...LIFE };
  const { also_known_as, ...life } = readFields(readers, given, ignore);
  const external = readExternal(PERSON_IDS, given.external, ignore);
  return {
    id: required("id", given.id, values.id),
    names: also_known_as && readItems(values.name, also_known_as, { field: "also_known_as", ignore }),
    life,
    external: external?.map(
      ([source, other]): OtherId => [source === "tmdb" ? "tmdb-person" : source, other],
    ),
  };
}

export function readAlias(row: unknown, ignore: IgnoreField): GivenAlias {
  const given = required("the row", row, values.object);
  const { type, region } = readFields({ type: values.words, region: values.country }, given, ignore);
  return [required("title", given.title, values.name), { kind: aliasKind(type ?? null), region }];
}

export function readTranslation(row: unknown, ignore: IgnoreField): Translation {
  const given = required("the row", row, values.object);
  return [required("lang", given.lang, values.languageTag), readFields(TRANSLATED, given, ignore)];
}

export function readEpisode(row: unknown, ignore: IgnoreField): SeasonPart {
  const given = required("the row", row, values.object);
  const numbers = {
    season: required("season", given.season, season),
    episode: required("episode", given.episode, episode),
  };
  const { external = {}, translations = {}, ...fields } = readFields(EPISODE, given, ignore);
  const { tmdb, ...ids } = Object.fromEntries(readIds(EPISODE_IDS, external, ignore));
  const titled = (title: string | undefined) =>
    title === undefined || isEpisodePlaceholder(title, numbers.season, numbers.episode) ? "" : title;
  const readers = { title: values.words, plot: values.plot };
  const texts = readTexts(translations, readers, ignore).flatMap(([lang, words]) => {
    const { title, ...others } = words;
    const withoutPlaceholder = titled(title) === "" ? others : words;
    return Object.keys(withoutPlaceholder).length > 0 ? [[lang, withoutPlaceholder] as const] : [];
  });
  const { aired = "", runtime = 0, rating = 0, votes = 0, plot = "", still = null } = fields;
  const details = {
    plot,
    still,
    external: { ...ids, ...(tmdb !== undefined && { "tmdb-episode": tmdb }) },
    translations: Object.fromEntries(byStoredLanguage(new Map(texts))),
  };
  return seasonPart(numbers.season, [
    [numbers.episode, titled(fields.title), aired, runtime, rating, votes, 0, details],
  ]);
}

export function readSeason(row: unknown, ignore: IgnoreField): SeasonPart {
  const given = required("the row", row, values.object);
  const number = required("season", given.season, season);
  const readers = { name: values.words, poster: values.image, translations: values.object };
  const fields = readFields(readers, given, ignore);
  const named = (text = "") => (isSeasonPlaceholder(text, number) ? "" : text);
  const names = readTexts(fields.translations ?? {}, { name: values.words }, ignore).flatMap(
    ([lang, words]) => (named(words.name) === "" ? [] : [[lang, named(words.name)] as const]),
  );
  return seasonItself(number, {
    name: named(fields.name),
    poster: fields.poster ?? null,
    names: Object.fromEntries(byStoredLanguage(new Map(names))),
  });
}

/** Parses a row of a credits file and returns the credits as JSON. A credit that is repeated is stored once. */
export function readCreditsOf(title: number, row: unknown, ignore: IgnoreField): string {
  const groups = readFields(CREDIT_GROUPS, row, ignore);
  const credits = Object.keys(CREDIT_GROUPS).map((group) => [
    group,
    readGroup(group, groups[group] ?? [], ignore),
  ]);
  return JSON.stringify({ id: title, ...Object.fromEntries(credits) });
}

const CREDIT_GROUPS = Object.fromEntries(["cast", ...CREW_GROUPS].map((group) => [group, values.list]));

function readGroup(group: string, entries: readonly unknown[], ignore: IgnoreField): unknown[] {
  const read = entries.flatMap((entry) => {
    const credit = readCredit(group, entry, ignore);
    if (!(credit instanceof Malformed)) return [credit];
    ignore(credit.reason, group, entry);
    return [];
  });
  return uniqueCredits(read);
}

function readCredit(group: string, entry: unknown, ignore: IgnoreField): CastEntry | CrewEntry | Malformed {
  const given = values.object(entry);
  if (given instanceof Malformed) return given;
  const [id, name] = [values.id(given.id), values.name(given.name ?? "")];
  if (id instanceof Malformed) return new Malformed("has no valid id");
  if (name instanceof Malformed || name === "") return new Malformed("has no valid name");
  const role = group === "cast" ? "character" : "job";
  const readers = { profile_path: values.image, [role]: values.role };
  const { profile_path = null, [role]: part = "" } = readFields(readers, given, ignore);
  const person = { id, name, profile_path };
  return role === "job" ? { ...person, job: part } : { ...person, character: part };
}

const parseId = (row: unknown) => required("id", required("the row", row, values.object).id, values.id);

/** The functions that stage a row, by the kind of the file. */
const STAGED = {
  titles(row, staging, context) {
    const { record, unread: _, isUntyped, ...part } = readTitle(row, context.ignore);
    staging.addTitle(record, { ...context, isUntyped });
    stage(staging, record.id, part, context.ignore);
  },
  credits(row, staging, { place, ignore }) {
    const title = parseId(row);
    staging.addCredits(title, readCreditsOf(title, row, ignore), place);
  },
  meta(row, staging, { ignore }) {
    const title = parseId(row);
    const external = readIds(TITLE_IDS, row as Readonly<Record<string, unknown>>, ignore);
    stage(staging, title, { ...readGivenFacts(row, ignore), external }, ignore);
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

function stage(
  staging: Staging,
  title: number,
  { popularity, external = [], facts: given, ...names }: GivenFacts,
  ignore: IgnoreField,
): void {
  const facts = withoutContradiction(given, () => staging.yearOf(title), ignore);
  const { aliases = [], translations = [] } = names;
  if (popularity !== undefined) staging.addPopularity(title, popularity);
  if (Object.keys(facts).length + aliases.length + translations.length > 0)
    staging.addPart(title, { facts, ...names });
  for (const [source, other] of external) staging.addExternal(source, other, "title", title);
}

/** Returns the kind of a file by its name, or `null` for other formats. */
export function jsonLinesKind(name: string): keyof typeof STAGED | null {
  const lower = name.toLowerCase();
  if (!/\.(?:jsonl|ndjson|json)(?:\.(?:gz|bz2))?$/.test(lower)) return null;
  return (Object.keys(STAGED) as (keyof typeof STAGED)[]).find((kind) => lower.startsWith(kind)) ?? null;
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
    read(value, context) {
      STAGED[kind](value, staging, context);
      for (const field in value as object)
        if (!MEMBERS[kind].has(field)) services.report.unreadField(field, file.name);
    },
  });
}

const members = (names: readonly string[], ...readers: readonly Readers[]): ReadonlySet<string> =>
  new Set(["id", ...names, ...readers.flatMap(Object.keys)]);

/** The fields of a row that are read, by the kind of the file. */
const MEMBERS: Readonly<Record<keyof typeof STAGED, ReadonlySet<string>>> = {
  titles: members(["title", "aliases", "translations", "external"], RECORD, FACTS, SERIES),
  credits: members([], CREDIT_GROUPS),
  meta: members([], FACTS, SERIES, TITLE_IDS),
  people: members(["name", "also_known_as", "external"], LIFE),
  episodes: members(["season", "episode"], EPISODE),
  seasons: members(["season", "name", "poster", "translations"]),
  akas: members(["title", "type", "region"]),
  translations: members(["lang"], TRANSLATED),
};

/**
 * Parses a line. Replaces unpaired surrogates with U+FFFD, because UTF-8 cannot encode them. Throws if a text
 * contains U+0000, because D1 would cut it off there. In JSON, both can only occur as escapes.
 */
export function parsedLine(line: string, ignore: IgnoreField): unknown {
  if (!/\\u(?:d[89a-f]|0000)/i.test(line)) return JSON.parse(line);
  return JSON.parse(line, (field, value) => {
    if (typeof value !== "string") return value;
    if (value.includes("\0")) throw new Error("a text contains U+0000");
    if (value.isWellFormed()) return value;
    ignore("had half a surrogate pair, which was replaced by U+FFFD", field, value);
    return value.toWellFormed();
  });
}
