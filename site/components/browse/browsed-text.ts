/** Reads a whole search text as filters of the page of all titles: "horror 1980s", "crime films of the 1970s". */
import type { BrowseQuery, Facets } from "../../../worker/contract/browse.ts";
import { type Kind, parseFilter } from "../../../worker/contract/filter.ts";
import { withoutAccents } from "../../../worker/contract/slug.ts";
import { genreName } from "../../language/genres.ts";
import type { Language } from "../../language/language.ts";
import { wordsOf } from "../../language/words.ts";
import { readYears } from "../search/typed-years.ts";

const FILMS = ["film", "films", "movie", "movies"];
const SERIES = ["series", "show", "shows"];
const AROUND = ["best", "good", "top", "the", "of", "from", "in"];
/** Names of genres that people write otherwise. */
const OTHERWISE: Readonly<Record<string, string>> = { scifi: "sciencefiction" };
/** Words of years in words, such as "before 1980". */
const MAX_YEAR_WORDS = 3;

/** `null`: the text has other words, or fewer than two of genre, years and kind. */
export function filtersIn(
  text: string,
  facets: Facets,
  language: Language,
): Pick<BrowseQuery, "filter" | "genre"> | null {
  const words = simplify(text)
    .split(/[\s,]+/)
    .filter(Boolean);
  const { years, rest } = yearsIn(words, language);
  const kind = kindIn(rest, language);
  const others = rest.filter((word) => kindIn([word], language) === null && !AROUND.includes(word));
  const genre = others.length === 0 ? null : genreOf(others.join(""), facets, language);
  if (others.length > 0 && genre === null) return null;
  const isTelling = [years, kind, genre].filter((filter) => filter !== null).length > 1;
  return isTelling ? { filter: { kind, years }, genre } : null;
}

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

/** The slug of a genre with this name, in English or in the language of the page. */
function genreOf(name: string, { genres }: Facets, language: Language): string | null {
  const plain = (text: string) => simplify(text).replaceAll(/[^\p{L}\p{N}]/gu, "");
  const typed = OTHERWISE[plain(name)] ?? plain(name);
  const known = genres.find((genre) =>
    [genre.name, genreName(language, genre.name), genreName("en", genre.name)]
      .map(plain)
      .some((one) => typed === one || typed === `${one}s` || typed === one.replace(/y$/, "ies")),
  );
  return known?.value ?? null;
}
