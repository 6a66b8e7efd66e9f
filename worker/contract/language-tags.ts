/** Parses language tags (BCP 47), and reduces them to the ones whose texts may differ. */

/** Matches a tag with extended language subtags (RFC 5646 section 2.2.2) such as `zh-cmn`, which `Intl` rejects. */
const EXTENDED = /^([a-z]{2,3})(?:-[a-z]{3}){1,3}(?=-|$)/i;

/** The usual syntax of a language tag, for the documentation. `parseLanguage` accepts every BCP 47 tag. */
export const LANGUAGE_PATTERN = /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$/;

function parseLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replace(EXTENDED, "$1"));
  } catch {
    return null;
  }
}

/** Returns the lower-case language subtag, or `null` if the tag is malformed. */
export function parseLanguage(tag: string): string | null {
  return parseLocale(tag)?.language ?? null;
}

/**
 * The tags of languages whose regions share their texts, by likely script and region. English has one text, that of
 * the record. `pt` stays apart from `pt-BR`, because many files call Portugal's texts `pt`.
 */
const SHARED: Readonly<Record<string, (likely: Intl.Locale) => string>> = {
  en: () => "en",
  es: ({ region }) => (region === "ES" ? "es" : region === "MX" ? "es-MX" : "es-419"),
  pt: ({ region }) => (region === "BR" ? "pt-BR" : "pt-PT"),
  zh: ({ script, region = "" }) =>
    script === "Hans" ? "zh" : ["HK", "MO"].includes(region) ? "zh-HK" : "zh-TW",
};

/**
 * Returns the tag without what is likely for its language, such as `fr` for `fr-FR` and `zh-TW` for `zh-Hant`, so that
 * equal texts have equal tags. Returns `null` if the tag is malformed.
 */
export function parseLanguageTag(tag: string): string | null {
  const locale = parseLocale(tag);
  if (locale === null) return null;
  const { language, script, region } = locale;
  if (language === "und" || (script ?? region) === undefined) return language;
  const regional = new Intl.Locale(language, { ...(script && { script }), ...(region && { region }) });
  return SHARED[language]?.(regional.maximize()) ?? regional.minimize().toString();
}

/** Returns the language subtag of a parsed tag. */
export const languageOf = (tag: string) => tag.split("-", 1)[0] ?? tag;
