/** The parameter `lang`: a BCP 47 tag, of which only the language subtag counts. */

export const DEFAULT_LANGUAGE = "en";

/** `pt-BR` is `pt`, `EN` is `en`; `null` when the tag is malformed. */
export function parseLanguage(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return null;
  }
}
