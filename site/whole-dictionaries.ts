/**
 * A string that a language lacks fails the build, and so does an empty one: `astro build`
 * checks no types, and would render a page with a hole. Says the language and the key.
 */
import type { AstroIntegration } from "astro";

export function wholeDictionaries(dictionaries: Readonly<Record<string, object>>): AstroIntegration {
  return {
    name: "whole-dictionaries",
    hooks: {
      "astro:build:start": () => {
        const found = holes(dictionaries);
        if (found.length > 0) throw new Error(`Strings are missing:\n${found.join("\n")}`);
      },
    },
  };
}

/** Each as `fr: search.hint`: what any language says, every language has to. */
export function holes(dictionaries: Readonly<Record<string, object>>): string[] {
  const said = Object.entries(dictionaries).map(([language, words]) => [language, sayings(words)] as const);
  const keys = new Set(said.flatMap(([, words]) => [...words.keys()]));
  return said.flatMap(([language, words]) =>
    [...keys].filter((key) => !words.get(key)?.trim()).map((key) => `${language}: ${key}`),
  );
}

/** Every string by its key, `search.hint`; of one that is made with a number or a name, an example. */
function sayings(words: object): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === "object" && value !== null) {
      for (const [further, text] of sayings(value)) found.set(`${key}.${further}`, text);
    } else {
      found.set(key, typeof value === "function" ? String(value("1")) : String(value ?? ""));
    }
  }
  return found;
}
