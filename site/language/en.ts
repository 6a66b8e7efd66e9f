/**
 * The English texts of the site. `tsc` reports an error if another language lacks one of them. A text with variable
 * parts is a function.
 */
import type { Sort } from "../../worker/contract/browse.ts";
import type { CrewGroup } from "../../worker/contract/credits.ts";
import type { ProblemType } from "../../worker/contract/problem.ts";
import { counted } from "./formats.ts";

export type Dictionary = typeof en;

/** Problems that only the API returns, so pages need no text for them. */
type ApiProblem = "key-required" | "cursor-gone" | "body-too-large" | "unsupported-media-type";
/** Problems that pages explain. All failures of the source share one text. */
type ExplainedProblem =
  | Exclude<ProblemType, ApiProblem | "bad-upstream" | `upstream-${string}`>
  | "unreachable";

export const en = {
  /** The name of the language in the language itself. */
  name: "English",
  tagline: "Films, series and everyone who made them.",
  /** A description of Marquee for search engines and link previews. */
  description: "Look up films and series: the facts, the plot, and the full cast and crew. Fast and free.",
  skip: "Skip to content",
  /** The accessible name of the links in the header. */
  menu: "Main menu",
  languages: "Languages",
  /** An offer to switch to this language, shown on pages in other languages. */
  offer: "In English",
  /** The label of the button that closes the offer. */
  dismiss: "Dismiss",
  developers: "Developers",
  json: "This page as JSON",
  theme: { label: "Theme", system: "System", light: "Light", dark: "Dark" },

  search: {
    label: "Search films and series",
    hint: "Film or series",
    blank: "Search for a film or series.",
    /** The texts that are used if the source also finds people. */
    withPeople: {
      label: "Search films, series and people",
      hint: "Film, series or person",
      blank: "Search for a film, series or person.",
    },
    /** The hint if the source also finds plots. */
    hintWithPlots: "Title, person or plot",
    submit: "Search",
    heading: "Search",
    resultsFor: (text: string) => `Results for “${text}”`,
    /** A note that the query was corrected. */
    corrected: (text: string) => `Showing results for “${text}”.`,
    uncorrected: (text: string) => `Search for “${text}” instead`,
    /** A phrase for titles with certain people, such as "Comedy with Tom Hanks". */
    with: (titles: string, people: string) => `${titles} with ${people}`,
    /** A phrase for a kind of title with a genre, for use within a sentence. */
    ofGenre: (titles: string, genre: string) => `${genre} ${titles}`,
    /** Puts words of a title or plot in quotation marks. */
    quoted: (text: string) => `“${text}”`,
    about: (titles: string, text: string) => `${titles} about “${text}”`,
    /** A note that words or filters were ignored. */
    without: (text: string) => `Showing results without “${text}”.`,
    /** A phrase for something that the query excludes, such as a genre. */
    except: (name: string) => `except ${name}`,
    /** A phrase for titles with a role of this name. */
    character: (name: string) => `with the character “${name}”`,
    /** A phrase for titles that are similar to another title. */
    like: (title: string) => `like “${title}”`,
    /** The word for everyone who is not an actor, for use within a sentence. */
    crew: "crew",
    /** A note that a filter or word was not applied. */
    notApplied: (text: string) => `“${text}” not applied`,
    /** The label of a filter that turns corrections off. */
    exact: "Exact spelling",
    /** A description of a search for search engines. */
    description: (text: string) =>
      `Films and series that match “${text}”, with year, country, genre and rating.`,
    found: counted("en", { one: "# title", other: "# titles" }),
    /** A lower bound for the number of titles, for lists whose total is unknown. */
    moreThan: (titles: string) => `More than ${titles}`,
    /** A note that filters and order only apply to the best matches. */
    limitedTo: (count: string) => `Filters and order apply to the ${count} best matches only.`,
    pageOf: (page: string) => `Page ${page}`,
    previous: "Previous page",
    next: "Next page",
    pages: "Pages",
    /** The label of the choice between grid and list. */
    view: "Show as",
    grid: "Grid",
    list: "List",
    /** A note above a list of titles in which some plots are not translated. */
    untranslated: "Plots without a translation are in English.",
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
    /** The label of the link that removes all filters. */
    clear: "Clear all",
    waiting: "Searching…",
    offline: "You’re offline. The search will continue when you’re back online.",
    failed: "The results couldn’t be loaded.",
    recent: "Recent searches",
    forget: "Clear",
    /** The accessible name of the list of suggestions. */
    suggestions: "Suggestions",
    /** The number of suggestions, for screen readers. */
    suggested: counted("en", { one: "# suggestion", other: "# suggestions" }),
    /** The row below the suggestions that searches for the typed text. */
    searchFor: (text: string) => `Search for “${text}”`,
    characterIn: (title: string) => `Character in ${title}`,
    people: "People",
  },

  browse: {
    /** The text of the link in the header. */
    nav: "Browse",
    heading: "Browse films and series",
    /** A description of the list for search engines. */
    description: "Films and series by decade, genre, country and language, sorted as you like.",
    genre: "Genre",
    country: "Country",
    language: "Original language",
    /** The choice in each menu that stands for no filter. */
    any: { genre: "All", country: "All", language: "All", min_rating: "All", runtime: "All" },
    sort: "Sort by",
    sorts: {
      relevance: "Best match",
      popularity: "Most popular",
      year: "Newest first",
      rating: "Highest rated",
    } satisfies Record<"relevance" | Sort, string>,
    /** The names of runtime ranges. */
    upTo: (minutes: string) => `up to ${minutes}`,
    over: (minutes: string) => `over ${minutes}`,
    /** An explanation of the order by rating. */
    weighted: "Ordered by weighted rating: a rating from few votes counts for less.",
    none: "No titles match these filters.",
    all: "Show all titles",
    /** A link to lists, for a search page without a query. */
    instead: "Browse by decade, genre and country",
  },

  nothing: {
    heading: (text: string) => `No results for “${text}”`,
    pastEnd: "There are no more results.",
    meant: "Did you mean:",
    perhaps: "Did you mean one of these?",
    advice: "Check the spelling, use fewer words, or try the original title.",
    nearby: (years: string) => `Search ${years}`,
    unfiltered: "Search without filters",
    /** The heading of the titles that the filters excluded. */
    excluded: (text: string) => `Results for “${text}” without filters`,
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
    /** The label for the authors of the work that a title is based on. */
    authors: "Based on the work of",
    creators: "Created by",
    music: "Music by",
    cinematography: "Cinematography by",
    editing: "Edited by",
    /** The heading of the crew below the cast. */
    crew: "Crew",
    seasons: counted("en", { one: "# season", other: "# seasons" }),
    episodes: counted("en", { one: "# episode", other: "# episodes" }),
    similar: "More like this",
    /** Headings of titles by the same director or with the same people. */
    sameDirector: "Same director",
    sameWriter: "Same writer",
    withActor: (name: string) => `With ${name}`,
    moreBy: (name: string) => `More by ${name}`,
    moreWith: (name: string) => `More with ${name}`,
    allCredits: counted("en", { one: "# credit", other: "All # credits" }),
    noCredits: "No cast or crew listed yet.",
    creditsFailed: "We can’t show the cast and crew right now. Please try again in a few minutes.",
    recordMissing: "The details of this title are unavailable right now. Its cast and crew are below.",
    /** The name of a title whose record is missing. */
    unavailable: "Title unavailable",
    untitled: { movie: "Untitled film", series: "Untitled series", other: "Untitled" },
    namesakes: (title: string) => `Other titles called “${title}”`,
  },

  credits: {
    of: (title: string) => `${title}: cast and crew`,
    /** A description of the credits for search engines. */
    description: (title: string) =>
      `Everyone who worked on ${title}: cast, directing, writing, music and every other department.`,
    back: (title: string) => `Back to ${title}`,
    /** The word between an actor and a role for screen readers, as in "Toshiro Mifune as Kikuchiyo". */
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
    /** The camera department, which the contract lists under "production". */
    camera: "Camera",
    index: "Departments",
    filter: "Search cast and crew",
    filterHint: "Name, role or job",
    /** The number of entries that match a filter, out of all entries. */
    shown: (count: string, all: string) => `${count} of ${all}`,
    none: "No matches.",
    showAll: (count: string) => `Show all ${count}`,
  },

  person: {
    /** The orders of a person's titles. */
    orders: { known: "Best known", new: "Newest", old: "Oldest" },
    alsoKnownAs: "Also known as",
    /** A description of a person for search engines. */
    description: (name: string) => `${name}’s films and series, with years and roles.`,
    acting: "Acting",
    undated: "Year unknown",
    filmography: "Filmography",
    /** The heading of titles similar to a title. */
    moreLike: (title: string) => `More like “${title}”`,
    filter: "Search filmography",
    filterHint: "Title, role or job",
  },

  home: {
    heading: "What are you looking for?",
    /** The sentence that says what the site is. `titles` is the formatted number of titles. */
    about: (titles: string) => `Search ${titles} films and series by title, person, character or plot.`,
    /** The words before examples of searches. */
    examples: "For example:",
    /** A note at an example with a typing mistake. */
    mistyped: "mistyped",
    popular: "Popular",
    /** The link from a shelf to the full list. */
    seeAll: "See all",
    recent: "New releases",
    decades: "Through the decades",
    decade: (year: number) => `${year}s`,
    /** The heading of the highest rated titles of a decade, such as "1970s". */
    bestOf: (decade: string) => `Best of the ${decade}`,
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
  /** Explanations for invalid values in the URL or in a field. */
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
