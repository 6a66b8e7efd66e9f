/**
 * The title record. Search results are an array of such records. Every field is always present, with this type and in
 * this order. `upstream/reading.ts` converts the variants that upstreams send.
 */
import * as v from "valibot";

/** A relative image path as the contract defines it. */
export const ImagePath = v.pipe(
  v.string(),
  v.regex(/^\d{4}\/\d{2}\/[\w-][\w.-]*$/),
  v.metadata({ description: "Relative image path of the form <year>/<month>/<file_name>." }),
);

/** The available image widths in pixels. There are few, so that most requests find the image in a cache. */
export const IMAGE_WIDTHS = [120, 240, 480, 720] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** An opaque positive integer. A film and a series never have the same id. */
export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** The fields that every representation of a title has. */
export const TITLE_FIELDS = {
  id: v.pipe(Id, v.description("Id of the title, for credits and titles.")),
  /** The kind of title, or "" if unknown. Upstreams may send kinds other than `movie` and `series`. */
  type: v.pipe(v.string(), v.description("Kind of title: movie or series; a source may have further kinds.")),
  title: v.pipe(v.string(), v.description("Display title, in the requested language if available.")),
  original_title: v.pipe(v.string(), v.description("Title in the original language; may equal title.")),
  year: v.pipe(
    v.string(),
    v.regex(/^(\d{4})?$/),
    v.description("Year of release: four digits, as a string; empty if unknown."),
  ),
  poster: v.pipe(v.nullable(ImagePath), v.description("Path of the poster; null if there is none.")),
};

export const TitleRecord = v.strictObject({
  id: TITLE_FIELDS.id,
  is_adult: v.pipe(v.picklist([0, 1]), v.description("1 for an adult title, otherwise 0.")),
  type: TITLE_FIELDS.type,
  title: TITLE_FIELDS.title,
  original_title: TITLE_FIELDS.original_title,
  year: TITLE_FIELDS.year,
  countries: v.pipe(v.string(), v.description("Country names, separated by a comma and a space.")),
  genres: v.pipe(v.string(), v.description("Genre names, separated by a comma and a space.")),
  /** The runtime as a string. The contract does not specify the unit. */
  runtime: v.pipe(
    v.string(),
    v.regex(/^\d+(\.\d+)?$/),
    v.description("A number as a string; 0 if unknown. Usually minutes."),
  ),
  rating: v.pipe(v.number(), v.finite(), v.description("Average rating, 0 to 10; 0 if unrated.")),
  plot: v.pipe(v.string(), v.description("Summary; may be empty.")),
  poster: TITLE_FIELDS.poster,
});
export type TitleRecord = v.InferOutput<typeof TitleRecord>;

export const SearchResponse = v.array(TitleRecord);
