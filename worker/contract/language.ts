/** The parameter `lang`: a BCP 47 tag, of which only the language subtag counts. */

export const DEFAULT_LANGUAGE = "en";

/** Up to three extended language subtags (RFC 5646 section 2.2.2), as in `zh-cmn`: `Intl` does not take them. */
const EXTENDED = /^([a-z]{2,3})(?:-[a-z]{3}){1,3}(?=-|$)/i;

/** `pt-BR` is `pt`, `EN` is `en`; `null` when the tag is malformed. */
export function parseLanguage(tag: string): string | null {
  try {
    return new Intl.Locale(tag.replace(EXTENDED, "$1")).language;
  } catch {
    return null;
  }
}
