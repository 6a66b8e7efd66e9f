import type { Dictionary } from "./dictionary.ts";
import { counted } from "./plural.ts";

const unreachable = {
  heading: "Notre source de données est indisponible pour le moment",
  advice: "Réessayez dans quelques minutes.",
};

export const fr: Dictionary = {
  name: "Français",
  tagline: "Les films, les séries, et celles et ceux qui les ont faits.",
  description:
    "Trouvez un film ou une série : les informations, l’histoire, la distribution et toute l’équipe. Rapide et gratuit.",
  skip: "Aller au contenu",
  languages: "Langues",
  offer: "En français",
  developers: "Développeurs",
  source: "Rechercher des films et des séries",
  json: "Cette page en JSON",
  theme: { label: "Thème", system: "Système", light: "Clair", dark: "Sombre" },

  search: {
    label: "Rechercher des films et des séries",
    hint: "Film ou série",
    submit: "Rechercher",
    heading: "Recherche",
    resultsFor: (text) => `Résultats pour « ${text} »`,
    description: (text) =>
      `Les films et séries qui correspondent à « ${text} », avec année, pays, genre et note.`,
    blank: "Tapez le titre d’un film ou d’une série, ou seulement le début.",
    found: counted("fr", { one: "# titre", other: "# titres" }),
    pageOf: (page) => `Page ${page}`,
    previous: "Page précédente",
    next: "Page suivante",
    pages: "Pages",
    type: "Type",
    anyType: "Tout",
    year: "Année",
    yearHint: "1999, années 1990",
    yearUnread: (text) =>
      `« ${text} » n’est pas une année. Essayez 1999, années 1990, 1990-1999 ou avant 1980.`,
    before: (year) => `avant ${year}`,
    since: (year) => `depuis ${year}`,
    apply: "Appliquer",
    filters: "Filtres",
    remove: (filter) => `Retirer le filtre : ${filter}`,
    waiting: "Recherche en cours…",
    offline: "Vous êtes hors ligne. La recherche reprendra une fois la connexion rétablie.",
    failed: "Les résultats n’ont pas pu être chargés.",
    recent: "Recherches récentes",
    forget: "Effacer",
  },

  nothing: {
    heading: (text) => `Aucun résultat pour « ${text} »`,
    pastEnd: "Il n’y a pas d’autres résultats.",
    meant: "Vouliez-vous dire :",
    spelling: "Vérifiez l’orthographe ou utilisez moins de mots.",
    nearby: (years) => `Rechercher en ${years}`,
    unfiltered: "Rechercher sans filtres",
    original: "Essayez le titre dans sa langue d’origine.",
  },

  kinds: { movie: "Film", series: "Série", movies: "Films", seriesPlural: "Séries" },

  title: {
    original: "Titre original",
    year: "Année",
    countries: "Pays",
    genres: "Genres",
    runtime: "Durée",
    perEpisode: (runtime) => `${runtime} par épisode`,
    rating: "Note",
    unrated: "Pas encore noté",
    votes: counted("fr", { one: "# vote", other: "# votes" }),
    directors: "Réalisation",
    writers: "Scénario",
    basedOn: "D’après l’œuvre de",
    moreBy: (name) => `D’autres titres de ${name}`,
    moreWith: (name) => `D’autres titres avec ${name}`,
    cast: "Distribution",
    allCredits: counted("fr", { other: "Toute l’équipe (#)" }),
    noCredits: "La distribution et l’équipe ne sont pas encore connues.",
    creditsFailed:
      "La distribution et l’équipe ne peuvent pas être affichées pour le moment. Réessayez dans quelques minutes.",
    recordMissing:
      "Les informations sur ce titre sont indisponibles pour le moment. Voici la distribution et l’équipe.",
    untitled: (id) => `Titre ${id}`,
    namesakes: (title) => `Autres titres « ${title} »`,
  },

  credits: {
    of: (title) => `${title} : distribution et équipe`,
    description: (title) =>
      `Toutes les personnes qui ont fait ${title} : distribution, réalisation, scénario, musique et le reste de l’équipe.`,
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
    heading: "Que cherchez-vous ?",
    decades: "Au fil des décennies",
    decade: (year) => `années ${year}`,
    forDevelopers: "Vous développez ? Les mêmes données existent en JSON, sans inscription.",
    forDevelopersLink: "Découvrir l’API (en anglais)",
  },

  genres: {
    Action: "Action",
    Adventure: "Aventure",
    Animation: "Animation",
    Biography: "Biographie",
    Comedy: "Comédie",
    Crime: "Policier",
    Documentary: "Documentaire",
    Drama: "Drame",
    Family: "Famille",
    Fantasy: "Fantastique",
    "Film-Noir": "Film noir",
    "Game Show": "Jeu télévisé",
    History: "Histoire",
    Horror: "Horreur",
    Kids: "Jeunesse",
    Music: "Musique",
    Musical: "Comédie musicale",
    Mystery: "Mystère",
    News: "Actualités",
    Politics: "Politique",
    Reality: "Téléréalité",
    Romance: "Romance",
    "Science Fiction": "Science-fiction",
    Short: "Court métrage",
    Soap: "Feuilleton",
    Sport: "Sport",
    "Talk Show": "Talk-show",
    Thriller: "Thriller",
    "TV Movie": "Téléfilm",
    War: "Guerre",
    Western: "Western",
  },

  problems: {
    "invalid-parameter": {
      heading: "Vérifiez votre recherche",
      advice: "Une partie n’a pas pu être comprise :",
    },
    "key-required": {
      heading: "Il faut une clé",
      advice: "Ce service ne répond qu’aux demandes accompagnées d’une clé.",
    },
    "title-not-found": {
      heading: "Titre introuvable",
      advice: "Aucun film ni aucune série ne porte ce numéro. Essayez une recherche.",
    },
    "person-not-found": {
      heading: "Personne introuvable",
      advice: "Aucune personne ne porte ce numéro. Essayez une recherche.",
    },
    "not-found": {
      heading: "Page introuvable",
      advice:
        "La page a peut-être été déplacée, ou l’adresse contient une faute de frappe. Essayez une recherche.",
    },
    "method-not-allowed": {
      heading: "Ce n’est pas possible ici",
      advice: "Cette page peut seulement être lue.",
    },
    "address-too-long": {
      heading: "Votre recherche est trop longue",
      advice: "Cherchez un texte plus court.",
    },
    "rate-limited": { heading: "Trop de demandes", advice: "Attendez un instant, puis réessayez." },
    "headers-too-large": {
      heading: "Votre navigateur envoie trop de cookies",
      advice: "Supprimez les cookies de ce site, puis réessayez.",
    },
    internal: {
      heading: "Une erreur s’est produite",
      advice: "L’erreur vient de chez nous. Réessayez dans quelques minutes.",
    },
    "not-offered": {
      heading: "Cela n’est pas proposé ici",
      advice: "La source de ce site ne le connaît pas.",
    },
    "bad-upstream": unreachable,
    "upstream-unavailable": unreachable,
    "upstream-timeout": unreachable,
  },
  refused: {
    q: "Le texte à chercher doit avoir de 1 à 200 caractères.",
    f: "L’année doit s’écrire comme 1999, années 1990, 1990-1999 ou avant 1980.",
    page: "La page doit être un nombre entier à partir de 1.",
    id: "Le numéro d’un titre doit être un nombre entier à partir de 1.",
  },
  tryAgain: "Réessayer",
  searchInstead: "Chercher autre chose",
  details: "Détails techniques",
  requestId: "Requête",
};
