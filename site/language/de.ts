import type { Dictionary } from "./dictionary.ts";

const unreachable = {
  heading: "Die Quelle antwortet nicht",
  advice: "Woher unsere Angaben kommen, ist gerade nicht erreichbar. Bitte versuchen Sie es bald wieder.",
};

export const de: Dictionary = {
  name: "Deutsch",
  tagline: "Filme und Serien, und alle, die sie gemacht haben.",
  description:
    "Filme und Serien nachschlagen: die Fakten, die Handlung und der ganze Abspann. Schnell, ruhig und kostenlos.",
  skip: "Zum Inhalt",
  languages: "Sprachen",
  offer: "Auf Deutsch",
  developers: "Für Entwickler",
  source: "Ein Nachschlagedienst für Filme und Serien.",
  json: "Diese Seite als JSON",

  search: {
    label: "Filme und Serien suchen",
    hint: "Film oder Serie",
    submit: "Suchen",
    heading: "Suche",
    resultsFor: (text) => `Ergebnisse für „${text}“`,
    blank: "Geben Sie den Titel eines Films oder einer Serie ein, oder seinen Anfang.",
    found: (count) => `Gefundene Titel: ${count}`,
    pageOf: (page) => `Seite ${page}`,
    previous: "Vorige Seite",
    next: "Nächste Seite",
    pages: "Seiten",
    kind: "Art",
    anyKind: "Alle",
    year: "Jahr",
    yearHint: "1999 oder 1990-1999",
    apply: "Anwenden",
  },

  nothing: {
    heading: (text) => `Nichts gefunden zu „${text}“`,
    pastEnd: "Es gibt keine weiteren Ergebnisse.",
    meant: "Meinten Sie:",
    spelling: "Prüfen Sie die Schreibweise, oder versuchen Sie es mit weniger Wörtern.",
    nearby: (years) => `Auch ${years} ansehen`,
    unfiltered: "Ohne Filter suchen",
    shorter: (text) => `Nach „${text}“ suchen`,
    original: "Versuchen Sie es mit dem Originaltitel.",
  },

  kinds: { movie: "Film", series: "Serie", movies: "Filme", seriesPlural: "Serien" },

  title: {
    original: "Originaltitel",
    year: "Jahr",
    countries: "Länder",
    genres: "Genres",
    runtime: "Laufzeit",
    rating: "Bewertung",
    unrated: "Noch nicht bewertet",
    rated: (rating) => `${rating} von 10`,
    directors: "Regie",
    writers: "Drehbuch",
    cast: "Besetzung",
    allCredits: "Der ganze Abspann",
    noCredits: "Hier ist noch niemand genannt.",
    creditsFailed: "Der Abspann kann gerade nicht gezeigt werden. Bitte versuchen Sie es bald wieder.",
    recordMissing: "Die Angaben zu diesem Titel sind gerade nicht erreichbar. Sein Abspann ist hier.",
    untitled: (id) => `Titel ${id}`,
    remakes: "Andere Filme und Serien dieses Namens",
  },

  credits: {
    of: (title) => `Abspann: ${title}`,
    back: "Zurück zum Titel",
    groups: {
      cast: "Besetzung",
      writer: "Drehbuch",
      director: "Regie",
      editing: "Schnitt",
      production: "Produktion",
      art: "Ausstattung",
      "visual effects": "Visuelle Effekte",
      sound: "Ton und Musik",
    },
    index: "Abteilungen",
    filter: "Im Abspann suchen",
    filterHint: "Name, Rolle oder Aufgabe",
    shown: (count) => `Gezeigte Personen: ${count}`,
  },

  home: {
    heading: "Was suchen Sie?",
    decades: "Durch die Jahrzehnte",
    decade: (year) => `${year}er`,
    forDevelopers:
      "Sie bauen etwas? Dieselben Antworten gibt es als JSON, von einer Adresse, ganz ohne Vertrag.",
    forDevelopersLink: "Mehr über die API (auf Englisch)",
  },

  genres: {
    Action: "Action",
    Adventure: "Abenteuer",
    Animation: "Animation",
    Comedy: "Komödie",
    Crime: "Krimi",
    Documentary: "Dokumentarfilm",
    Drama: "Drama",
    Family: "Familie",
    Fantasy: "Fantasy",
    History: "Historie",
    Horror: "Horror",
    Music: "Musik",
    Mystery: "Mystery",
    Romance: "Romanze",
    "Science Fiction": "Science-Fiction",
    Thriller: "Thriller",
    War: "Krieg",
    Western: "Western",
  },

  problems: {
    "invalid-parameter": {
      heading: "Danach lässt sich nicht suchen",
      advice: "Bitte ändern Sie, wonach Sie gefragt haben.",
    },
    "key-required": {
      heading: "Ein Schlüssel ist nötig",
      advice: "Dieser Dienst antwortet nur, wen er kennt.",
    },
    "title-not-found": {
      heading: "Diesen Titel gibt es nicht",
      advice: "Kein Film und keine Serie hat diese Nummer. Vielleicht hilft eine Suche.",
    },
    "not-found": {
      heading: "Unter dieser Adresse ist nichts",
      advice:
        "Die Seite ist vielleicht umgezogen, oder in der Adresse ist ein Fehler. Vielleicht hilft eine Suche.",
    },
    "method-not-allowed": {
      heading: "Das geht hier nicht",
      advice: "Diese Seite kann nur gelesen werden.",
    },
    "address-too-long": { heading: "Das ist zu lang", advice: "Bitte suchen Sie nach einem kürzeren Text." },
    "rate-limited": {
      heading: "Das war etwas schnell",
      advice: "Bitte warten Sie einen Augenblick und versuchen Sie es dann wieder.",
    },
    "headers-too-large": {
      heading: "Ihr Browser schickt zu viel mit",
      advice:
        "Er hat zu viele Cookies für diese Seite gesammelt: Bitte löschen Sie sie und versuchen Sie es dann wieder.",
    },
    internal: {
      heading: "Bei uns ist etwas schiefgegangen",
      advice: "Es liegt nicht an Ihnen. Bitte versuchen Sie es bald wieder.",
    },
    "not-offered": {
      heading: "Das gibt es hier nicht",
      advice: "Die Datenquelle dieser Seite kennt das nicht.",
    },
    "bad-upstream": unreachable,
    "upstream-unavailable": unreachable,
    "upstream-timeout": unreachable,
  },
  refused: {
    q: "Der Suchtext muss 1 bis 200 Zeichen haben.",
    f: "Das Jahr muss aussehen wie 1999, 1990-1999, 1990- oder -1999.",
    page: "Die Seite muss eine ganze Zahl ab 1 sein.",
    id: "Die Nummer eines Titels muss eine ganze Zahl ab 1 sein.",
  },
  wayOn: "Etwas anderes suchen",
  requestId: "Anfrage",
};
