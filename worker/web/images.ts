/**
 * `/images/{width}/{path}`: posters and portraits from IMAGE_BASE_URL. With `?title={id}` or `?person={id}` the image is
 * purged with that title or person. `/t/p/{size}/{file}`: images of TMDB's, in its own sizes. Problems are JSON, not pages.
 */
import * as v from "valibot";
import { formatCacheStatus, statusOfFailure } from "../cache/cache-status.ts";
import { neverStale } from "../cache/freshness.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import { parseId } from "../contract/query.ts";
import { IMAGE_WIDTHS, ImagePath } from "../contract/record.ts";
import { imageTags, personTag, titleTag } from "../resources/keys.ts";
import { originProblem } from "../source/failure.ts";
import type { WantedImage } from "../source/images.ts";
import { traitsOf } from "../sources.ts";
import { ADDRESSES } from "./addresses.ts";
import { JSON_POLICY } from "./http/headers.ts";
import { problemResponse } from "./http/problem-response.ts";
import { type SentFreshness, send } from "./http/send.ts";
import type { RequestContext } from "./request-context.ts";

/** Seconds: a missing image may be added soon. */
const MISSING_LIFETIME = 60;

export async function images(request: Request, context: RequestContext): Promise<Response> {
  const { images: imageCache, invalidations, config } = context.services();
  const isTmdbs = context.matched?.address === ADDRESSES.tmdbImage;
  const read = isTmdbs ? readTmdbPath : readPath;
  const isOffered = !isTmdbs || (config.tmdbApi !== null && traitsOf(config.upstream)?.hasTmdbApi);
  const wanted = isOffered ? read(context.matched?.values) : null;
  if (imageCache === null || wanted === null) {
    return problemResponse(new Problem("not-found", "No image matches this URL."), context);
  }
  try {
    const tags = imageTags(ownerIn(context.url));
    const image = await imageCache(context, wanted, tags);
    context.observation.noteCache(image?.hit ? "hit" : "miss");
    // Without a body, because a problem would contain this request's id, and caches share the response.
    if (image === null) {
      const cacheStatus = { fwd: "uri-miss", fwdStatus: 404 } as const;
      return send(request, { status: 404, body: null, cacheStatus, tags, freshness: MISSING_FRESHNESS });
    }
    const cdnSeconds = await invalidations.sharedLifetime(
      context,
      { ...image, tags, sourceVersion: null },
      !image.hit,
    );
    const { type, length, body, hit, lifetime } = image;
    return send(request, {
      type,
      body,
      cacheStatus: hit ? { hit } : { fwd: "uri-miss", stored: true },
      tags,
      freshness: imageFreshness(lifetime, cdnSeconds),
      headers: { "Content-Security-Policy": JSON_POLICY, "Content-Length": String(length) },
    });
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

/** The image at an address never changes, so browsers use it as long as we do. */
function imageFreshness(lifetime: number, cdnSeconds: number): SentFreshness {
  return { remaining: neverStale(lifetime), browserSeconds: lifetime, cdnSeconds, isImmutable: true };
}

const MISSING_FRESHNESS: SentFreshness = {
  remaining: neverStale(MISSING_LIFETIME),
  browserSeconds: MISSING_LIFETIME,
  cdnSeconds: MISSING_LIFETIME,
};

function failed(problem: Problem, context: RequestContext): Response {
  context.log({ event: "image-failed", reason: String(problem.cause) });
  context.observation.noteCache("miss");
  const response = problemResponse(problem, context);
  response.headers.set("Cache-Status", formatCacheStatus(statusOfFailure("uri-miss", problem)));
  return response;
}
