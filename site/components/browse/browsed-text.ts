/** Reads a whole search text as filters of the page of all titles: "horror 1980s", "korean crime films of the 1970s". */
import type { BrowseQuery, Facet, Facets } from "../../../worker/contract/browse.ts";
import { type Kind, parseFilter } from "../../../worker/contract/filter.ts";
import { withoutAccents } from "../../../worker/contract/slug.ts";
import { countryName } from "../../language/countries.ts";
import { genreName } from "../../language/genres.ts";
import type { Language } from "../../language/language.ts";
import { wordsOf } from "../../language/words.ts";
import { readYears } from "../search/typed-years.ts";
import type { FactName } from "./facets.ts";

const FILMS = ["film", "films", "movie", "movies"];
const SERIES = ["series", "show", "shows"];
const AROUND = ["best", "good", "top", "the", "of", "from", "in"];
/** Names of genres that people write otherwise. */
const OTHERWISE: Readonly<Record<string, string>> = { scifi: "sciencefiction" };
/** Words of years in words, such as "before 1980". */
const MAX_YEAR_WORDS = 3;
/** A text with more words says more than filters can: all runs of its words are compared with names of facets. */
const MAX_WORDS = 12;

/** `null`: the text has other words, or names fewer than two filters. */
export function filtersIn(
  text: string,
  facets: Facets,
  language: Language,
): Pick<BrowseQuery, "filter" | FactName> | null {
  const words = simplify(text)
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length > MAX_WORDS) return null;
  const { years, rest } = yearsIn(words, language);
  const kind = kindIn(rest, language);
  const others = rest.filter((word) => kindIn([word], language) === null && !AROUND.includes(word));
  const genre = factIn(others, facets.genres, ({ name }) => [
    name,
    genreName(language, name),
    genreName("en", name),
  ]);
  // Most searches name none of these, and need not be compared with the names of all languages and countries.
  if (years === null && kind === null && genre.value === null) return null;
  const own = languageNames(language);
  const english = languageNames("en");
  const spoken = factIn(genre.rest, facets.languages, ({ value }) => [own.of(value), english.of(value)]);
  const country = factIn(spoken.rest, facets.countries, ({ name }) => [name, countryName(language, name)]);
  const found = [years, kind, genre.value, spoken.value, country.value].filter((filter) => filter !== null);
  if (country.rest.length > 0 || found.length < 2) return null;
  return {
    filter: { kind, years },
    genre: genre.value,
    country: country.value,
    language: spoken.value,
  };
}

const languageNames = (shown: Language) =>
  new Intl.DisplayNames(shown, { type: "language", fallback: "none" });

const simplify = (text: string) => withoutAccents(text.normalize("NFKC")).toLowerCase();

/** The first words that are years, and the words without them. */
function yearsIn(words: readonly string[], language: Language) {
  for (let length = MAX_YEAR_WORDS; length > 0; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const typed = words
        .slice(at, at + length)
        .join(" ")
        .replace(/^([2-9]0)s$/, "19$1s");
      const read = /\d{4}/.test(typed) ? readYears(typed, language) : null;
      const years = read === null ? null : (parseFilter(read)?.years ?? null);
      if (years !== null) return { years, rest: words.toSpliced(at, length) };
    }
  }
  return { years: null, rest: words };
}

function kindIn(words: readonly string[], language: Language): Kind | null {
  const { movie, movies, series, seriesPlural } = wordsOf(language).kinds;
  const has = (names: readonly string[]) => words.some((word) => names.map(simplify).includes(word));
  if (has([...FILMS, movie, movies])) return "movie";
  return has([...SERIES, series, seriesPlural]) ? "series" : null;
}

type Names = readonly (string | undefined)[];

/** The facet that neighbouring words name, most words first, and the words without them. */
function factIn(words: readonly string[], facets: readonly Facet[], namesOf: (facet: Facet) => Names) {
  const values = new Map<string, string>();
  for (const facet of words.length === 0 ? [] : facets) {
    for (const name of namesOf(facet)) {
      const known = plain(name ?? "");
      for (const form of [known, `${known}s`, known.replace(/y$/, "ies")])
        if (known !== "" && !values.has(form)) values.set(form, facet.value);
    }
  }
  for (let length = words.length; length > 0; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const typed = plain(words.slice(at, at + length).join(""));
      const value = values.get(OTHERWISE[typed] ?? typed);
      if (value !== undefined) return { value, rest: words.toSpliced(at, length) };
    }
  }
  return { value: null, rest: words };
}

const plain = (text: string) => simplify(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
