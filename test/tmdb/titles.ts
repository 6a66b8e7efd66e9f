/**
 * The titles and people of the TMDB stub. They exist in several languages, and lack data in all the ways in which
 * data is missing at TMDB.
 */
import type { Episode, Season } from "./seasons.ts";

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly profile?: string | null;
  readonly otherNames?: readonly string[];
  readonly imdb?: string;
  readonly wikidata?: string;
  /** The person's department at TMDB. Defaults to "Acting". */
  readonly trade?: string;
  readonly adult?: boolean;
  readonly born?: string;
  readonly died?: string;
  readonly birthplace?: string;
}

export interface Title {
  readonly kind: "movie" | "tv";
  readonly id: number;
  readonly language: string;
  /** The titles by language, including the original one. An empty string stands for a missing translation. */
  readonly titles: Readonly<Record<string, string>>;
  readonly plots?: Readonly<Record<string, string>>;
  readonly date?: string | null;
  readonly genres?: readonly number[];
  readonly runtime?: number | null;
  /** The runtime of the last episode, for series without `episode_run_time`. */
  readonly lastEpisode?: number | null;
  /** The date of the last episode, for series that have ended. */
  readonly ended?: string;
  readonly seasons?: number;
  readonly seasonList?: readonly Season[];
  readonly nextEpisode?: Episode & { readonly season: number };
  readonly status?: string;
  readonly companies?: readonly string[];
  readonly networks?: readonly string[];
  readonly backdrop?: string;
  readonly collection?: { readonly id: number; readonly name: string };
  /** The releases by country, each with its type and certificate. */
  readonly certificates?: Readonly<Record<string, readonly (readonly [type: number, certificate: string])[]>>;
  readonly tvdb?: number;
  readonly produced?: readonly string[];
  readonly origin?: readonly string[];
  readonly rating?: number;
  readonly votes?: number;
  readonly poster?: string | null;
  readonly adult?: boolean;
  readonly imdb?: string;
  readonly wikidata?: string;
  readonly videos?: readonly object[];
  /** Names of keywords in `KEYWORDS`. */
  readonly keywords?: readonly string[];
  /** The names of services by country and TMDB's word for the kind of their offers, in order of priority. */
  readonly offers?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly creators?: readonly Person[];
  /**
   * The cast with their roles. `order` is the position that TMDB gives to a credit. Defaults to the position in this
   * list.
   */
  readonly cast?: readonly (readonly [person: Person, roles: readonly string[], order?: number])[];
  readonly crew?: readonly (readonly [person: Person, department: string, jobs: readonly string[]])[];
}

export const ADA: Person = {
  id: 11,
  name: "Ada Holm",
  profile: "/adaholm.jpg",
  imdb: "nm0000011",
  wikidata: "Q11",
  otherNames: ["Adalind Holm", "エイダ・ホルム", "", "Ada Holm", "ADA-HOLM"],
  born: "1931-02-05",
  died: "2009-11-30",
  birthplace: "Bergen, Norway",
};
export const BRAM: Person = { id: 12, name: "Bram Oduya", profile: null };
export const CLEO: Person = { id: 13, name: "Cleo Tanaka", profile: "/cleotanaka.png", trade: "Directing" };
export const DOV: Person = { id: 14, name: "Dov Arnaud" };
/** A person who only appears in adult titles. */
export const EVE: Person = { id: 15, name: "Eve Nilsson" };

/** The keywords. The TMDB id of a keyword is its position in this list, counted from 1. */
export const KEYWORDS = ["lighthouse", "art heist", "heist", "bank heist", "coast"];

/** An id that TMDB uses for both a film and a series. */
const SHARED_NUMBER = 605;

const LANTERN: Title = {
  kind: "movie",
  id: SHARED_NUMBER,
  language: "en",
  titles: { en: "The Glass Lantern", fr: "La Lanterne de verre", de: "" },
  plots: { en: "A keeper finds a light that shows the past.", fr: "Une lumière montre le passé." },
  date: "1999-03-31",
  genres: [18, 878],
  runtime: 136,
  produced: ["US", "AU"],
  origin: ["US"],
  rating: 8.217,
  votes: 26_000,
  poster: "/glasslantern.jpg",
  imdb: "tt0000605",
  wikidata: "Q605",
  keywords: ["heist", "lighthouse"],
  status: "Released",
  companies: ["Lamp Pictures", "Keeper Films"],
  backdrop: "/lanternbackdrop.jpg",
  collection: { id: 77, name: "The Lantern Collection" },
  offers: {
    US: { rent: ["Apple TV", "Amazon Video"], buy: ["Apple TV"], flatrate: ["Netflix"], ads: ["Tubi TV"] },
    DE: { flatrate: ["Netflix", "WOW"], buy: ["Apple TV", "maxdome Store"] },
    FR: { free: ["Arte"] },
  },
  certificates: {
    US: [
      [1, "NR"],
      [2, "PG"],
      [3, "PG-13"],
    ],
    DE: [[3, ""]],
    AU: [
      [4, ""],
      [5, "M"],
    ],
  },
  videos: [
    { iso_639_1: "en", site: "YouTube", type: "Clip", key: "aClip000001" },
    { iso_639_1: "en", site: "YouTube", type: "Trailer", key: "inEnglish01" },
    { iso_639_1: "fr", site: "YouTube", type: "Trailer", key: "enFrancais1" },
  ],
  // TMDB sorts a cast by `order`, not by its position in the list.
  cast: [
    [BRAM, ["The Keeper's Brother"], 1],
    [ADA, ["The Keeper"], 0],
    [CLEO, [""], 2],
  ],
  crew: [
    [DOV, "Camera", ["Director of Photography"]],
    [CLEO, "Directing", ["Director"]],
    [CLEO, "Writing", ["Screenplay"]],
    [DOV, "Writing", ["Novel"]],
    [BRAM, "Production", ["Producer"]],
    [BRAM, "Crew", ["Stunt Coordinator"]],
    [DOV, "Crew", ["Special Effects Coordinator"]],
    [DOV, "Visual Effects", ["Visual Effects Supervisor"]],
    [ADA, "Costume & Make-Up", ["Costume Designer"]],
    [ADA, "Art", ["Production Designer"]],
    [ADA, "Lighting", ["Gaffer"]],
    [BRAM, "Sound", ["Original Music Composer", "Sound Designer"]],
    [DOV, "Editing", ["Editor"]],
    [DOV, "Puppetry", ["Puppeteer"]],
  ],
};

const LANTERN_SERIES: Title = {
  kind: "tv",
  id: SHARED_NUMBER,
  language: "ja",
  titles: { ja: "硝子の灯", en: "Lantern Street", fr: "" },
  plots: { ja: "灯台の物語。", en: "A street, its lanterns and those who light them." },
  date: "2003-09-01",
  genres: [16, 10765],
  lastEpisode: 24,
  ended: "2005-03-14",
  seasons: 2,
  offers: { JP: { flatrate: ["U-NEXT"] } },
  origin: ["JP"],
  produced: [],
  rating: 7.4,
  votes: 310,
  poster: "/lanternstreet.jpg",
  imdb: "tt0001605",
  keywords: ["heist"],
  status: "Ended",
  networks: ["Harbour TV"],
  certificates: { JP: [[0, "G"]], BR: [[0, "10"]] },
  tvdb: 70_605,
  seasonList: [
    { number: 0, names: { en: "Specials" }, episodes: [{ number: 1, id: 9_001, date: "2004-01-01" }] },
    {
      number: 1,
      names: { en: "Lighting Up", ja: "点灯" },
      date: "2003-09-01",
      poster: "/lanternseason1.jpg",
      episodes: [
        {
          number: 1,
          id: 9_101,
          date: "2003-09-01",
          runtime: 24,
          rating: 8.1,
          votes: 100,
          still: "/firstmatch-still.jpg",
          names: { en: "The First Match", fr: "La première allumette" },
          plots: { en: "Hana lights a lamp." },
        },
        { number: 2, id: 9_102, date: "2003-09-08", runtime: null, names: { en: "Wax" } },
        { number: 3, id: 9_103, date: null },
      ],
    },
    { number: 2, date: "2005-01-10", episodes: [{ number: 1, id: 9_201, date: "2005-01-10" }] },
  ],
  creators: [CLEO],
  cast: [
    [ADA, ["Hana (voice)", "Hana's mother (voice)"], 609],
    [BRAM, ["Ren (voice)"], 3],
  ],
  crew: [
    [DOV, "Directing", ["Series Director", "Episode Director"]],
    [DOV, "Writing", ["Writer"]],
    [BRAM, "Sound", ["Music"]],
  ],
};

/** Titles that lack fields which are sometimes missing or null at TMDB. */
const GAPS: readonly Title[] = [
  {
    kind: "movie",
    id: 2,
    language: "fi",
    titles: { fi: "Ariel's Lantern" },
    plots: { fi: "Kaivos suljetaan." },
  },
  {
    kind: "movie",
    id: 3,
    language: "ru",
    titles: { ru: "Фонарь", en: "The Lantern Maker" },
    plots: { en: "A workshop by the river." },
    collection: { id: 77, name: "The Lantern Collection" },
    date: "1975-01-01",
    produced: ["SU", "XC"],
    runtime: 88,
  },
  {
    kind: "tv",
    id: 4,
    language: "en",
    titles: { en: "Lantern Nights" },
    date: null,
    poster: "",
    lastEpisode: null,
    cast: [[ADA, ["Self"]]],
    votes: 90_000,
  },
  {
    kind: "movie",
    id: 7,
    language: "en",
    titles: { en: "The Quiet Ferry" },
    date: "1962-02-02",
    runtime: 101,
    rating: 6.9,
    votes: 41,
    produced: ["IE"],
    origin: ["IE"],
    keywords: ["heist", "coast"],
    cast: [
      [ADA, ["The Pilot"]],
      [BRAM, ["The Boatswain"]],
    ],
  },
  {
    kind: "movie",
    id: 5,
    language: "en",
    titles: { en: "Lantern After Dark" },
    adult: true,
    date: "2011-05-05",
    runtime: 70,
    cast: [
      [ADA, ["Herself"]],
      [EVE, ["Nell"]],
    ],
  },
];

/** Enough titles for several pages. Every third one is a series. */
const HARBOUR: readonly Title[] = Array.from({ length: 90 }, (_, index) => ({
  kind: index % 3 === 0 ? ("tv" as const) : ("movie" as const),
  id: 1_000 + index,
  language: "en",
  titles: { en: `Harbour ${index + 1}`, fr: `Le Port ${index + 1}` },
  plots: { en: `Boats come and go, part ${index + 1}.` },
  date: `${1990 + (index % 10)}-06-15`,
  genres: [18],
  runtime: 90 + (index % 30),
  lastEpisode: 45,
  produced: ["GB"],
  origin: ["GB"],
  rating: 6.5,
  votes: 100 + index,
  poster: `/harbour${index}.jpg`,
}));

/** As many films as a client that scans a folder may look up. */
export const REELS: readonly Title[] = Array.from({ length: 500 }, (_, index) => ({
  kind: "movie",
  id: 50_000 + index,
  language: "en",
  titles: { en: `Reel No. ${index + 1} of 500` },
  date: "2001-01-01",
}));

/** A film that is also in the starter catalog. */
const CASABLANCA: Title = {
  kind: "movie",
  id: 289,
  language: "en",
  titles: { en: "Casablanca" },
  date: "1942-11-26",
};

export const TITLES: Title[] = [LANTERN, LANTERN_SERIES, ...GAPS, ...HARBOUR, CASABLANCA, ...REELS];

/** People whose names resemble "Ada Holm". `EXTRAS` contains enough people for several pages. */
const NAMESAKES: readonly Person[] = [
  { id: 21, name: "Ada Holmberg" },
  { id: 22, name: "Adá Holm" },
  { id: 23, name: "Ada Holm After Dark", adult: true },
];
const EXTRAS: readonly Person[] = Array.from({ length: 45 }, (_, index) => ({
  id: 2_000 + index,
  name: `Wilhelmina Extra ${index + 1}`,
}));

/** All people, best known first. */
export const PEOPLE: Person[] = [
  { id: 99, name: "Lantern Jack" },
  ...NAMESAKES,
  ADA,
  BRAM,
  CLEO,
  DOV,
  EVE,
  ...EXTRAS,
];
