import type { Dictionary } from "./en.ts";
import { counted } from "./formats.ts";

export const de: Dictionary = {
  name: "Deutsch",
  tagline: "Filme, Serien und alle, die sie gemacht haben.",
  description:
    "Filme und Serien nachschlagen: Fakten, Handlung, Besetzung und der ganze Stab. Schnell und kostenlos.",
  skip: "Zum Inhalt",
  menu: "Hauptmenü",
  languages: "Sprachen",
  offer: "Auf Deutsch",
  dismiss: "Schließen",
  developers: "Für Entwickler",
  json: "Diese Seite als JSON",
  theme: { label: "Darstellung", system: "System", light: "Hell", dark: "Dunkel" },

  search: {
    label: "Filme und Serien suchen",
    hint: "Film oder Serie",
    blank: "Suchen Sie nach einem Film oder einer Serie.",
    withPeople: {
      label: "Filme, Serien und Personen suchen",
      hint: "Film, Serie oder Person",
      blank: "Suchen Sie nach einem Film, einer Serie oder einer Person.",
    },
    submit: "Suchen",
    heading: "Suche",
    resultsFor: (text) => `Ergebnisse für „${text}“`,
    corrected: (text) => `Angezeigt werden Ergebnisse für „${text}“.`,
    uncorrected: (text) => `Stattdessen nach „${text}“ suchen`,
    titlesOf: (people, count) =>
      count === 1 ? `Bekannteste Titel von ${people}` : `Filme und Serien mit ${people}`,
    among: (text, people) => `Treffer für „${text}“ unter den Titeln von ${people}.`,
    without: (text) => `Kein Titel passt zu allen Wörtern. Angezeigt werden Ergebnisse ohne „${text}“.`,
    exact: "Genaue Schreibweise",
    description: (text) => `Filme und Serien zu „${text}“, mit Jahr, Land, Genre und Bewertung.`,
    found: counted("de", { one: "# Titel", other: "# Titel" }),
    moreThan: (titles) => `Mehr als ${titles}`,
    limitedTo: (count: string) => `Genre und Sortierung gelten nur für die ${count} besten Treffer.`,
    pageOf: (page) => `Seite ${page}`,
    previous: "Vorherige Seite",
    next: "Nächste Seite",
    pages: "Seiten",
    type: "Typ",
    anyType: "Alle",
    year: "Jahr",
    yearHint: "1999 oder 1990er",
    yearUnread: (text) =>
      `„${text}“ ließ sich nicht als Jahr lesen. Möglich sind „1999“, „1990er“, „1990–1999“ oder „vor 1980“.`,
    filterUnread: (text) => `Den Filter „${text}“ gibt es nicht; die Liste berücksichtigt ihn nicht.`,
    before: (year) => `vor ${year}`,
    since: (year) => `ab ${year}`,
    apply: "Anwenden",
    filters: "Filter",
    remove: (filter) => `Filter entfernen: ${filter}`,
    waiting: "Suche läuft …",
    offline: "Sie sind offline. Die Suche geht weiter, sobald Sie wieder online sind.",
    failed: "Die Ergebnisse konnten nicht geladen werden.",
    recent: "Letzte Suchen",
    forget: "Löschen",
    suggestions: "Vorschläge",
    suggested: counted("de", { one: "# Vorschlag", other: "# Vorschläge" }),
    people: "Personen",
  },

  browse: {
    nav: "Stöbern",
    heading: "Filme und Serien entdecken",
    description:
      "Filme und Serien nach Jahrzehnt, Genre, Land und Sprache, sortiert nach Beliebtheit, Jahr oder Titel.",
    genre: "Genre",
    country: "Land",
    language: "Originalsprache",
    any: { genre: "Alle", country: "Alle", language: "Alle", min_rating: "Alle", runtime: "Alle" },
    sort: "Sortieren nach",
    sorts: {
      relevance: "Relevanz",
      popularity: "Beliebtheit",
      year: "Neueste zuerst",
      rating: "Beste Bewertung",
    },
    none: "Zu diesen Filtern gibt es keine Titel.",
    all: "Alle Titel anzeigen",
    instead: "Nach Jahrzehnt, Genre und Land stöbern",
  },

  nothing: {
    heading: (text) => `Keine Ergebnisse für „${text}“`,
    pastEnd: "Es gibt keine weiteren Ergebnisse.",
    meant: "Meinten Sie:",
    spelling: "Prüfen Sie die Schreibweise oder suchen Sie mit weniger Wörtern.",
    nearby: (years) => `In ${years} suchen`,
    unfiltered: "Ohne Filter suchen",
    original: "Versuchen Sie es mit dem Originaltitel.",
  },

  kinds: { movie: "Film", person: "Person", series: "Serie", movies: "Filme", seriesPlural: "Serien" },

  title: {
    original: "Originaltitel",
    countries: "Länder",
    genres: "Genres",
    runtime: "Laufzeit",
    perEpisode: (runtime) => `${runtime} pro Folge`,
    rating: "Bewertung",
    votes: counted("de", { one: "# Stimme", other: "# Stimmen" }),
    trailer: "Trailer",
    elsewhere: "Auf anderen Seiten",
    directors: "Regie",
    writers: "Drehbuch",
    basedOn: "Nach einer Vorlage von",
    similar: "Ähnliche Titel",
    moreBy: (name) => `Mehr von ${name}`,
    moreWith: (name) => `Mehr mit ${name}`,
    allCredits: counted("de", { other: "Besetzung und Stab (#)" }),
    noCredits: "Besetzung und Stab sind noch nicht bekannt.",
    creditsFailed:
      "Besetzung und Stab können gerade nicht angezeigt werden. Bitte versuchen Sie es in ein paar Minuten noch einmal.",
    recordMissing:
      "Die Angaben zu diesem Titel sind gerade nicht verfügbar. Besetzung und Stab finden Sie hier.",
    unavailable: "Titel nicht verfügbar",
    untitled: { movie: "Film ohne Titel", series: "Serie ohne Titel", other: "Ohne Titel" },
    namesakes: (title) => `Weitere Titel namens „${title}“`,
  },

  credits: {
    of: (title) => `${title}: Besetzung und Stab`,
    description: (title) =>
      `Alle Mitwirkenden von ${title}: Besetzung, Regie, Drehbuch, Musik und alle weiteren.`,
    back: (title) => `Zurück zu ${title}`,
    as: "als",
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
    index: "Bereiche",
    filter: "In Besetzung und Stab suchen",
    filterHint: "Name, Rolle oder Aufgabe",
    shown: (count, all) => `${count} von ${all}`,
    none: "Keine Treffer.",
    showAll: (count) => `Alle ${count} anzeigen`,
  },

  person: {
    knownFor: "Bekannt durch",
    alsoKnownAs: "Auch bekannt als",
    description: (name) => `Filme und Serien von ${name}, mit Jahren und Rollen.`,
    acting: "Schauspiel",
    filter: "Filmografie durchsuchen",
    filterHint: "Titel, Rolle oder Tätigkeit",
  },

  home: {
    heading: "Was suchen Sie?",
    popular: "Beliebt",
    recent: "Neuerscheinungen",
    decades: "Durch die Jahrzehnte",
    decade: (year) => `${year}er`,
    forDevelopers: "Sie entwickeln etwas? Dieselben Daten gibt es als JSON.",
    forDevelopersLink: "Zur API-Dokumentation (auf Englisch)",
  },

  problems: {
    "invalid-parameter": {
      heading: "Etwas stimmt nicht",
      advice: "Bitte prüfen Sie Folgendes:",
    },
    "title-not-found": {
      heading: "Titel nicht gefunden",
      advice: "Diesen Film oder diese Serie können wir nicht finden.",
    },
    "person-not-found": {
      heading: "Person nicht gefunden",
      advice: "Diese Person können wir nicht finden.",
    },
    "not-found": {
      heading: "Seite nicht gefunden",
      advice:
        "Vielleicht ist die Seite umgezogen, oder die Adresse enthält einen Tippfehler. Versuchen Sie es mit der Suche.",
    },
    "method-not-allowed": {
      heading: "Das geht hier nicht",
      advice: "Diese Seite kann nur gelesen werden.",
    },
    "address-too-long": {
      heading: "Ihre Suche ist zu lang",
      advice: "Bitte kürzen Sie Ihre Suche.",
    },
    "rate-limited": {
      heading: "Zu viele Anfragen",
      advice: "Bitte warten Sie einen Augenblick und versuchen Sie es dann noch einmal.",
    },
    "headers-too-large": {
      heading: "Ihr Browser sendet zu viele Cookies",
      advice: "Bitte löschen Sie die Cookies dieser Website und versuchen Sie es dann noch einmal.",
    },
    internal: {
      heading: "Etwas ist schiefgegangen",
      advice: "Der Fehler liegt bei uns. Bitte versuchen Sie es in ein paar Minuten noch einmal.",
    },
    "not-offered": {
      heading: "Hier nicht verfügbar",
      advice: "Die Datenquelle dieser Website unterstützt das nicht. Suchen können Sie trotzdem.",
    },
    unreachable: {
      heading: "Unsere Datenquelle ist gerade nicht erreichbar",
      advice: "Bitte versuchen Sie es in ein paar Minuten noch einmal.",
    },
  },
  refused: {
    q: "Der Suchtext muss 1 bis 200 Zeichen lang sein.",
    f: "Geben Sie das Jahr so an: „1999“, „1990er“, „1990–1999“ oder „vor 1980“.",
    page: "Das ist keine gültige Seitenzahl.",
    id: "Die Nummer in der Adresse ist nicht gültig.",
  },
  tryAgain: "Noch einmal versuchen",
  toHome: "Zur Startseite",
  details: "Technische Angaben",
  requestId: "Anfrage-ID",
};
