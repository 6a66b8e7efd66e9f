/** A person with more titles than anyone in the starter catalog, as TMDB describes them. */
const credits = Array.from({ length: 45 }, (_, at) => ({
  id: at + 1,
  media_type: "movie",
  title: `Film ${at}`,
  original_title: `Film ${at}`,
  original_language: "en",
  release_date: `${1980 + at}-01-01`,
  genre_ids: [],
  vote_count: 100 + at,
}));
export const manyWorks = {
  id: 11,
  name: "Ada Holm",
  known_for_department: "Acting",
  profile_path: null,
  also_known_as: [],
  combined_credits: {
    cast: credits.map((title) => ({ ...title, character: "Somebody" })),
    crew: credits.slice(0, 3).map((title) => ({ ...title, department: "Directing", job: "Director" })),
  },
};
