/** Every text of the site. A language that lacks one does not build: `complete-dictionaries.ts`. */
import type { CrewGroup } from "../../worker/contract/credits.ts";
import type { ProblemType } from "../../worker/contract/problem.ts";
import type { Order } from "../../worker/contract/refined.ts";
import type { Counted } from "./plural.ts";

export interface Dictionary {
  /** The language's own name for itself. */
  readonly name: string;
  /** What Marquee is, in one line. */
  readonly tagline: string;
  /** The same for search engines and shared links: a sentence or two. */
  readonly description: string;
  readonly skip: string;
  readonly languages: string;
  /** Offered to a visitor whose browser asks for this language, on a page in another. */
  readonly offer: string;
  readonly developers: string;
  readonly source: string;
  readonly json: string;
  readonly theme: Readonly<Record<"label" | "system" | "light" | "dark", string>>;

  readonly search: {
    readonly label: string;
    readonly hint: string;
    /** The same where people are found, too. */
    readonly withPeople: Readonly<Record<"label" | "hint", string>>;
    readonly submit: string;
    readonly heading: string;
    readonly resultsFor: (text: string) => string;
    /** The text that was searched for in place of the one that was typed, and the search for that one. */
    readonly corrected: (text: string) => string;
    readonly uncorrected: (text: string) => string;
    /** A filter: no word is taken for another. */
    readonly exact: string;
    /** For search engines. */
    readonly description: (text: string) => string;
    readonly blank: string;
    /** The count is that of one page, shown as "20+" where there are more. */
    readonly found: Counted;
    readonly pageOf: (page: string) => string;
    readonly previous: string;
    readonly next: string;
    readonly pages: string;
    readonly type: string;
    readonly anyType: string;
    readonly year: string;
    readonly yearHint: string;
    /** What was typed as a year is none. */
    readonly yearUnread: (text: string) => string;
    readonly before: (year: string) => string;
    readonly since: (year: string) => string;
    readonly apply: string;
    readonly filters: string;
    readonly remove: (filter: string) => string;
    readonly waiting: string;
    readonly offline: string;
    readonly failed: string;
    readonly recent: string;
    readonly forget: string;
    /** The name of the list of suggestions below the search box. */
    readonly suggestions: string;
    /** How many there are, for screen readers. */
    readonly suggested: Counted;
    /** Above the people whose names match. */
    readonly people: string;
  };

  readonly browse: {
    /** Of the link to it. */
    readonly nav: string;
    readonly heading: string;
    /** For search engines. */
    readonly description: string;
    readonly descriptionOf: (filters: string) => string;
    readonly genre: string;
    readonly anyGenre: string;
    readonly country: string;
    readonly anyCountry: string;
    readonly language: string;
    readonly anyLanguage: string;
    readonly sort: string;
    /** Titles are in the order of their English names, whatever the language of the page. */
    readonly sorts: Readonly<Record<Order, string>>;
    readonly none: string;
    readonly all: string;
    /** Where a search has no words. */
    readonly instead: string;
    readonly deepest: string;
  };

  readonly nothing: {
    readonly heading: (text: string) => string;
    readonly pastEnd: string;
    /** Before the title that may have been meant. */
    readonly meant: string;
    readonly spelling: string;
    readonly nearby: (years: string) => string;
    readonly unfiltered: string;
    readonly original: string;
  };

  readonly kinds: {
    readonly movie: string;
    readonly person: string;
    readonly series: string;
    readonly movies: string;
    readonly seriesPlural: string;
  };

  readonly title: {
    readonly original: string;
    readonly year: string;
    readonly countries: string;
    readonly genres: string;
    readonly runtime: string;
    readonly perEpisode: (runtime: string) => string;
    readonly rating: string;
    readonly unrated: string;
    /** How many people rated a title. */
    readonly votes: Counted;
    readonly directors: string;
    readonly writers: string;
    /** Before those whose characters or books it is made from. */
    readonly basedOn: string;
    /** Further titles of a director, and of an actor. */
    readonly moreBy: (name: string) => string;
    readonly moreWith: (name: string) => string;
    readonly cast: string;
    readonly allCredits: Counted;
    readonly noCredits: string;
    readonly creditsFailed: string;
    readonly recordMissing: string;
    /** The heading of a title whose record is not known. */
    readonly untitled: (id: string) => string;
    readonly namesakes: (title: string) => string;
  };

  readonly credits: {
    readonly of: (title: string) => string;
    /** For search engines. */
    readonly description: (title: string) => string;
    readonly back: (title: string) => string;
    /** Between an actor and a role, for screen readers: "Toshiro Mifune as Kikuchiyo". */
    readonly as: string;
    readonly groups: Readonly<Record<"cast" | CrewGroup, string>>;
    readonly index: string;
    readonly filter: string;
    readonly filterHint: string;
    /** How many of all are shown. */
    readonly shown: (count: string, all: string) => string;
    readonly none: string;
    readonly showAll: (count: string) => string;
  };

  readonly person: {
    readonly knownFor: string;
    readonly alsoKnownAs: string;
    /** For search engines. */
    readonly description: (name: string) => string;
    /** The heading of the roles. */
    readonly acting: string;
    readonly filter: string;
    readonly filterHint: string;
  };

  readonly home: {
    readonly heading: string;
    readonly popular: string;
    readonly recent: string;
    readonly decades: string;
    readonly decade: (year: number) => string;
    readonly forDevelopers: string;
    readonly forDevelopersLink: string;
  };

  /** Genres come from the origin, mostly in English: those that are known by these names are translated. */
  readonly genres: Readonly<Record<Genre, string>>;

  readonly problems: Readonly<Record<ProblemType, ProblemWords>>;
  /** What is wrong with a parameter that a visitor can type. */
  readonly refused: Readonly<Record<"q" | "f" | "page" | "id", string>>;
  readonly tryAgain: string;
  readonly searchInstead: string;
  readonly details: string;
  readonly requestId: string;
}

type Genre =
  | "Action"
  | "Adventure"
  | "Animation"
  | "Biography"
  | "Comedy"
  | "Crime"
  | "Documentary"
  | "Drama"
  | "Family"
  | "Fantasy"
  | "Film-Noir"
  | "Game Show"
  | "History"
  | "Horror"
  | "Kids"
  | "Music"
  | "Musical"
  | "Mystery"
  | "News"
  | "Politics"
  | "Reality"
  | "Romance"
  | "Science Fiction"
  | "Short"
  | "Soap"
  | "Sport"
  | "Talk Show"
  | "Thriller"
  | "TV Movie"
  | "War"
  | "Western";

interface ProblemWords {
  readonly heading: string;
  readonly advice: string;
}
