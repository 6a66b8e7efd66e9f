import type { Dictionary } from "./en.ts";
import { counted } from "./formats.ts";

export const es: Dictionary = {
  name: "Español",
  tagline: "Películas, series y todas las personas que las hicieron.",
  description:
    "Consulta películas y series: los datos, la sinopsis y todo el reparto y el equipo. Rápido y gratis.",
  skip: "Ir al contenido",
  menu: "Menú principal",
  languages: "Idiomas",
  offer: "En español",
  dismiss: "Cerrar",
  developers: "Desarrolladores",
  json: "Esta página en JSON",
  theme: { label: "Tema", system: "Sistema", light: "Claro", dark: "Oscuro" },

  search: {
    label: "Buscar películas y series",
    hint: "Película o serie",
    blank: "Busca una película o una serie.",
    withPeople: {
      label: "Buscar películas, series y personas",
      hint: "Película, serie, persona",
      blank: "Busca una película, una serie o una persona.",
    },
    submit: "Buscar",
    heading: "Búsqueda",
    resultsFor: (text) => `Resultados de «${text}»`,
    corrected: (text) => `Se muestran los resultados de «${text}».`,
    uncorrected: (text) => `Buscar «${text}» en su lugar`,
    titlesOf: (people, count) =>
      count === 1 ? `Los títulos más conocidos de ${people}` : `Películas y series con ${people}`,
    among: (text, people) => `Resultados de «${text}» entre los títulos de ${people}.`,
    without: (text) =>
      `Ningún título coincide con todas las palabras. Se muestran los resultados sin «${text}».`,
    exact: "Ortografía exacta",
    description: (text) =>
      `Películas y series que coinciden con «${text}», con año, país, género y valoración.`,
    found: counted("es", { one: "# título", other: "# títulos" }),
    moreThan: (titles) => `Más de ${titles}`,
    limitedTo: (count: string) => `El género y el orden se aplican solo a los ${count} mejores resultados.`,
    pageOf: (page) => `Página ${page}`,
    previous: "Página anterior",
    next: "Página siguiente",
    pages: "Páginas",
    view: "Vista",
    grid: "Cuadrícula",
    list: "Lista",
    type: "Tipo",
    anyType: "Todo",
    year: "Año",
    yearHint: "1999 o años 1990",
    yearUnread: (text) =>
      `No hemos reconocido «${text}» como año. Prueba con «1999», «años 1990», «1990–1999» o «antes de 1980».`,
    filterUnread: (text) => `El filtro «${text}» no existe y la lista no lo tiene en cuenta.`,
    before: (year) => `antes de ${year}`,
    since: (year) => `desde ${year}`,
    apply: "Aplicar",
    filters: "Filtros",
    remove: (filter) => `Quitar filtro: ${filter}`,
    waiting: "Buscando…",
    offline: "No tienes conexión. La búsqueda seguirá cuando la recuperes.",
    failed: "No se han podido cargar los resultados.",
    recent: "Búsquedas recientes",
    forget: "Borrar",
    suggestions: "Sugerencias",
    suggested: counted("es", { one: "# sugerencia", other: "# sugerencias" }),
    people: "Personas",
  },

  browse: {
    nav: "Explorar",
    heading: "Explorar películas y series",
    description:
      "Películas y series por década, género, país e idioma, ordenadas por popularidad, año o título.",
    genre: "Género",
    country: "País",
    language: "Idioma original",
    any: { genre: "Todos", country: "Todos", language: "Todos", min_rating: "Todas", runtime: "Todas" },
    sort: "Ordenar por",
    sorts: {
      relevance: "Relevancia",
      popularity: "Más populares",
      year: "Más recientes",
      rating: "Mejor valorados",
    },
    upTo: (minutes: string) => `hasta ${minutes}`,
    over: (minutes: string) => `más de ${minutes}`,
    weighted: "Puntuaciones ponderadas: pocos votos cuentan poco.",
    none: "Ningún título coincide con estos filtros.",
    all: "Ver todos los títulos",
    instead: "Explorar por década, género y país",
  },

  nothing: {
    heading: (text) => `No hay resultados de «${text}»`,
    pastEnd: "No hay más resultados.",
    meant: "Quizá quisiste decir:",
    spelling: "Revisa la ortografía o usa menos palabras.",
    nearby: (years) => `Buscar en ${years}`,
    unfiltered: "Buscar sin filtros",
    original: "Prueba con el título en su idioma original.",
  },

  kinds: {
    movie: "Película",
    person: "Persona",
    series: "Serie",
    movies: "Películas",
    seriesPlural: "Series",
  },

  title: {
    original: "Título original",
    countries: "Países",
    genres: "Géneros",
    runtime: "Duración",
    perEpisode: (runtime) => `${runtime} por episodio`,
    rating: "Valoración",
    votes: counted("es", { one: "# voto", other: "# votos" }),
    trailer: "Tráiler",
    elsewhere: "En otros sitios",
    directors: "Dirección",
    writers: "Guion",
    basedOn: "Basada en la obra de",
    similar: "Títulos parecidos",
    moreBy: (name) => `Más de ${name}`,
    moreWith: (name) => `Más con ${name}`,
    allCredits: counted("es", { other: "Todo el reparto y el equipo (#)" }),
    noCredits: "Todavía no consta el reparto ni el equipo.",
    creditsFailed:
      "El reparto y el equipo no se pueden mostrar en este momento. Inténtalo de nuevo dentro de unos minutos.",
    recordMissing:
      "Los datos de este título no están disponibles en este momento. Aquí tienes el reparto y el equipo.",
    unavailable: "Título no disponible",
    untitled: { movie: "Película sin título", series: "Serie sin título", other: "Sin título" },
    namesakes: (title) => `Otros títulos llamados «${title}»`,
  },

  credits: {
    of: (title) => `${title}: reparto y equipo`,
    description: (title) =>
      `Todas las personas que hicieron ${title}: reparto, dirección, guion, música y todos los demás.`,
    back: (title) => `Volver a ${title}`,
    as: "como",
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
    filter: "Buscar en el reparto y el equipo",
    filterHint: "Nombre, papel o trabajo",
    shown: (count, all) => `${count} de ${all}`,
    none: "Sin resultados.",
    showAll: (count) => `Mostrar los ${count}`,
  },

  person: {
    knownFor: "Títulos destacados",
    alsoKnownAs: "Otros nombres",
    description: (name) => `Películas y series de ${name}, con años y papeles.`,
    acting: "Interpretación",
    filter: "Buscar en la filmografía",
    filterHint: "Título, papel o función",
  },

  home: {
    heading: "¿Qué estás buscando?",
    popular: "Populares",
    seeAll: "Ver todo",
    recent: "Novedades",
    decades: "A través de las décadas",
    decade: (year) => `años ${year}`,
    forDevelopers: "¿Estás creando algo? Los mismos datos están disponibles en JSON.",
    forDevelopersLink: "Lee la documentación de la API (en inglés)",
  },

  problems: {
    "invalid-parameter": {
      heading: "Hay algo que no es correcto",
      advice: "Revisa lo siguiente:",
    },
    "title-not-found": {
      heading: "Título no encontrado",
      advice: "No encontramos esa película o serie.",
    },
    "person-not-found": {
      heading: "Persona no encontrada",
      advice: "No encontramos a esa persona.",
    },
    "not-found": {
      heading: "Página no encontrada",
      advice:
        "Puede que la página haya cambiado de sitio o que la dirección tenga una errata. Prueba a buscar.",
    },
    "method-not-allowed": { heading: "Eso no es posible aquí", advice: "Esta página es de solo lectura." },
    "address-too-long": {
      heading: "Tu búsqueda es demasiado larga",
      advice: "Acorta tu búsqueda.",
    },
    "rate-limited": {
      heading: "Demasiadas solicitudes",
      advice: "Espera un momento y vuelve a intentarlo.",
    },
    "headers-too-large": {
      heading: "Tu navegador envía demasiadas cookies",
      advice: "Borra las cookies de este sitio y vuelve a intentarlo.",
    },
    internal: {
      heading: "Algo ha fallado",
      advice: "El error es nuestro. Inténtalo de nuevo dentro de unos minutos.",
    },
    "not-offered": {
      heading: "No disponible aquí",
      advice: "La fuente de datos de este sitio no lo permite, pero puedes seguir buscando.",
    },
    unreachable: {
      heading: "Nuestra fuente de datos no está disponible en este momento",
      advice: "Inténtalo de nuevo dentro de unos minutos.",
    },
  },
  refused: {
    q: "El texto de búsqueda debe tener entre 1 y 200 caracteres.",
    f: "Escribe el año así: «1999», «años 1990», «1990–1999» o «antes de 1980».",
    page: "Ese número de página no es válido.",
    id: "El identificador de la dirección no es válido.",
  },
  tryAgain: "Intentar de nuevo",
  toHome: "Volver a la página de inicio",
  details: "Detalles técnicos",
  requestId: "ID de la solicitud",
};
