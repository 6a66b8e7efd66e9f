/**
 * The parts of a title in a source's rows, in addition to record and credits, and their merging in loads and updates.
 */
import type { OtherName } from "../../../worker/catalog/store/records.ts";
import type { CatalogEntry, TranslatedFields } from "../load/rows.ts";
import { type AliasUse, countryOf, RARELY_TYPED } from "./alias-kinds.ts";

export interface Popularity {
  /** The popularity in any scale, because only the order counts. */
  readonly popularity: number;
  readonly votes: number;
  /** The rating, which overrides the record's. */
  readonly rating?: number;
}

/** Facts that do not affect the order of titles and are not external ids. */
export type OtherFacts = Omit<CatalogEntry["facts"], "votes" | "popularity">;

export type GivenAlias = readonly [title: string, use: AliasUse];
export type Translation = readonly [lang: string, fields: TranslatedFields];

/** A row's part of a title, which JSON can represent. */
export interface GivenPart {
  readonly popularity?: Popularity | undefined;
  readonly facts?: OtherFacts | undefined;
  readonly aliases?: readonly GivenAlias[] | undefined;
  readonly translations?: readonly Translation[] | undefined;
  /** Whether facts of any other part precede this part's facts. */
  readonly isFallback?: boolean;
}

type MergedParts = Pick<CatalogEntry, "facts"> & Partial<Omit<CatalogEntry, "record" | "facts">>;

/** The number of votes that a point of popularity counts as. */
export const VOTES_PER_POINT = 10;

/**
 * Merges the parts of a title, in their order. Later facts and translations replace earlier ones, except for fallbacks. A title of several kinds is
 * rarely typed only if it is in all of them; of several regions the first is kept. What no part has is absent.
 */
export function mergeParts(parts: readonly GivenPart[]): MergedParts {
  const facts: { -readonly [Name in keyof CatalogEntry["facts"]]: CatalogEntry["facts"][Name] } = {};
  const inOrder = parts.toSorted((one, other) => Number(other.isFallback ?? 0) - Number(one.isFallback ?? 0));
  for (const { popularity, facts: given } of inOrder) {
    const series = given?.series && { ...facts.series, ...given.series };
    Object.assign(facts, given, series && { series });
    if (popularity === undefined) continue;
    facts.popularity = popularity.votes + VOTES_PER_POINT * popularity.popularity;
    facts.votes = popularity.votes || undefined;
  }
  const aliases = collect(parts, "aliases");
  const translations = collect(parts, "translations");
  return {
    facts,
    ...(aliases && mergeAliases(aliases)),
    ...(translations && { translations: new Map(sorted(new Map(translations))) }),
  };
}

/** Returns the items of all parts, or `undefined` if no part has a list. */
function collect<Name extends "aliases" | "translations">(parts: readonly GivenPart[], name: Name) {
  const given = parts.flatMap((part) => (part[name] === undefined ? [] : [part[name]]));
  return given.length === 0 ? undefined : (given.flat() as NonNullable<GivenPart[Name]>[number][]);
}

function mergeAliases(aliases: readonly GivenAlias[]): Pick<CatalogEntry, "otherNames"> {
  const rare = new Map<string, boolean>();
  const countries = new Map<string, string>();
  for (const [title, use] of aliases) {
    rare.set(title, RARELY_TYPED.has(use.kind ?? "alternative") && rare.get(title) !== false);
    const country = countryOf(use);
    if (country !== "" && !countries.has(title)) countries.set(title, country);
  }
  const otherNames = sorted(rare).map(([title, isWorking]): OtherName => {
    const region = countries.get(title);
    return { title, ...(region && { region }), ...(isWorking && { isWorking }) };
  });
  return {
    otherNames: otherNames.toSorted((one, other) => Number(!!one.isWorking) - Number(!!other.isWorking)),
  };
}

/** Returns the entries sorted by key as bytes. */
function sorted<Value>(map: ReadonlyMap<string, Value>): (readonly [string, Value])[] {
  if (map.size < 2) return [...map];
  return [...map].sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}
