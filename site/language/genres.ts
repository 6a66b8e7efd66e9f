/** Names of genres in the visitor's language. An unknown genre keeps the name that the source has for it. */
import { toFacetSlug } from "../../worker/contract/browse.ts";
import { GENRE_NAMES } from "../../worker/understanding/genre-names.ts";
import { DEFAULT_LANGUAGE, type Language } from "./language.ts";
import { namesIn } from "./tables.ts";
import { getDictionary } from "./words.ts";

const knownName = namesIn(GENRE_NAMES);

export function genreName(language: Language, genre: string): string {
  return listForms(language, genre)[0] ?? genre;
}

/** Returns the word for titles of a genre, such as "Comedies". Defaults to the name of the genre. */
export function genreTitles(language: Language, genre: string): string {
  return listForms(language, genre).at(-1) ?? genre;
}

/**
 * Returns the name of a genre, followed by the word for its titles if that is different. Returns an empty list if the
 * genre is unknown.
 */
function listForms(language: Language, genre: string): string[] {
  return knownName(language, genre)?.split("/") ?? [];
}

/** English names of genres that change before a noun, as in "romantic comedies". */
const ENGLISH_ATTRIBUTES: Readonly<Record<string, string>> = {
  Animation: "Animated",
  Biography: "Biographical",
  History: "Historical",
  Romance: "Romantic",
  Sport: "Sports",
};

/**
 * Phrases for titles of a genre, in languages that do not simply put the genre first. If there are two forms in
 * parentheses, the second is feminine. In German, the genre and the noun form one word.
 */
const lookUpPhrase = namesIn(
  `
Action|{titles} de acción|{titles} d’action|Action{titles}|{titles} de ação|{titles} حركة
Adventure|{titles} de aventuras|{titles} d’aventure|Abenteuer{titles}|{titles} de aventura|{titles} مغامرات
Animation|{titles} de animación|{titles} d’animation|Animations{titles}|{titles} de animação|{titles} رسوم متحركة
Biography|{titles} (biográficos~biográficas)|{titles} biographiques|biografische {titles}|{titles} (biográficos~biográficas)|{titles} سيرة ذاتية
Comedy|{titles} (cómicos~cómicas)|{titles} comiques|Comedy-{titles}|{titles} (cômicos~cômicas)|{titles} كوميدية
Crime|{titles} (policíacos~policíacas)|{titles} (policiers~policières)|Krimi{titles}|{titles} policiais|{titles} جريمة
Documentary|{titles} documentales|{titles} documentaires|Dokumentar{titles}|{titles} documentais|{titles} وثائقية
Drama|{titles} (dramáticos~dramáticas)|{titles} dramatiques|Drama{titles}|{titles} (dramáticos~dramáticas)|{titles} درامية
Family|{titles} familiares|{titles} (familiaux~familiales)|Familien{titles}|{titles} para a família|{titles} عائلية
Fantasy|{titles} de fantasía|{titles} fantastiques|Fantasy{titles}|{titles} de fantasia|{titles} فانتازيا
History|{titles} (históricos~históricas)|{titles} historiques|historische {titles}|{titles} (históricos~históricas)|{titles} تاريخية
Horror|{titles} de terror|{titles} d’horreur|Horror{titles}|{titles} de terror|{titles} رعب
Kids|{titles} infantiles|{titles} pour enfants|Kinder{titles}|{titles} infantis|{titles} أطفال
Music|{titles} musicales|{titles} (musicaux~musicales)|Musik{titles}|{titles} musicais|{titles} موسيقية
Musical|{titles} musicales|{titles} (musicaux~musicales)|Musical-{titles}|{titles} musicais|{titles} غنائية
Mystery|{titles} de misterio|{titles} à énigme|Mystery-{titles}|{titles} de mistério|{titles} غموض
Romance|{titles} (románticos~románticas)|{titles} romantiques|Liebes{titles}|{titles} (românticos~românticas)|{titles} رومانسية
Science Fiction|{titles} de ciencia ficción|{titles} de science-fiction|Science-Fiction-{titles}|{titles} de ficção científica|{titles} خيال علمي
Sport|{titles} (deportivos~deportivas)|{titles} de sport|Sport{titles}|{titles} (esportivos~esportivas)|{titles} رياضية
Thriller|{titles} de suspense|{titles} à suspense|Thriller-{titles}|{titles} de suspense|{titles} إثارة
War|{titles} (bélicos~bélicas)|{titles} de guerre|Kriegs{titles}|{titles} de guerra|{titles} حربية
`,
  ["es", "fr", "de", "pt", "ar"],
);

/** Matches feminine nouns for titles in Spanish, French and Portuguese. */
const FEMININE = /^(?:pelí|s[eé]r|com[eé]d|biogr|novel)/i;

/** Adds a genre to a word for titles, as in "romantic comedies". */
function titlesOfGenre(language: Language, titles: string, genre: string): string {
  const phrase = lookUpPhrase(language, genre);
  const noun = within(language, titles);
  // German cannot form one word from a genre and several nouns, such as "Filme und Serien".
  if (phrase === undefined || (language === "de" && noun.includes(" "))) {
    const attribute =
      (language === DEFAULT_LANGUAGE ? ENGLISH_ATTRIBUTES[genre] : undefined) ?? genreName(language, genre);
    return getDictionary(language).search.ofGenre(noun, within(language, attribute));
  }
  const isOneWord = /\p{L}\{/u.test(phrase);
  return phrase
    .replace(/\((.+)~(.+)\)/, FEMININE.test(noun) ? "$2" : "$1")
    .replace("{titles}", () => (isOneWord ? noun.toLocaleLowerCase(language) : noun));
}

/** Converts a name to lower case for use within a sentence, except for German nouns and abbreviations. */
export function within(language: Language, name: string): string {
  if (language === "de") return name;
  return name.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLocaleLowerCase(language));
}

/**
 * Genres whose names are nouns, in order of precedence. If a title has two genres, the one that comes first here
 * stays a noun, such as "thrillers" in "crime thrillers".
 */
const NOUNS = "Documentary,Film-Noir,Short,TV Movie,Musical,Western,Thriller,Drama,Comedy".split(",");
/** Languages in which a comedy drama is a "dramatic comedy". */
const COMEDY_FIRST: readonly Language[] = ["es", "fr", "pt", "ar"];

/** Genres that only films have. */
const FILMS = ["Film-Noir", "Short", "TV Movie"];

/**
 * Returns a name for titles of a kind and up to two genres, such as "Romantic comedies".
 * @param kinds the word for the kind, or `null` for both kinds
 */
export function nameTitles(language: Language, kinds: string | null, genres: readonly string[]): string {
  const { kinds: names, search } = getDictionary(language);
  const [genre, further] = genres
    .slice(0, 2)
    .toSorted((one, other) => rankGenre(language, one) - rankGenre(language, other));
  if (genre === undefined) return kinds ?? names.all;
  const isNoun = NOUNS.includes(genre);
  if (further === undefined)
    return kinds === null || FILMS.includes(genre)
      ? genreTitles(language, genre)
      : titlesOfGenre(language, kinds, genre);
  const isPrefixed = lookUpPhrase(language, further) === undefined;
  if (!isNoun || (kinds !== null && isPrefixed)) {
    const [inner, outer] = isPrefixed && !isNoun ? [further, genre] : [genre, further];
    return titlesOfGenre(language, titlesOfGenre(language, kinds ?? names.all, inner), outer);
  }
  const titles = titlesOfGenre(language, genreTitles(language, genre), further);
  return kinds === null ? titles : search.ofGenre(titles, within(language, kinds));
}

function rankGenre(language: Language, genre: string): number {
  if (genre === "Comedy" && COMEDY_FIRST.includes(language)) return NOUNS.indexOf("Thriller") + 0.5;
  return NOUNS.includes(genre) ? NOUNS.indexOf(genre) : NOUNS.length;
}

const ENGLISH_NAMES = GENRE_NAMES.trim()
  .split("\n")
  .flatMap((line) => (line.split("|")[0] ?? "").split(", "));

/** Returns the English name of the genre with this slug, or `null` if there is none. */
export function findGenre(slug: string): string | null {
  return ENGLISH_NAMES.find((name) => toFacetSlug(name) === slug) ?? null;
}

/** Returns true if this is the English name of a genre in the table. */
export function isEnglishGenre(genre: string): boolean {
  return knownName(DEFAULT_LANGUAGE, genre) !== undefined;
}
