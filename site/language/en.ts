import type { Dictionary } from "./dictionary.ts";

const unreachable = {
  heading: "The source is not answering",
  advice: "Where our facts come from is out of reach just now. Please try again in a little while.",
};

export const en: Dictionary = {
  name: "English",
  tagline: "Films and series, and everyone who made them.",
  description:
    "Look up films and series: the facts, the plot, and the full roll of credits. Fast, calm and free.",
  skip: "Skip to content",
  languages: "Languages",
  offer: "In English",
  developers: "Developers",
  source: "A lookup service for film and series.",
  json: "This page as JSON",

  search: {
    label: "Search films and series",
    hint: "Film or series",
    submit: "Search",
    heading: "Search",
    resultsFor: (text) => `Results for “${text}”`,
    blank: "Type the title of a film or a series, or the beginning of it.",
    found: (count) => `Titles found: ${count}`,
    pageOf: (page) => `Page ${page}`,
    previous: "Previous page",
    next: "Next page",
    pages: "Pages",
    kind: "Kind",
    anyKind: "All",
    year: "Year",
    yearHint: "1999 or 1990-1999",
    apply: "Apply",
  },

  nothing: {
    heading: (text) => `Nothing found for “${text}”`,
    pastEnd: "There are no further results.",
    meant: "Did you mean:",
    spelling: "Check the spelling, or try fewer words.",
    nearby: (years) => `Look at ${years} too`,
    unfiltered: "Search without filters",
    shorter: (text) => `Search for “${text}”`,
    original: "Try the title in its original language.",
  },

  kinds: { movie: "Film", series: "Series", movies: "Films", seriesPlural: "Series" },

  title: {
    original: "Original title",
    year: "Year",
    countries: "Countries",
    genres: "Genres",
    runtime: "Runtime",
    rating: "Rating",
    unrated: "Not rated yet",
    rated: (rating) => `${rating} of 10`,
    directors: "Directed by",
    writers: "Written by",
    cast: "Cast",
    allCredits: "All credits",
    noCredits: "Nobody is credited here yet.",
    creditsFailed: "The credits cannot be shown just now. Please try again in a little while.",
    recordMissing: "The facts about this title are out of reach just now. Its credits are here.",
    untitled: (id) => `Title ${id}`,
    remakes: "Other films and series of this name",
  },

  credits: {
    of: (title) => `Credits of ${title}`,
    back: "Back to the title",
    groups: {
      cast: "Cast",
      writer: "Writing",
      director: "Directing",
      editing: "Editing",
      production: "Production",
      art: "Art",
      "visual effects": "Visual effects",
      sound: "Sound and music",
    },
    index: "Departments",
    filter: "Find in the credits",
    filterHint: "Name, role or job",
    shown: (count) => `People shown: ${count}`,
  },

  home: {
    heading: "What are you looking for?",
    decades: "Through the decades",
    decade: (year) => `${year}s`,
    forDevelopers:
      "Building something? The same answers come as JSON, from one address, and there is nothing to sign.",
    forDevelopersLink: "Read about the API",
  },

  genres: {
    Action: "Action",
    Adventure: "Adventure",
    Animation: "Animation",
    Comedy: "Comedy",
    Crime: "Crime",
    Documentary: "Documentary",
    Drama: "Drama",
    Family: "Family",
    Fantasy: "Fantasy",
    History: "History",
    Horror: "Horror",
    Music: "Music",
    Mystery: "Mystery",
    Romance: "Romance",
    "Science Fiction": "Science Fiction",
    Thriller: "Thriller",
    War: "War",
    Western: "Western",
  },

  problems: {
    "invalid-parameter": {
      heading: "That cannot be looked up",
      advice: "Please correct what you asked for.",
    },
    "key-required": { heading: "A key is needed", advice: "This service answers only callers it knows." },
    "title-not-found": {
      heading: "There is no such title",
      advice: "No film or series has this number. Perhaps a search finds it.",
    },
    "not-found": {
      heading: "There is nothing at this address",
      advice: "The page may have moved, or the address has a slip in it. Perhaps a search finds it.",
    },
    "method-not-allowed": { heading: "That is not possible here", advice: "This page can only be read." },
    "address-too-long": {
      heading: "That is too long",
      advice: "Please search for a shorter text.",
    },
    "rate-limited": {
      heading: "That was a little fast",
      advice: "Please wait a moment, then try again.",
    },
    "headers-too-large": {
      heading: "Your browser sends too much",
      advice: "It has collected too many cookies for this site: please delete them, then try again.",
    },
    internal: {
      heading: "Something went wrong on our side",
      advice: "It is not your fault. Please try again in a little while.",
    },
    "not-offered": {
      heading: "That is not offered here",
      advice: "The source of this site does not know that.",
    },
    "bad-upstream": unreachable,
    "upstream-unavailable": unreachable,
    "upstream-timeout": unreachable,
  },
  refused: {
    q: "The text to search for must have 1 to 200 characters.",
    f: "The year must look like 1999, 1990-1999, 1990- or -1999.",
    page: "The page must be a whole number from 1.",
    id: "The number of a title must be a whole number from 1.",
  },
  wayOn: "Search for something else",
  requestId: "Request",
};
