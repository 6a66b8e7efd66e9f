/**
 * Kinds of other titles. Sources name them in their own words: IMDb in `types` and `attributes` ("not enumerated":
 * developer.imdb.com/non-commercial-datasets), TMDB and its editors in `type`.
 */

/** Of the words that several kinds share, such as "promotional abbreviation", the first kind in the list counts. */
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

/** Few people type these: they are searchable, but weigh less than other titles, and never count as the whole title. */
export const RARELY_TYPED: ReadonlySet<AliasKind> = new Set([
  "working title",
  "translation",
  "former title",
  "season title",
]);

/** `words`: what the source says of the title, in any case; `null` and "" for nothing. */
export function aliasKind(words: string | null): AliasKind {
  const text = (words ?? "").toLowerCase();
  return (Object.keys(KINDS) as AliasKind[]).find((kind) => KINDS[kind].test(text)) ?? "alternative";
}

/** What a source says of another title. */
export interface AliasUse {
  readonly kind?: AliasKind;
  /** Where it is in use; only codes of countries (ISO 3166-1) are kept. */
  readonly region?: string | undefined;
}

/** "": it is no code of a country. */
export const countryOf = ({ region = "" }: AliasUse) => (/^[A-Z]{2}$/.test(region) ? region : "");
