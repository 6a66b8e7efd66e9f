/**
 * Defines the parts of a title that a source provides in addition to the record and the credits, and merges them.
 * Loads and updates both use it.
 */
import type { OtherName } from "../../../worker/catalog/store/records.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { CatalogEntry, TranslatedFields } from "../load/rows.ts";
import { type AliasUse, getCountry, RARELY_TYPED } from "./alias-kinds.ts";
import type { IgnoreField } from "./values.ts";

export interface Popularity {
  /** The popularity in points, each of which is worth `VOTES_PER_POINT` votes. */
  readonly popularity: number;
  readonly votes: number;
  /** A rating that overrides the one in the record. */
  readonly rating?: number;
}

/** Facts other than external ids and those by which titles are sorted. */
export type OtherFacts = Omit<CatalogEntry["facts"], "votes" | "popularity">;

/** The fields of a record as they are read, of which unknown ones are absent. */
interface GivenRecord extends Partial<Omit<TitleRecord, "is_adult" | "runtime">> {
  readonly is_adult?: boolean | undefined;
  readonly runtime?: number | undefined;
}

/** Returns a record with the contract's values for unknown fields. */
export function toRecord({
  id,
  type,
  title,
  ...given
}: GivenRecord & Pick<TitleRecord, "id" | "type" | "title">): TitleRecord {
  return {
    id,
    is_adult: given.is_adult === true ? 1 : 0,
    type,
    title,
    original_title: given.original_title ?? title,
    year: given.year ?? "",
    countries: given.countries ?? "",
    genres: given.genres ?? "",
    runtime: String(given.runtime ?? 0),
    rating: given.rating ?? 0,
    plot: given.plot ?? "",
    poster: given.poster ?? null,
  };
}

export type GivenAlias = readonly [title: string, use: AliasUse];
export type Translation = readonly [lang: string, fields: TranslatedFields];

/** The data about a title from one row of a source. Must be representable in JSON. */
export interface GivenPart {
  readonly popularity?: Popularity | undefined;
  readonly facts?: OtherFacts | undefined;
  readonly aliases?: readonly GivenAlias[] | undefined;
  readonly translations?: readonly Translation[] | undefined;
  /** Whether this part only fills gaps, because all other parts take precedence. */
  readonly isFallback?: boolean;
}

/**
 * Returns the facts without a release date that contradicts the year of the title, because it is the date of another
 * release.
 */
export function withoutContradiction<F extends Pick<OtherFacts, "released">>(
  facts: F,
  readYear: () => string,
  ignore: IgnoreField,
): F {
  if (facts.released === undefined || facts.released.startsWith(readYear())) return facts;
  ignore("contradicts the year of the title", "released", facts.released);
  const { released: _, ...others } = facts;
  return others as F;
}

type MergedParts = Pick<CatalogEntry, "facts"> & Partial<Omit<CatalogEntry, "record" | "facts">>;

/** The number of votes that one point of popularity is worth. */
export const VOTES_PER_POINT = 10;

/**
 * Merges the parts of a title in order. Facts and translations of later parts replace earlier ones; parts with
 * `isFallback` only fill gaps. An alternative title that occurs several times keeps its first country, and counts as
 * rarely typed only if all of its kinds are rarely typed. Those that do not fit into a row are reported. Fields that no
 * part has are omitted.
 */
export function mergeParts(parts: readonly GivenPart[], ignore: IgnoreField): MergedParts {
  const facts: { -readonly [Name in keyof CatalogEntry["facts"]]: CatalogEntry["facts"][Name] } = {};
  const inOrder = parts.toSorted((one, other) => Number(other.isFallback ?? 0) - Number(one.isFallback ?? 0));
  for (const { popularity, facts: partFacts } of inOrder) {
    const series = partFacts?.series && { ...facts.series, ...partFacts.series };
    Object.assign(facts, partFacts, series && { series });
    if (popularity === undefined) continue;
    facts.popularity = popularity.votes + VOTES_PER_POINT * popularity.popularity;
    facts.votes = popularity.votes || undefined;
  }
  const aliases = collect(parts, "aliases");
  const translations = collect(parts, "translations");
  return {
    facts,
    ...(aliases && { otherNames: fittingNames(mergeAliases(aliases), ignore) }),
    ...(translations && { translations: new Map(sorted(new Map(translations))) }),
  };
}

/** Returns the field's items from all parts, or `undefined` if no part has the field. */
function collect<Name extends "aliases" | "translations">(parts: readonly GivenPart[], name: Name) {
  const lists = parts.flatMap((part) => (part[name] === undefined ? [] : [part[name]]));
  return lists.length === 0 ? undefined : (lists.flat() as NonNullable<GivenPart[Name]>[number][]);
}

/** The maximum total size of a title's other names in bytes, so that a title fits into a row. */
const MAX_OTHER_NAMES = 30_000;

function fittingNames(names: readonly OtherName[], ignore: IgnoreField): readonly OtherName[] {
  let length = 0;
  return names.filter(({ title }) => {
    length += Buffer.byteLength(title);
    if (length > MAX_OTHER_NAMES) ignore("does not fit into the row of the title", "other name", title);
    return length <= MAX_OTHER_NAMES;
  });
}

function mergeAliases(aliases: readonly GivenAlias[]): OtherName[] {
  const rare = new Map<string, boolean>();
  const countries = new Map<string, string>();
  for (const [title, use] of aliases) {
    rare.set(title, RARELY_TYPED.has(use.kind ?? "alternative") && rare.get(title) !== false);
    const country = getCountry(use);
    if (country !== "" && !countries.has(title)) countries.set(title, country);
  }
  const otherNames = sorted(rare).map(([title, isWorking]): OtherName => {
    const region = countries.get(title);
    return { title, ...(region && { region }), ...(isWorking && { isWorking }) };
  });
  return otherNames.toSorted((one, other) => Number(!!one.isWorking) - Number(!!other.isWorking));
}

/** Returns the entries of a map, sorted by the bytes of their keys in UTF-8. */
function sorted<Value>(map: ReadonlyMap<string, Value>): (readonly [string, Value])[] {
  if (map.size < 2) return [...map];
  return [...map].sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}
