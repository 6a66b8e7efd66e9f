/**
 * The kinds of other titles, which sources name differently: IMDb in `types` and `attributes` ("not enumerated":
 * developer.imdb.com/non-commercial-datasets), TMDB's editors in `type`.
 */

/**
 * The words of each kind. The first kind in the list counts for words of several kinds, such as "promotional
 * abbreviation".
 */
const KINDS = {
  "working title": /\b(?:working|production|pre-release|fake)\b/,
  "season title":
    /\b(?:season|series) \d|\b(?:\d+\w*|first|second|third|fourth|fifth|final) (?:season|series)\b/,
  abbreviation: /\b(?:abbreviat\w*|acronym|short|informal)\b/,
  transliteration: /\b(?:translit\w*|romani[sz]\w*|romaji|pinyin|hepburn|rōmaji|latin)\b/,
  translation: /\b(?:literal|translat\w*)\b/,
  "former title": /\b(?:former|previous)\b/,
  alternative: /(?:)/,
} as const satisfies Record<string, RegExp>;

export type AliasKind = keyof typeof KINDS;

/** Kinds that few people type. They are searchable but weigh less and never count as the whole title. */
export const RARELY_TYPED: ReadonlySet<AliasKind> = new Set([
  "working title",
  "translation",
  "former title",
  "season title",
]);

/** Returns the kind that a source's words mean, in any case. `words` may be null or empty. */
export function aliasKind(words: string | null): AliasKind {
  const text = (words ?? "").toLowerCase();
  return (Object.keys(KINDS) as AliasKind[]).find((kind) => KINDS[kind].test(text)) ?? "alternative";
}

/** A source's information on another title. */
export interface AliasUse {
  readonly kind?: AliasKind;
  /** The region in which it is used. Only country codes (ISO 3166-1) are kept. */
  readonly region?: string | undefined;
}

/** Returns the country code, or an empty string for other regions. */
export const countryOf = ({ region = "" }: AliasUse) => (/^[A-Z]{2}$/.test(region) ? region : "");
