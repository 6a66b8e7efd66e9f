import type { Dictionary } from "./en.ts";
import { counted } from "./formats.ts";

export const fr: Dictionary = {
  name: "Français",
  tagline: "Les films, les séries, et celles et ceux qui les ont faits.",
  description:
    "Trouvez un film ou une série : les informations, l’histoire, la distribution et toute l’équipe. Rapide et gratuit.",
  skip: "Aller au contenu",
  menu: "Menu principal",
  languages: "Langues",
  offer: "En français",
  dismiss: "Fermer",
  developers: "Développeurs",
  json: "Cette page en JSON",
  theme: { label: "Thème", system: "Système", light: "Clair", dark: "Sombre" },

  search: {
    label: "Rechercher des films et des séries",
    hint: "Film ou série",
    blank: "Recherchez un film ou une série.",
    withPeople: {
      label: "Rechercher des films, des séries et des personnes",
      hint: "Film, série ou personne",
      blank: "Recherchez un film, une série ou une personne.",
    },
    submit: "Rechercher",
    heading: "Recherche",
    resultsFor: (text) => `Résultats pour « ${text} »`,
    corrected: (text) => `Résultats affichés pour « ${text} ».`,
    uncorrected: (text) => `Rechercher plutôt « ${text} »`,
    titlesOf: (people, count) =>
      count === 1 ? `Les titres les plus connus de ${people}` : `Films et séries avec ${people}`,
    among: (text, people) => `Résultats pour « ${text} » parmi les titres de ${people}.`,
    without: (text) => `Aucun titre ne correspond à tous les mots. Résultats affichés sans « ${text} ».`,
    exact: "Orthographe exacte",
    description: (text) =>
      `Les films et séries qui correspondent à « ${text} », avec année, pays, genre et note.`,
    found: counted("fr", { one: "# titre", other: "# titres" }),
    moreThan: (titles) => `Plus de ${titles}`,
    limitedTo: (count: string) => `Le genre et le tri ne portent que sur les ${count} meilleurs résultats.`,
    pageOf: (page) => `Page ${page}`,
    previous: "Page précédente",
    next: "Page suivante",
    pages: "Pages",
    view: "Affichage",
    grid: "Grille",
    list: "Liste",
    type: "Type",
    anyType: "Tout",
    year: "Année",
    yearHint: "1999, années 1990",
    yearUnread: (text) =>
      `Nous n’avons pas reconnu d’année dans « ${text} ». Essayez « 1999 », « années 1990 », « 1990–1999 » ou « avant 1980 ».`,
    filterUnread: (text) => `Le filtre « ${text} » n’existe pas ; la liste l’ignore.`,
    before: (year) => `avant ${year}`,
    since: (year) => `depuis ${year}`,
    apply: "Appliquer",
    filters: "Filtres",
    remove: (filter) => `Retirer le filtre : ${filter}`,
    waiting: "Recherche en cours…",
    offline: "Vous êtes hors ligne. La recherche reprendra une fois la connexion rétablie.",
    failed: "Les résultats n’ont pas pu être chargés.",
    recent: "Recherches récentes",
    forget: "Effacer",
    suggestions: "Suggestions",
    suggested: counted("fr", { one: "# suggestion", other: "# suggestions" }),
    people: "Personnes",
  },

  browse: {
    nav: "Parcourir",
    heading: "Parcourir les films et les séries",
    description:
      "Les films et les séries par décennie, genre, pays et langue, triés par popularité, année ou titre.",
    genre: "Genre",
    country: "Pays",
    language: "Langue d’origine",
    any: { genre: "Tous", country: "Tous", language: "Toutes", min_rating: "Toutes", runtime: "Toutes" },
    sort: "Trier par",
    sorts: {
      relevance: "Pertinence",
      popularity: "Popularité",
      year: "Plus récents",
      rating: "Mieux notés",
    },
    upTo: (minutes: string) => `jusqu’à ${minutes}`,
    over: (minutes: string) => `plus de ${minutes}`,
    weighted: "Notes pondérées : peu de votes comptent peu.",
    none: "Aucun titre ne correspond à ces filtres.",
    all: "Afficher tous les titres",
    instead: "Parcourir par décennie, genre et pays",
  },

  nothing: {
    heading: (text) => `Aucun résultat pour « ${text} »`,
    pastEnd: "Il n’y a pas d’autres résultats.",
    meant: "Vouliez-vous dire :",
    spelling: "Vérifiez l’orthographe ou utilisez moins de mots.",
    nearby: (years) => `Rechercher en ${years}`,
    unfiltered: "Rechercher sans filtres",
    original: "Essayez le titre dans sa langue d’origine.",
  },

  kinds: { movie: "Film", person: "Personne", series: "Série", movies: "Films", seriesPlural: "Séries" },

  title: {
    original: "Titre original",
    countries: "Pays",
    genres: "Genres",
    runtime: "Durée",
    perEpisode: (runtime) => `${runtime} par épisode`,
    rating: "Note",
    votes: counted("fr", { one: "# vote", other: "# votes" }),
    trailer: "Bande-annonce",
    elsewhere: "Sur d’autres sites",
    directors: "Réalisation",
    writers: "Scénario",
    basedOn: "D’après l’œuvre de",
    similar: "Titres similaires",
    moreBy: (name) => `D’autres titres de ${name}`,
    moreWith: (name) => `D’autres titres avec ${name}`,
    allCredits: counted("fr", { other: "Toute l’équipe (#)" }),
    noCredits: "La distribution et l’équipe ne sont pas encore connues.",
    creditsFailed:
      "La distribution et l’équipe ne peuvent pas être affichées pour le moment. Réessayez dans quelques minutes.",
    recordMissing:
      "Les informations sur ce titre sont indisponibles pour le moment. Voici la distribution et l’équipe.",
    unavailable: "Titre indisponible",
    untitled: { movie: "Film sans titre", series: "Série sans titre", other: "Sans titre" },
    namesakes: (title) => `Autres œuvres intitulées « ${title} »`,
  },

  credits: {
    of: (title) => `${title} : distribution et équipe`,
    description: (title) =>
      `Toutes les personnes qui ont fait ${title} : distribution, réalisation, scénario, musique et le reste de l’équipe.`,
    back: (title) => `Retour à ${title}`,
    as: "dans le rôle de",
    groups: {
      cast: "Distribution",
      writer: "Scénario",
      director: "Réalisation",
      editing: "Montage",
      production: "Production",
      art: "Décors et direction artistique",
      "visual effects": "Effets visuels",
      sound: "Son et musique",
    },
    index: "Départements",
    filter: "Chercher dans l’équipe",
    filterHint: "Nom, rôle ou métier",
    shown: (count, all) => `${count} sur ${all}`,
    none: "Aucun résultat.",
    showAll: (count) => `Afficher les ${count}`,
  },

  person: {
    knownFor: "Titres les plus connus",
    alsoKnownAs: "Autres noms",
    description: (name) => `Les films et séries de ${name}, avec les années et les rôles.`,
    acting: "Interprétation",
    filter: "Chercher dans la filmographie",
    filterHint: "Titre, rôle ou fonction",
  },

  home: {
    heading: "Que cherchez-vous ?",
    popular: "Populaires",
    seeAll: "Tout voir",
    recent: "Nouveautés",
    decades: "Au fil des décennies",
    decade: (year) => `années ${year}`,
    forDevelopers: "Vous développez ? Les mêmes données existent en JSON.",
    forDevelopersLink: "Lire la documentation de l’API (en anglais)",
  },

  problems: {
    "invalid-parameter": {
      heading: "Quelque chose ne va pas",
      advice: "Veuillez vérifier ce point :",
    },
    "title-not-found": {
      heading: "Titre introuvable",
      advice: "Nous ne trouvons pas ce film ou cette série.",
    },
    "person-not-found": {
      heading: "Personne introuvable",
      advice: "Nous ne trouvons pas cette personne.",
    },
    "not-found": {
      heading: "Page introuvable",
      advice:
        "La page a peut-être été déplacée, ou l’adresse contient une faute de frappe. Essayez une recherche.",
    },
    "method-not-allowed": {
      heading: "Ce n’est pas possible ici",
      advice: "Cette page est en lecture seule.",
    },
    "address-too-long": {
      heading: "Votre recherche est trop longue",
      advice: "Raccourcissez votre recherche.",
    },
    "rate-limited": { heading: "Trop de requêtes", advice: "Attendez un instant, puis réessayez." },
    "headers-too-large": {
      heading: "Votre navigateur envoie trop de cookies",
      advice: "Supprimez les cookies de ce site, puis réessayez.",
    },
    internal: {
      heading: "Une erreur s’est produite",
      advice: "L’erreur vient de chez nous. Réessayez dans quelques minutes.",
    },
    "not-offered": {
      heading: "Non disponible ici",
      advice:
        "La source de données de ce site ne le permet pas, mais vous pouvez toujours faire une recherche.",
    },
    unreachable: {
      heading: "Notre source de données est indisponible pour le moment",
      advice: "Réessayez dans quelques minutes.",
    },
  },
  refused: {
    q: "Le texte de la recherche doit compter de 1 à 200 caractères.",
    f: "Indiquez l’année sous la forme « 1999 », « années 1990 », « 1990–1999 » ou « avant 1980 ».",
    page: "Ce numéro de page n’est pas valide.",
    id: "L’identifiant dans l’adresse n’est pas valide.",
  },
  tryAgain: "Réessayer",
  toHome: "Retour à la page d’accueil",
  details: "Détails techniques",
  requestId: "Identifiant de la requête",
};
