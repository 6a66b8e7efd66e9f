/**
 * The title record: one element of a search answer, as Marquee says it. Every field is
 * always present, of this type and in this order. Reading what an upstream really sends
 * is a different matter: see `origins/upstream/reading.ts`.
 */
import * as v from "valibot";

/** An image path of the contract's form: `<year>/<month>/<file_name>`. */
export const ImagePath = v.pipe(
  v.string(),
  v.regex(/^\d{4}\/\d{2}\/[\w-][\w.-]*$/),
  v.metadata({ description: "Relative image path of the form <year>/<month>/<file_name>." }),
);

/** The widths that images are served in, in pixels: few, so that each is soon in a cache. */
export const IMAGE_WIDTHS = [120, 240, 480, 720] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** Ids are opaque positive integers, unique across films and series. */
export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

export const TitleRecord = v.strictObject({
  /** Identifier of the title; the id that credits takes. */
  id: v.pipe(Id, v.description("Identifier of the title; the id that credits takes.")),
  /** 1 for an adult title, else 0. */
  is_adult: v.pipe(v.picklist([0, 1]), v.description("1 for an adult title, else 0.")),
  /** `movie` or `series`; an upstream may know further kinds; "" when unknown. */
  type: v.pipe(
    v.string(),
    v.description("Kind of title: movie or series; an origin may know further kinds."),
  ),
  /** Display title, in the language asked for where the origin has it. */
  title: v.pipe(v.string(), v.description("Display title, in the language asked for where it is known.")),
  /** Title in the original language; may equal `title`. */
  original_title: v.pipe(v.string(), v.description("Title in the original language; may equal title.")),
  /** Four digits, as a string; "" when unknown. */
  year: v.pipe(
    v.string(),
    v.regex(/^(\d{4})?$/),
    v.description("Year of release: four digits, as a string; empty when unknown."),
  ),
  /** Names joined by a comma and a space; "" when unknown. */
  countries: v.pipe(v.string(), v.description("Names of countries, joined by a comma and a space.")),
  /** Names joined by a comma and a space; "" when unknown. */
  genres: v.pipe(v.string(), v.description("Names of genres, joined by a comma and a space.")),
  /** A number written as a string; "0" when unknown. The contract states no unit; the catalog gives minutes. */
  runtime: v.pipe(
    v.string(),
    v.regex(/^\d+(\.\d+)?$/),
    v.description("A number written as a string; 0 when unknown. The catalog gives minutes."),
  ),
  /** 0 when unrated. */
  rating: v.pipe(v.number(), v.finite(), v.description("Rating; 0 when unrated.")),
  /** Summary; may be "". */
  plot: v.pipe(v.string(), v.description("Summary; may be empty.")),
  /** `null` when there is no poster. */
  poster: v.pipe(v.nullable(ImagePath), v.description("Path of the poster; null when there is none.")),
});
export type TitleRecord = v.InferOutput<typeof TitleRecord>;

/** A search answer: a bare array, never an envelope. */
export const SearchAnswer = v.array(TitleRecord);
