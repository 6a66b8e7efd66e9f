/** Describes in the visitor's language what two titles have in common. */
import type { SharedTraits } from "../../../worker/contract/browse.ts";
import { countryName } from "../../language/countries.ts";
import type { Dictionary } from "../../language/en.ts";
import { formatList } from "../../language/formats.ts";
import { genreName } from "../../language/genres.ts";
import type { Language } from "../../language/language.ts";

/** Returns a short text such as "Crime and Drama · 1970s", or `undefined` if there is nothing to mention. */
export function nameShared(
  { language, words }: { readonly language: Language; readonly words: Dictionary },
  { person, genres, decade, country }: SharedTraits,
): string | undefined {
  if (person?.role === "director") return words.title.sameDirector;
  if (person?.role === "writer") return words.title.sameWriter;
  if (person !== undefined) return words.title.withActor(person.name);
  const parts = [
    formatList(
      language,
      genres.map((genre) => genreName(language, genre)),
    ),
    decade === undefined ? "" : words.home.decade(Number(decade)),
    country === undefined ? "" : countryName(language, country),
  ].filter((part) => part !== "");
  // The space before the dot is non-breaking, so that no line starts with the dot.
  return parts.length > 0 ? parts.join("\u00a0· ") : undefined;
}
