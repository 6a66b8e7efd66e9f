/**
 * The texts of the site in English. `tsc` reports texts that another language lacks. Functions receive the words that
 * go into a sentence.
 */
import type { Sort } from "../../worker/contract/browse.ts";
import type { CrewGroup } from "../../worker/contract/credits.ts";
import type { ProblemType } from "../../worker/contract/problem.ts";
import { counted } from "./formats.ts";

export type Dictionary = typeof en;

/** Problems that only the API returns. */
type ApiProblem = "key-required" | "cursor-gone" | "body-too-large" | "unsupported-media-type";
/** The problems that pages explain. All failures of the source share a text. */
type ExplainedProblem =
  | Exclude<ProblemType, ApiProblem | "bad-upstream" | `upstream-${string}`>
  | "unreachable";

export const en = {
  /** The language's name in the language itself. */
  name: "English",
  /** Describes Marquee in one line. */
  tagline: "Films, series and everyone who made them.",
  /** Describes Marquee to search engines and in link previews. */
  description: "Look up films and series: the facts, the plot, and the full cast and crew. Fast and free.",
  skip: "Skip to content",
  /** Names the header's links for screen readers. */
  menu: "Main menu",
  languages: "Languages",
  /** Offers this language on a page in another one. */
  offer: "In English",
  /** Closes the offer. */
  dismiss: "Dismiss",
  developers: "Developers",
  json: "This page as JSON",
  theme: { label: "Theme", system: "System", light: "Light", dark: "Dark" },

  search: {
    label: "Search films and series",
    hint: "Film or series",
    blank: "Search for a film or series.",
    /** The texts of a site that also finds people. */
    withPeople: {
      label: "Search films, series and people",
      hint: "Film, series or person",
      blank: "Search for a film, series or person.",
    },
    submit: "Search",
    heading: "Search",
    resultsFor: (text: string) => `Results for “${text}”`,
    /** States the corrected query, and links to the typed one. */
    corrected: (text: string) => `Showing results for “${text}”.`,
    uncorrected: (text: string) => `Search for “${text}” instead`,
    /** Names titles by people, such as "Comedy with Tom Hanks". */
    with: (titles: string, people: string) => `${titles} with ${people}`,
    /** Joins a kind and a genre within a sentence. */
    ofGenre: (titles: string, genre: string) => `${genre} ${titles}`,
    /** Quotes words of titles and plots as typed. */
    quoted: (text: string) => `“${text}”`,
    about: (titles: string, text: string) => `${titles} about “${text}”`,
    /** States the omitted words and filters. */
    without: (text: string) => `Showing results without “${text}”.`,
    /** Names an exclusion, such as a genre. */
    except: (name: string) => `except ${name}`,
    /** Names titles that resemble another one. */
    like: (title: string) => `like “${title}”`,
    /** Everyone except actors, within a sentence. */
    crew: "crew",
    /** Names a filter or word that is not applied. */
    notApplied: (text: string) => `“${text}” not applied`,
    /** A filter that disables corrections. */
    exact: "Exact spelling",
    /** Describes a search to search engines. */
    description: (text: string) =>
      `Films and series that match “${text}”, with year, country, genre and rating.`,
    found: counted("en", { one: "# title", other: "# titles" }),
    /** States a minimum number of titles if the total is unknown. */
    moreThan: (titles: string) => `More than ${titles}`,
    /** States that the source cannot filter and sort all results. */
    limitedTo: (count: string) => `Filters and order apply to the ${count} best matches only.`,
    pageOf: (page: string) => `Page ${page}`,
    previous: "Previous page",
    next: "Next page",
    pages: "Pages",
    /** Labels the choice between grid and list. */
    view: "Show as",
    grid: "Grid",
    list: "List",
    type: "Type",
    anyType: "All",
    year: "Year",
    yearHint: "1999 or 1990s",
    yearUnread: (text: string) =>
      `We don’t recognise “${text}” as a year. Try “1999”, “1990s”, “1990–1999” or “before 1980”.`,
    filterUnread: (text: string) => `We don’t know the filter “${text}”, so the list ignores it.`,
    before: (year: string) => `before ${year}`,
    since: (year: string) => `since ${year}`,
    apply: "Apply",
    filters: "Filters",
    remove: (filter: string) => `Remove filter: ${filter}`,
    /** Removes all filters. */
    clear: "Clear all",
    waiting: "Searching…",
    offline: "You’re offline. The search will continue when you’re back online.",
    failed: "The results couldn’t be loaded.",
    recent: "Recent searches",
    forget: "Clear",
    /** Names the list of suggestions below the search box. */
    suggestions: "Suggestions",
    /** States the number of suggestions to screen readers. */
    suggested: counted("en", { one: "# suggestion", other: "# suggestions" }),
    /** The heading of people whose names match. */
    people: "People",
  },

  browse: {
    /** The link in the header. */
    nav: "Browse",
    heading: "Browse films and series",
    /** Describes the list to search engines. */
    description: "Films and series by decade, genre, country and language, sorted as you like.",
    genre: "Genre",
    country: "Country",
    language: "Original language",
    /** The first choice of each filter. */
    any: { genre: "All", country: "All", language: "All", min_rating: "All", runtime: "All" },
    sort: "Sort by",
    sorts: {
      relevance: "Best match",
      popularity: "Most popular",
      year: "Newest first",
      rating: "Highest rated",
    } satisfies Record<"relevance" | Sort, string>,
    /** Runtimes. */
    upTo: (minutes: string) => `up to ${minutes}`,
    over: (minutes: string) => `over ${minutes}`,
    /** Explains the order by rating. */
    weighted: "Ratings are weighted: the fewer the votes, the less they count.",
    none: "No titles match these filters.",
    all: "Show all titles",
    /** Links to lists when a search has no words. */
    instead: "Browse by decade, genre and country",
  },

  nothing: {
    heading: (text: string) => `No results for “${text}”`,
    pastEnd: "There are no more results.",
    /** Precedes the title that was probably meant. */
    meant: "Did you mean:",
    /** Precedes several such titles. */
    perhaps: "Did you mean one of these?",
    spelling: "Check the spelling, or use fewer words.",
    nearby: (years: string) => `Search ${years}`,
    unfiltered: "Search without filters",
    original: "Try the title in its original language.",
  },

  kinds: {
    movie: "Film",
    person: "Person",
    series: "Series",
    movies: "Films",
    seriesPlural: "Series",
    all: "Films and series",
  },

  title: {
    perEpisode: (runtime: string) => `${runtime} per episode`,
    /** The number of people who rated a title. */
    votes: counted("en", { one: "# vote", other: "# votes" }),
    directors: "Directed by",
    writers: "Written by",
    /** Precedes the authors of its characters or source. */
    authors: "Based on the work of",
    creators: "Created by",
    music: "Music by",
    cinematography: "Cinematography by",
    editing: "Edited by",
    seasons: counted("en", { one: "# season", other: "# seasons" }),
    episodes: counted("en", { one: "# episode", other: "# episodes" }),
    similar: "More like this",
    /** Precedes titles by the same director or with the same actor. */
    sameDirector: "Same director",
    sameWriter: "Same writer",
    withActor: (name: string) => `With ${name}`,
    moreBy: (name: string) => `More by ${name}`,
    moreWith: (name: string) => `More with ${name}`,
    allCredits: counted("en", { one: "# credit", other: "All # credits" }),
    noCredits: "No cast or crew listed yet.",
    creditsFailed: "We can’t show the cast and crew right now. Please try again in a few minutes.",
    recordMissing: "The details of this title are unavailable right now. Its cast and crew are below.",
    /** Replaces the name of a title without a record or without a name. */
    unavailable: "Title unavailable",
    untitled: { movie: "Untitled film", series: "Untitled series", other: "Untitled" },
    namesakes: (title: string) => `Other titles called “${title}”`,
  },

  credits: {
    of: (title: string) => `${title}: cast and crew`,
    /** Describes the credits to search engines. */
    description: (title: string) =>
      `Everyone who worked on ${title}: cast, directing, writing, music and every other department.`,
    back: (title: string) => `Back to ${title}`,
    /** The word between actor and role for screen readers: "Toshiro Mifune as Kikuchiyo". */
    as: "as",
    groups: {
      cast: "Cast",
      writer: "Writing",
      director: "Directing",
      editing: "Editing",
      production: "Production",
      art: "Art",
      "visual effects": "Visual effects",
      sound: "Sound and music",
    } satisfies Record<"cast" | CrewGroup, string>,
    index: "Departments",
    filter: "Search cast and crew",
    filterHint: "Name, role or job",
    /** The number of entries shown of all. */
    shown: (count: string, all: string) => `${count} of ${all}`,
    none: "No matches.",
    showAll: (count: string) => `Show all ${count}`,
  },

  person: {
    /** The orders of the titles. */
    orders: { known: "Best known", new: "Newest", old: "Oldest" },
    alsoKnownAs: "Also known as",
    /** Describes a person to search engines. */
    description: (name: string) => `${name}’s films and series, with years and roles.`,
    /** The heading of acting roles. */
    acting: "Acting",
    /** The heading of works without a year. */
    undated: "Year unknown",
    filmography: "Filmography",
    filter: "Search filmography",
    filterHint: "Title, role or job",
  },

  home: {
    heading: "What are you looking for?",
    popular: "Popular",
    /** Links from a shelf to all of its titles. */
    seeAll: "See all",
    recent: "New releases",
    decades: "Through the decades",
    decade: (year: number) => `${year}s`,
    forDevelopers: "Building something? Get the same data as JSON.",
    forDevelopersLink: "Read the API docs",
  },

  problems: {
    "invalid-parameter": { heading: "Something isn’t right", advice: "Please check the following:" },
    "title-not-found": { heading: "Title not found", advice: "We can’t find that title." },
    "person-not-found": { heading: "Person not found", advice: "We can’t find that person." },
    "not-found": {
      heading: "Page not found",
      advice: "The page may have moved, or there’s a typo in the address. Try searching for it.",
    },
    "method-not-allowed": { heading: "This can’t be done here", advice: "This page is read-only." },
    "address-too-long": { heading: "Your search is too long", advice: "Please shorten your search." },
    "rate-limited": { heading: "Too many requests", advice: "Please wait a moment, then try again." },
    "headers-too-large": {
      heading: "Your browser sends too many cookies",
      advice: "Please clear this site’s cookies, then try again.",
    },
    internal: {
      heading: "Something went wrong",
      advice: "The error is on our side. Please try again in a few minutes.",
    },
    "not-offered": {
      heading: "Not available here",
      advice: "This site’s data source doesn’t support it, but you can still search.",
    },
    unreachable: {
      heading: "Our data source is unavailable right now",
      advice: "Please try again in a few minutes.",
    },
  } satisfies Record<ExplainedProblem, { readonly heading: string; readonly advice: string }>,
  /** Explains an invalid parameter that a visitor can type. */
  refused: {
    q: "Search text must be 1 to 200 characters long.",
    f: "Write the year like “1999”, “1990s”, “1990–1999” or “before 1980”.",
    page: "That isn’t a valid page number.",
    id: "The ID in the address isn’t valid.",
    season: "The season number in the address isn’t valid.",
  },
  tryAgain: "Try again",
  toHome: "Back to the home page",
  details: "Technical details",
  requestId: "Request ID",
};
