import type { Dictionary } from "./dictionary.ts";

const unreachable = {
  heading: "La source ne répond pas",
  advice: "L’endroit d’où viennent nos informations est hors d’atteinte. Réessayez dans un petit moment.",
};

export const fr: Dictionary = {
  name: "Français",
  tagline: "Les films, les séries, et celles et ceux qui les ont faits.",
  description:
    "Trouvez un film ou une série : les faits, l’histoire et le générique complet. Rapide, calme et gratuit.",
  skip: "Aller au contenu",
  languages: "Langues",
  offer: "En français",
  developers: "Développeurs",
  source: "Un service de recherche de films et de séries.",
  json: "Cette page en JSON",

  search: {
    label: "Rechercher des films et des séries",
    hint: "Film ou série",
    submit: "Rechercher",
    heading: "Recherche",
    resultsFor: (text) => `Résultats pour « ${text} »`,
    blank: "Tapez le titre d’un film ou d’une série, ou son début.",
    found: (count) => `Titres trouvés : ${count}`,
    pageOf: (page) => `Page ${page}`,
    previous: "Page précédente",
    next: "Page suivante",
    pages: "Pages",
    kind: "Type",
    anyKind: "Tout",
    year: "Année",
    yearHint: "1999 ou 1990-1999",
    apply: "Appliquer",
  },

  nothing: {
    heading: (text) => `Rien trouvé pour « ${text} »`,
    pastEnd: "Il n’y a pas d’autres résultats.",
    meant: "Vouliez-vous dire :",
    spelling: "Vérifiez l’orthographe, ou essayez avec moins de mots.",
    nearby: (years) => `Voir aussi ${years}`,
    unfiltered: "Rechercher sans filtres",
    shorter: (text) => `Rechercher « ${text} »`,
    original: "Essayez le titre dans sa langue d’origine.",
  },

  kinds: { movie: "Film", series: "Série", movies: "Films", seriesPlural: "Séries" },

  title: {
    original: "Titre original",
    year: "Année",
    countries: "Pays",
    genres: "Genres",
    runtime: "Durée",
    rating: "Note",
    unrated: "Pas encore noté",
    rated: (rating) => `${rating} sur 10`,
    directors: "Réalisation",
    writers: "Scénario",
    cast: "Distribution",
    allCredits: "Générique complet",
    noCredits: "Personne n’est encore crédité ici.",
    creditsFailed: "Le générique ne peut pas être affiché. Réessayez dans un petit moment.",
    recordMissing: "Les informations sur ce titre sont hors d’atteinte. Son générique est ici.",
    untitled: (id) => `Titre ${id}`,
    remakes: "Autres films et séries du même nom",
  },

  credits: {
    of: (title) => `Générique de ${title}`,
    back: "Retour au titre",
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
    filter: "Chercher dans le générique",
    filterHint: "Nom, rôle ou métier",
    shown: (count) => `Personnes affichées : ${count}`,
  },

  home: {
    heading: "Que cherchez-vous ?",
    decades: "Au fil des décennies",
    decade: (year) => `Années ${year}`,
    forDevelopers:
      "Vous développez ? Les mêmes réponses existent en JSON, à une seule adresse, sans rien à signer.",
    forDevelopersLink: "Découvrir l’API (en anglais)",
  },

  genres: {
    Action: "Action",
    Adventure: "Aventure",
    Animation: "Animation",
    Comedy: "Comédie",
    Crime: "Policier",
    Documentary: "Documentaire",
    Drama: "Drame",
    Family: "Famille",
    Fantasy: "Fantastique",
    History: "Histoire",
    Horror: "Horreur",
    Music: "Musique",
    Mystery: "Mystère",
    Romance: "Romance",
    "Science Fiction": "Science-fiction",
    Thriller: "Thriller",
    War: "Guerre",
    Western: "Western",
  },

  problems: {
    "invalid-parameter": {
      heading: "Impossible de chercher cela",
      advice: "Corrigez votre demande, s’il vous plaît.",
    },
    "key-required": {
      heading: "Il faut une clé",
      advice: "Ce service ne répond qu’à ceux qu’il connaît.",
    },
    "title-not-found": {
      heading: "Ce titre n’existe pas",
      advice: "Aucun film, aucune série ne porte ce numéro. Une recherche le trouvera peut-être.",
    },
    "not-found": {
      heading: "Il n’y a rien à cette adresse",
      advice: "La page a pu être déplacée, ou l’adresse est mal écrite. Une recherche aidera peut-être.",
    },
    "method-not-allowed": {
      heading: "Ce n’est pas possible ici",
      advice: "Cette page peut seulement être lue.",
    },
    "address-too-long": { heading: "C’est trop long", advice: "Cherchez un texte plus court." },
    "rate-limited": {
      heading: "C’était un peu rapide",
      advice: "Attendez un instant, puis réessayez.",
    },
    "headers-too-large": {
      heading: "Votre navigateur envoie trop de données",
      advice: "Il a accumulé trop de cookies pour ce site : supprimez-les, puis réessayez.",
    },
    internal: {
      heading: "Quelque chose ne va pas de notre côté",
      advice: "Ce n’est pas votre faute. Réessayez dans un petit moment.",
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
    f: "L’année doit s’écrire comme 1999, 1990-1999, 1990- ou -1999.",
    page: "La page doit être un nombre entier à partir de 1.",
    id: "Le numéro d’un titre doit être un nombre entier à partir de 1.",
  },
  wayOn: "Chercher autre chose",
  requestId: "Requête",
};
