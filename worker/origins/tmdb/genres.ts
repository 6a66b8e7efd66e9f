/**
 * Genres of TMDB by number. Films and series have lists of their own, which share some numbers
 * (developer.themoviedb.org/reference/genre-movie-list, genre-tv-list). Both lists of other languages are asked
 * for; the English names are here, for English and for when that fails.
 */
import type { Kind } from "../../contract/filter.ts";

/** Names by TMDB's number. */
export type Genres = Readonly<Record<string, string>>;

const SHARED: Genres = {
  16: "Animation",
  18: "Drama",
  35: "Comedy",
  37: "Western",
  80: "Crime",
  99: "Documentary",
  9648: "Mystery",
  10751: "Family",
};

export const ENGLISH_GENRES: Readonly<Record<Kind, Genres>> = {
  movie: {
    ...SHARED,
    12: "Adventure",
    14: "Fantasy",
    27: "Horror",
    28: "Action",
    36: "History",
    53: "Thriller",
    878: "Science Fiction",
    10402: "Music",
    10749: "Romance",
    10752: "War",
    10770: "TV Movie",
  },
  series: {
    ...SHARED,
    10759: "Action & Adventure",
    10762: "Kids",
    10763: "News",
    10764: "Reality",
    10765: "Sci-Fi & Fantasy",
    10766: "Soap",
    10767: "Talk",
    10768: "War & Politics",
  },
};
