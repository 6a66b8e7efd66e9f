import type { Dictionary } from "./dictionary.ts";

const unreachable = {
  heading: "A fonte não responde",
  advice: "O lugar de onde vêm nossos dados está fora de alcance. Tente de novo daqui a pouco.",
};

export const pt: Dictionary = {
  name: "Português",
  tagline: "Filmes e séries, e todas as pessoas que os fizeram.",
  description:
    "Encontre filmes e séries: os dados, a sinopse e os créditos completos. Rápido, calmo e grátis.",
  skip: "Ir para o conteúdo",
  languages: "Idiomas",
  offer: "Em português",
  developers: "Desenvolvedores",
  source: "Um serviço de consulta de filmes e séries.",
  json: "Esta página em JSON",

  search: {
    label: "Buscar filmes e séries",
    hint: "Filme ou série",
    submit: "Buscar",
    heading: "Busca",
    resultsFor: (text) => `Resultados para “${text}”`,
    blank: "Digite o título de um filme ou série, ou o começo dele.",
    found: (count) => `Títulos encontrados: ${count}`,
    pageOf: (page) => `Página ${page}`,
    previous: "Página anterior",
    next: "Próxima página",
    pages: "Páginas",
    kind: "Tipo",
    anyKind: "Tudo",
    year: "Ano",
    yearHint: "1999 ou 1990-1999",
    apply: "Aplicar",
  },

  nothing: {
    heading: (text) => `Nada encontrado para “${text}”`,
    pastEnd: "Não há mais resultados.",
    meant: "Você quis dizer:",
    spelling: "Confira a grafia ou tente com menos palavras.",
    nearby: (years) => `Ver também ${years}`,
    unfiltered: "Buscar sem filtros",
    shorter: (text) => `Buscar “${text}”`,
    original: "Tente o título no idioma original.",
  },

  kinds: { movie: "Filme", series: "Série", movies: "Filmes", seriesPlural: "Séries" },

  title: {
    original: "Título original",
    year: "Ano",
    countries: "Países",
    genres: "Gêneros",
    runtime: "Duração",
    rating: "Avaliação",
    unrated: "Ainda sem avaliação",
    rated: (rating) => `${rating} de 10`,
    directors: "Direção",
    writers: "Roteiro",
    cast: "Elenco",
    allCredits: "Créditos completos",
    noCredits: "Ninguém foi creditado aqui ainda.",
    creditsFailed: "Os créditos não podem ser mostrados agora. Tente de novo daqui a pouco.",
    recordMissing: "Os dados deste título estão fora de alcance agora. Os créditos estão aqui.",
    untitled: (id) => `Título ${id}`,
    remakes: "Outros filmes e séries com este nome",
  },

  credits: {
    of: (title) => `Créditos de ${title}`,
    back: "Voltar ao título",
    groups: {
      cast: "Elenco",
      writer: "Roteiro",
      director: "Direção",
      editing: "Montagem",
      production: "Produção",
      art: "Arte",
      "visual effects": "Efeitos visuais",
      sound: "Som e música",
    },
    index: "Departamentos",
    filter: "Procurar nos créditos",
    filterHint: "Nome, papel ou função",
    shown: (count) => `Pessoas mostradas: ${count}`,
  },

  home: {
    heading: "O que você procura?",
    decades: "Pelas décadas",
    decade: (year) => `Anos ${year}`,
    forDevelopers: "Está criando algo? As mesmas respostas vêm em JSON, de um só endereço, sem assinar nada.",
    forDevelopersLink: "Conheça a API (em inglês)",
  },

  genres: {
    Action: "Ação",
    Adventure: "Aventura",
    Animation: "Animação",
    Comedy: "Comédia",
    Crime: "Crime",
    Documentary: "Documentário",
    Drama: "Drama",
    Family: "Família",
    Fantasy: "Fantasia",
    History: "História",
    Horror: "Terror",
    Music: "Música",
    Mystery: "Mistério",
    Romance: "Romance",
    "Science Fiction": "Ficção científica",
    Thriller: "Suspense",
    War: "Guerra",
    Western: "Faroeste",
  },

  problems: {
    "invalid-parameter": {
      heading: "Isso não pode ser buscado",
      advice: "Corrija o que você pediu, por favor.",
    },
    "key-required": {
      heading: "É preciso uma chave",
      advice: "Este serviço só responde a quem conhece.",
    },
    "title-not-found": {
      heading: "Esse título não existe",
      advice: "Nenhum filme ou série tem este número. Talvez uma busca o encontre.",
    },
    "not-found": {
      heading: "Não há nada neste endereço",
      advice: "A página pode ter mudado de lugar, ou o endereço tem um erro. Talvez uma busca ajude.",
    },
    "method-not-allowed": { heading: "Isso não é possível aqui", advice: "Esta página só pode ser lida." },
    "address-too-long": { heading: "É longo demais", advice: "Busque um texto mais curto." },
    "rate-limited": {
      heading: "Foi um pouco rápido",
      advice: "Espere um momento e tente de novo.",
    },
    "headers-too-large": {
      heading: "O seu navegador envia demais",
      advice: "Ele acumulou cookies demais deste site: apague-os e tente de novo.",
    },
    internal: {
      heading: "Algo deu errado do nosso lado",
      advice: "A culpa não é sua. Tente de novo daqui a pouco.",
    },
    "not-offered": {
      heading: "Isso não está disponível aqui",
      advice: "A fonte deste site não conhece isso.",
    },
    "bad-upstream": unreachable,
    "upstream-unavailable": unreachable,
    "upstream-timeout": unreachable,
  },
  refused: {
    q: "O texto da busca deve ter de 1 a 200 caracteres.",
    f: "O ano deve ser escrito como 1999, 1990-1999, 1990- ou -1999.",
    page: "A página deve ser um número inteiro a partir de 1.",
    id: "O número de um título deve ser um número inteiro a partir de 1.",
  },
  wayOn: "Buscar outra coisa",
  requestId: "Pedido",
};
