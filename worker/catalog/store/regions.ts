/**
 * Decides under which languages the texts of a title are stored. A language with one text has no region. Of several,
 * one is stored under the language alone, for requests without a region and for the regions without a text.
 */
import { languageOf } from "../../contract/language-tags.ts";

/** Tags whose texts stand in for those of another tag, because their regions share most of them. */
const NEAR = [
  ["es-419", "es-MX"],
  ["es-MX", "es-419"],
  ["zh-TW", "zh-HK"],
  ["zh-HK", "zh-TW"],
] as const;

/** Returns the tag whose text is stored under the language alone, which all `tags` must share. */
function selectMain(tags: readonly string[]): string {
  // Sorted, the language without a region comes first, and Brazil before Portugal.
  return tags.toSorted()[0] ?? "";
}

/** Returns the language under which the text with this tag is stored, beside those with the other tags. */
export function storedLanguage(tag: string, tags: Iterable<string>): string {
  const language = languageOf(tag);
  const variants = [...tags].filter((other) => languageOf(other) === language);
  return selectMain(variants) === tag ? language : tag;
}

/** Returns texts by the language under which they are stored, in the same order. */
export function byStoredLanguage<Text>(texts: ReadonlyMap<string, Text>): ReadonlyMap<string, Text> {
  const tags = [...texts.keys()];
  if (!tags.some((tag) => tag.includes("-"))) return texts;
  const stored = new Map([...texts].map(([tag, text]) => [storedLanguage(tag, tags), text]));
  for (const [one, other] of NEAR) {
    const text = stored.get(one);
    if (text !== undefined && !texts.has(other)) stored.set(other, text);
  }
  return stored;
}

/** SQL for the language subtag of ?1. */
export const LANGUAGE = "substr(?1, 1, instr(?1 || '-', '-') - 1)";

/** The language of ?1 without its region, or `NULL` if it has none. */
const WITHOUT_REGION = `nullif(${LANGUAGE}, ?1)`;

/**
 * Returns SQL for the value of `select` in the language ?1, or without its region. If both are `NULL`, it is
 * `otherwise`.
 */
export const inLanguage = (select: (language: string) => string, otherwise: string) =>
  `coalesce(${select("?1")}, ${select(WITHOUT_REGION)}, ${otherwise})`;
