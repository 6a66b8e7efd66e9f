/**
 * A string that a language lacks fails the build, and so does an empty one: `astro build`
 * checks no types, and would render a page with a gap. The message names the language and the key.
 */
import type { AstroIntegration } from "astro";

export function completeDictionaries(dictionaries: Readonly<Record<string, object>>): AstroIntegration {
  return {
    name: "complete-dictionaries",
    hooks: {
      "astro:build:start": () => {
        const found = missingStrings(dictionaries);
        if (found.length > 0) throw new Error(`Strings are missing:\n${found.join("\n")}`);
      },
    },
  };
}

/** Each as `fr: search.hint`: every language needs the strings that any of them has. */
export function missingStrings(dictionaries: Readonly<Record<string, object>>): string[] {
  const strings = Object.entries(dictionaries).map(
    ([language, words]) => [language, stringsOf(words)] as const,
  );
  const keys = new Set(strings.flatMap(([, words]) => [...words.keys()]));
  return strings.flatMap(([language, words]) =>
    [...keys].filter((key) => !words.get(key)?.trim()).map((key) => `${language}: ${key}`),
  );
}

/** Every string by its key, `search.hint`; for a function, its result for "1". */
function stringsOf(words: object): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === "object" && value !== null) {
      for (const [further, text] of stringsOf(value)) found.set(`${key}.${further}`, text);
    } else {
      found.set(key, typeof value === "function" ? String(value("1")) : String(value ?? ""));
    }
  }
  return found;
}
