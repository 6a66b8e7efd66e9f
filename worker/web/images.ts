/**
 * `/images/{width}/{path}`: posters and portraits from IMAGE_BASE_URL. With `?title={id}` or `?person={id}` the image is
 * purged with that title or person. `/t/p/{size}/{file}`: images of TMDB's, in its own sizes. Problems are JSON, not pages.
 */
import * as v from "valibot";
import { formatCacheStatus, statusOfFailure } from "../cache/cache-status.ts";
import { formatFreshness, neverStale } from "../cache/freshness.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import { parseId } from "../contract/query.ts";
import { IMAGE_WIDTHS, ImagePath } from "../contract/record.ts";
import type { StoredImage } from "../resources/images.ts";
import { imageTags, personTag, titleTag } from "../resources/keys.ts";
import { originProblem } from "../source/failure.ts";
import type { WantedImage } from "../source/images.ts";
import { traitsOf } from "../sources.ts";
import { ADDRESSES } from "./addresses.ts";
import { forFront } from "./http/caching.ts";
import { JSON_POLICY } from "./http/headers.ts";
import { problemResponse } from "./http/problem-response.ts";
import type { RequestContext } from "./request-context.ts";

/** Seconds: a missing image may be added soon. */
const MISSING_LIFETIME = 60;

export async function images(_request: Request, context: RequestContext): Promise<Response> {
  const { images: imageCache, invalidations, config } = context.services();
  const isTmdbs = context.matched?.address === ADDRESSES.tmdbImage;
  const read = isTmdbs ? readTmdbPath : readPath;
  const isOffered = !isTmdbs || (config.tmdbApi !== null && traitsOf(config.upstream)?.hasTmdbApi);
  const wanted = isOffered ? read(context.matched?.values) : null;
  if (imageCache === null || wanted === null) {
    return problemResponse(new Problem("not-found", "There is no image at this address."), context);
  }
  try {
    const tags = imageTags(ownerIn(context.url));
    const image = await imageCache(context, wanted, tags);
    context.observation.noteCache(image?.hit ? "hit" : "miss");
    if (image === null) return missing(tags);
    const most = await invalidations.sharedLifetime(
      context,
      { ...image, tags, sourceVersion: null },
      !image.hit,
    );
    return imageResponse(image, tags, most);
  } catch (thrown) {
    return failed(asProblem(originProblem(thrown)), context);
  }
}

function readPath(values: Readonly<Record<string, string>> = {}): WantedImage | null {
  const width = IMAGE_WIDTHS.find((known) => String(known) === values.width);
  const read = v.safeParse(ImagePath, values.path);
  return width === undefined || !read.success ? null : { width, path: read.output };
}

/** TMDB's sizes: its configuration's, cropped ones, and those in two colours (developer.themoviedb.org/docs/image-basics). */
const TMDB_SIZE =
  /^(?:original|h632|w\d{2,4}|w\d{2,4}_and_h\d{2,4}_(?:bestv2|face|multi_faces)|w\d{2,4}_filter\(duotone,[\da-f]{6},[\da-f]{6}\))$/;
const TMDB_FILE = /^[\w-]{1,64}\.(?:jpe?g|png|webp)$/;

function readTmdbPath({ size = "", file = "" }: Readonly<Record<string, string>> = {}): WantedImage | null {
  return TMDB_SIZE.test(size) && TMDB_FILE.test(file) ? { width: null, path: `${size}/${file}` } : null;
}

/** The tag of the title or person in the query string. */
function ownerIn({ searchParams }: URL): string | null {
  const title = parseId(searchParams.get("title") ?? "");
  const person = parseId(searchParams.get("person") ?? "");
  if (title !== null) return titleTag(title);
  return person === null ? null : personTag(person);
}

function imageResponse(
  { type, length, body, hit, lifetime }: StoredImage,
  tags: readonly string[],
  most: number,
): Response {
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Length": String(length),
      "Cache-Status": formatCacheStatus(hit ? { hit } : { fwd: "uri-miss", stored: true }),
      "Cache-Control": `public, max-age=${lifetime}, immutable`,
      "CDN-Cache-Control": forFront(neverStale(lifetime), most),
      "Cache-Tag": tags.join(","),
      "Content-Security-Policy": JSON_POLICY,
    },
  });
}

/** Has no body: a problem would contain this request's id, and caches share the response. */
function missing(tags: readonly string[]): Response {
  return new Response(null, {
    status: 404,
    headers: {
      "Cache-Status": formatCacheStatus({ fwd: "uri-miss", fwdStatus: 404 }),
      "Cache-Control": `public, max-age=${MISSING_LIFETIME}`,
      "CDN-Cache-Control": formatFreshness(neverStale(MISSING_LIFETIME)),
      "Cache-Tag": tags.join(","),
    },
  });
}

function failed(problem: Problem, context: RequestContext): Response {
  context.log({ event: "image-failed", reason: String(problem.cause) });
  context.observation.noteCache("miss");
  const response = problemResponse(problem, context);
  response.headers.set("Cache-Status", formatCacheStatus(statusOfFailure("uri-miss", problem)));
  return response;
}
