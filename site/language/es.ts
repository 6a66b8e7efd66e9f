import type { Dictionary } from "./dictionary.ts";

const unreachable = {
  heading: "La fuente no responde",
  advice: "El lugar de donde vienen nuestros datos no está disponible. Inténtalo de nuevo dentro de un rato.",
};

export const es: Dictionary = {
  name: "Español",
  tagline: "Películas y series, y todas las personas que las hicieron.",
  description:
    "Busca películas y series: los datos, el argumento y los créditos completos. Rápido, tranquilo y gratis.",
  skip: "Ir al contenido",
  languages: "Idiomas",
  offer: "En español",
  developers: "Desarrolladores",
  source: "Un servicio de consulta de películas y series.",
  json: "Esta página en JSON",

  search: {
    label: "Buscar películas y series",
    hint: "Película o serie",
    submit: "Buscar",
    heading: "Búsqueda",
    resultsFor: (text) => `Resultados de «${text}»`,
    blank: "Escribe el título de una película o serie, o su comienzo.",
    found: (count) => `Títulos encontrados: ${count}`,
    pageOf: (page) => `Página ${page}`,
    previous: "Página anterior",
    next: "Página siguiente",
    pages: "Páginas",
    kind: "Tipo",
    anyKind: "Todo",
    year: "Año",
    yearHint: "1999 o 1990-1999",
    apply: "Aplicar",
  },

  nothing: {
    heading: (text) => `No hay nada para «${text}»`,
    pastEnd: "No hay más resultados.",
    meant: "Quizá quisiste decir:",
    spelling: "Revisa la ortografía o prueba con menos palabras.",
    nearby: (years) => `Ver también ${years}`,
    unfiltered: "Buscar sin filtros",
    shorter: (text) => `Buscar «${text}»`,
    original: "Prueba con el título en su idioma original.",
  },

  kinds: { movie: "Película", series: "Serie", movies: "Películas", seriesPlural: "Series" },

  title: {
    original: "Título original",
    year: "Año",
    countries: "Países",
    genres: "Géneros",
    runtime: "Duración",
    rating: "Valoración",
    unrated: "Sin valorar todavía",
    rated: (rating) => `${rating} de 10`,
    directors: "Dirección",
    writers: "Guion",
    cast: "Reparto",
    allCredits: "Créditos completos",
    noCredits: "Aquí no hay nadie acreditado todavía.",
    creditsFailed: "Los créditos no se pueden mostrar ahora. Inténtalo de nuevo dentro de un rato.",
    recordMissing: "Los datos de este título no están disponibles ahora. Sus créditos están aquí.",
    untitled: (id) => `Título ${id}`,
    remakes: "Otras películas y series con este nombre",
  },

  credits: {
    of: (title) => `Créditos de ${title}`,
    back: "Volver al título",
    groups: {
      cast: "Reparto",
      writer: "Guion",
      director: "Dirección",
      editing: "Montaje",
      production: "Producción",
      art: "Arte",
      "visual effects": "Efectos visuales",
      sound: "Sonido y música",
    },
    index: "Departamentos",
    filter: "Buscar en los créditos",
    filterHint: "Nombre, papel o trabajo",
    shown: (count) => `Personas mostradas: ${count}`,
  },

  home: {
    heading: "¿Qué estás buscando?",
    decades: "A través de las décadas",
    decade: (year) => `Década de ${year}`,
    forDevelopers:
      "¿Estás creando algo? Las mismas respuestas llegan en JSON, desde una sola dirección y sin firmar nada.",
    forDevelopersLink: "Conoce la API (en inglés)",
  },

  genres: {
    Action: "Acción",
    Adventure: "Aventura",
    Animation: "Animación",
    Comedy: "Comedia",
    Crime: "Crimen",
    Documentary: "Documental",
    Drama: "Drama",
    Family: "Familia",
    Fantasy: "Fantasía",
    History: "Historia",
    Horror: "Terror",
    Music: "Música",
    Mystery: "Misterio",
    Romance: "Romance",
    "Science Fiction": "Ciencia ficción",
    Thriller: "Suspense",
    War: "Bélica",
    Western: "Wéstern",
  },

  problems: {
    "invalid-parameter": {
      heading: "Eso no se puede buscar",
      advice: "Corrige lo que has pedido, por favor.",
    },
    "key-required": {
      heading: "Hace falta una clave",
      advice: "Este servicio solo responde a quienes conoce.",
    },
    "title-not-found": {
      heading: "Ese título no existe",
      advice: "Ninguna película ni serie tiene este número. Quizá una búsqueda lo encuentre.",
    },
    "not-found": {
      heading: "No hay nada en esta dirección",
      advice: "Puede que la página se haya movido o que la dirección tenga un error. Prueba a buscar.",
    },
    "method-not-allowed": { heading: "Eso no es posible aquí", advice: "Esta página solo se puede leer." },
    "address-too-long": { heading: "Es demasiado largo", advice: "Busca un texto más corto." },
    "rate-limited": {
      heading: "Demasiado rápido",
      advice: "Espera un momento y vuelve a intentarlo.",
    },
    "headers-too-large": {
      heading: "Tu navegador envía demasiado",
      advice: "Ha acumulado demasiadas cookies de este sitio: bórralas y vuelve a intentarlo.",
    },
    internal: {
      heading: "Algo ha fallado por nuestra parte",
      advice: "No es culpa tuya. Inténtalo de nuevo dentro de un rato.",
    },
    "not-offered": { heading: "Eso no se ofrece aquí", advice: "La fuente de este sitio no lo conoce." },
    "bad-upstream": unreachable,
    "upstream-unavailable": unreachable,
    "upstream-timeout": unreachable,
  },
  refused: {
    q: "El texto de búsqueda debe tener de 1 a 200 caracteres.",
    f: "El año debe escribirse como 1999, 1990-1999, 1990- o -1999.",
    page: "La página debe ser un número entero a partir de 1.",
    id: "El número de un título debe ser un número entero a partir de 1.",
  },
  wayOn: "Buscar otra cosa",
  requestId: "Solicitud",
};
