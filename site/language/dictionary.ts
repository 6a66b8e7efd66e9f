/** What every language has to say. A language that leaves one out does not build: `whole-dictionaries.ts`. */
import type { CrewGroup } from "../../worker/contract/credits.ts";
import type { ProblemType } from "../../worker/contract/problem.ts";

export interface Dictionary {
  /** The language's own name for itself. */
  readonly name: string;
  /** What Marquee is, in one line. */
  readonly tagline: string;
  /** The same for search engines and share cards: a sentence or two. */
  readonly description: string;
  readonly skip: string;
  readonly languages: string;
  /** Offered to a visitor whose browser asks for this language, on a page in another. */
  readonly offer: string;
  readonly developers: string;
  readonly source: string;
  readonly json: string;

  readonly search: {
    readonly label: string;
    readonly hint: string;
    readonly submit: string;
    readonly heading: string;
    readonly resultsFor: (text: string) => string;
    readonly blank: string;
    /** The count is that of one page, "+" where there are more. */
    readonly found: (count: string) => string;
    readonly pageOf: (page: string) => string;
    readonly previous: string;
    readonly next: string;
    readonly pages: string;
    readonly kind: string;
    readonly anyKind: string;
    readonly year: string;
    readonly yearHint: string;
    readonly apply: string;
  };

  readonly nothing: {
    readonly heading: (text: string) => string;
    readonly pastEnd: string;
    /** Before the title that may have been meant. */
    readonly meant: string;
    readonly spelling: string;
    readonly nearby: (years: string) => string;
    readonly unfiltered: string;
    readonly shorter: (text: string) => string;
    readonly original: string;
  };

  readonly kinds: {
    readonly movie: string;
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
    readonly rating: string;
    readonly unrated: string;
    readonly rated: (rating: string) => string;
    readonly directors: string;
    readonly writers: string;
    readonly cast: string;
    readonly allCredits: string;
    readonly noCredits: string;
    readonly creditsFailed: string;
    readonly recordMissing: string;
    /** The heading of a title whose record is not known. */
    readonly untitled: (id: string) => string;
    readonly remakes: string;
  };

  readonly credits: {
    readonly of: (title: string) => string;
    readonly back: string;
    readonly groups: Readonly<Record<"cast" | CrewGroup, string>>;
    readonly index: string;
    readonly filter: string;
    readonly filterHint: string;
    readonly shown: (count: string) => string;
  };

  readonly home: {
    readonly heading: string;
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
  readonly wayOn: string;
  readonly requestId: string;
}

type Genre =
  | "Action"
  | "Adventure"
  | "Animation"
  | "Comedy"
  | "Crime"
  | "Documentary"
  | "Drama"
  | "Family"
  | "Fantasy"
  | "History"
  | "Horror"
  | "Music"
  | "Mystery"
  | "Romance"
  | "Science Fiction"
  | "Thriller"
  | "War"
  | "Western";

interface ProblemWords {
  readonly heading: string;
  readonly advice: string;
}
