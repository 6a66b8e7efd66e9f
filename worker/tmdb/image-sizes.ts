/** TMDB's image sizes, and the contract's widths for them (developer.themoviedb.org/docs/image-basics). */
import { IMAGE_WIDTHS, type ImageWidth } from "../contract/record.ts";

/**
 * Matches the image sizes in TMDB's configuration and on its website: the original, scaled to a width or height,
 * cropped, or in two colours as for logos.
 */
const SIZE =
  /^(?:original|[wh]\d{2,4}|w\d{2,4}_and_h\d{2,4}_(?:bestv2|face|multi_faces))(?:_filter\((?:duotone|negate)(?:,(?:[\da-f]{3}){1,2}){2}\))?$/;
const FILE = /^[\w-]{1,64}\.(?:jpe?g|png|svg|webp)$/;

export function isTmdbSize(size: string): boolean {
  return SIZE.test(size);
}

/** Returns true if TMDB may have an image with this name. */
export function isTmdbFile(name: string): boolean {
  return FILE.test(name);
}

/** The aspect ratio of posters and portraits (width divided by height). */
const WIDTH_BY_HEIGHT = 2 / 3;

/** Returns the smallest of the contract's widths that is large enough for a TMDB size, or `null` if none is. */
export function widthOfSize(size: string): ImageWidth | null {
  const [, side, digits] = /^([wh])(\d+)/.exec(size) ?? [];
  const width = Number(digits) * (side === "h" ? WIDTH_BY_HEIGHT : 1);
  return IMAGE_WIDTHS.find((imageWidth) => imageWidth >= width) ?? null;
}
