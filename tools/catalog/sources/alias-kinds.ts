/**
 * Recognises the kind of an alternative title from a source's description. IMDb describes titles in `types` and
 * `attributes`, whose values are not enumerated (developer.imdb.com/non-commercial-datasets), and TMDB's editors
 * write a `type`.
 */

/**
 * The words that indicate each kind. If a description matches several kinds, as "promotional abbreviation" does, the
 * first one in this list counts.
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

/**
 * The kinds of titles that people rarely type. A search finds them, but gives them less weight and does not treat
 * them as complete titles.
 */
export const RARELY_TYPED: ReadonlySet<AliasKind> = new Set([
  "working title",
  "translation",
  "former title",
  "season title",
]);

/**
 * Returns the kind that a description indicates, ignoring case. Returns "alternative" if there is no description or
 * no match.
 */
export function aliasKind(words: string | null): AliasKind {
  const text = (words ?? "").toLowerCase();
  return (Object.keys(KINDS) as AliasKind[]).find((kind) => KINDS[kind].test(text)) ?? "alternative";
}

/** A source's details about an alternative title. */
export interface AliasUse {
  readonly kind?: AliasKind;
  /** The region in which the title is used. Ignored unless it is an ISO 3166-1 country code. */
  readonly region?: string | undefined;
}

/** Returns the region if it is a country code, and otherwise an empty string. */
export const getCountry = ({ region = "" }: AliasUse) => (/^[A-Z]{2}$/.test(region) ? region : "");
