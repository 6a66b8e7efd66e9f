/**
 * TMDB's image paths have no folder: `/abc.jpg`. The contract's are `<year>/<month>/<file>`, so the date of the
 * release goes in front, `0000/00` where there is none, and is removed again when the image is asked for.
 */
import type { ImageWidth } from "../../contract/record.ts";

/** The default of IMAGE_BASE_URL with this dialect (developer.themoviedb.org/docs/image-basics). */
export const TMDB_IMAGES = "https://image.tmdb.org/t/p/";

const FILE = /^\/([\w-]+\.(?:jpe?g|png|webp))$/;

/** `date`: the release, as TMDB writes it. `null`: there is no image, or none that we could ask for. */
export function contractPath(path: string | null, date = ""): string | null {
  const file = FILE.exec(path ?? "")?.[1];
  if (file === undefined) return null;
  const [, year = "0000", month = "00"] = /^(\d{4})-(\d{2})/.exec(date) ?? [];
  return `${year}/${month}/${file}`;
}

/**
 * TMDB's own sizes, so that the image stays unaltered, as its terms ask; none is narrower than what is shown
 * (developer.themoviedb.org/docs/image-basics, reference/configuration-details).
 */
const POSTER_SIZES: Readonly<Record<ImageWidth, string>> = {
  120: "w185",
  240: "w342",
  480: "w500",
  720: "w780",
};
/** Sizes that posters and profiles have in common, for paths without a date. */
const COMMON_SIZES: typeof POSTER_SIZES = { 120: "w185", 240: "w185", 480: "original", 720: "original" };

/** The path below IMAGE_BASE_URL. */
export function tmdbImagePath({
  width,
  path,
}: {
  readonly width: ImageWidth;
  readonly path: string;
}): string {
  const sizes = path.startsWith("0000/") ? COMMON_SIZES : POSTER_SIZES;
  return `${sizes[width]}/${path.split("/").at(-1)}`;
}
