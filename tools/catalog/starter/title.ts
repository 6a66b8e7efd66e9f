/** The schema of the files of the starter catalog (`titles/*.json`). Each file contains one title. */
import * as v from "valibot";
import { CREW_GROUPS } from "../../../worker/contract/credits.ts";
import { Day } from "../../../worker/contract/dates.ts";
import { Facts, SeriesExtent } from "../../../worker/contract/facts.ts";
import { ENGLISH_GENRES } from "../../../worker/text/codes.ts";

const words = v.pipe(v.string(), v.trim(), v.nonEmpty());
const language = v.pipe(v.string(), v.regex(/^[a-z]{2}$/));
/** The title and first air date of an episode. An episode's number is its position in the list, starting with 1. */
const episode = v.strictTuple([words, Day]);
/** The name of a person with their role or job. */
const entry = v.strictTuple([words, v.string()]);

const EXTERNAL = {
  imdb: v.pipe(v.string(), v.regex(/^tt\d{7,}$/)),
  tmdb: v.optional(v.pipe(v.number(), v.safeInteger())),
  wikidata: v.optional(v.pipe(v.string(), v.regex(/^Q\d+$/))),
};

export const StarterTitle = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  type: v.picklist(["movie", "series"]),
  title: words,
  original_title: words,
  language,
  year: v.pipe(v.string(), v.regex(/^(19|20)\d\d$/)),
  countries: v.pipe(v.array(words), v.nonEmpty()),
  /** The genres, with TMDB's names. */
  genres: v.pipe(v.array(v.picklist(Object.values(ENGLISH_GENRES.movie))), v.nonEmpty()),
  /** The runtime in minutes, or 0 if unknown. */
  runtime: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  series: v.optional(SeriesExtent),
  seasons: v.optional(
    v.array(
      v.strictObject({
        season: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
        episodes: v.pipe(v.array(episode), v.nonEmpty()),
      }),
    ),
  ),
  /** Further facts. The status is not included, because it is derived from the dates. */
  details: v.strictObject({
    released: Facts.entries.released,
    certificates: Facts.entries.certificates,
    companies: Facts.entries.companies,
    networks: Facts.entries.networks,
    collection: v.optional(
      v.strictObject({ name: words, tmdb: v.optional(v.pipe(v.number(), v.safeInteger())) }),
    ),
  }),
  plot: words,
  /** Our estimate of the title's popularity, from 1 to 100. It determines the order of the catalog. */
  popularity: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
  external: v.optional(v.strictObject(EXTERNAL)),
  aliases: v.array(words),
  translations: v.record(language, v.strictObject({ title: words, plot: v.optional(words) })),
  cast: v.array(entry),
  crew: v.strictObject(v.entriesFromList(CREW_GROUPS, v.array(entry))),
});
export type StarterTitle = v.InferOutput<typeof StarterTitle>;
