/**
 * Serves images from IMAGE_BASE_URL, at `/images/{width}/{path}` and at TMDB's paths `/t/p/{size}/{path}`. An image
 * with `?title={id}` or `?person={id}` is purged together with that title or person. Problems are JSON, not pages.
 */
import * as v from "valibot";
import { formatCacheStatus, statusOfFailure } from "../cache/cache-status.ts";
import { neverStale } from "../cache/freshness.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import { parseId } from "../contract/query.ts";
import { IMAGE_WIDTHS, ImagePath } from "../contract/record.ts";
import { imageTags, personTag, titleTag } from "../resources/keys.ts";
import { originProblem } from "../source/failure.ts";
import { SVG, type WantedImage } from "../source/images.ts";
import { findTraits } from "../sources.ts";
import { isTmdbFile, isTmdbSize, widthOfSize } from "../tmdb/image-sizes.ts";
import { ADDRESSES } from "./addresses.ts";
import { JSON_POLICY } from "./http/headers.ts";
import { problemResponse } from "./http/problem-response.ts";
import { type SentFreshness, send } from "./http/send.ts";
import type { RequestContext } from "./request-context.ts";

/** The lifetime of a 404 in seconds. It is short, because the image may be added soon. */
const MISSING_LIFETIME = 60;

export async function images(request: Request, context: RequestContext): Promise<Response> {
  const { images: imageCache, invalidations, config } = context.services();
  const isTmdbUrl = context.matched?.address === ADDRESSES.tmdbImage;
  const parse = isTmdbUrl ? parseTmdbImage(findTraits(config.upstream)?.hasTmdbApi ?? false) : parseImage;
  const isOffered = !isTmdbUrl || config.tmdbApi !== null;
  const parsed = isOffered ? parse(context.matched?.values) : null;
  if (imageCache === null || parsed === null) {
    return problemResponse(new Problem("not-found", "No image matches this URL."), context);
  }
  try {
    const tags = imageTags(toOwnerTag(context.url));
    const image = await imageCache(context, parsed, tags);
    context.observation.noteCache(image?.hit ? "hit" : "miss");
    // Shared caches store this 404, so its body is empty. A problem would contain a request id.
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
      headers: { "Content-Security-Policy": toContentPolicy(type), "Content-Length": String(length) },
    });
  } catch (thrown) {
    return respondToFailure(asProblem(originProblem(thrown)), context);
  }
}

/** The content security policy of an SVG that is opened as a document. It allows styles, but no scripts. */
const SVG_POLICY = `${JSON_POLICY}; style-src 'unsafe-inline'; sandbox`;

const toContentPolicy = (type: string) => (type === SVG ? SVG_POLICY : JSON_POLICY);

type AddressValues = Readonly<Record<string, string>>;

function parseImage(values: AddressValues = {}): WantedImage | null {
  const width = IMAGE_WIDTHS.find((allowed) => String(allowed) === values.width);
  const path = v.safeParse(ImagePath, values.path);
  return width === undefined || !path.success ? null : { width, path: path.output };
}

/** Returns a parser for TMDB image URLs. `isTmdb` must be true if TMDB is the image source. */
function parseTmdbImage(isTmdb: boolean) {
  return ({ size = "", path = "" }: AddressValues = {}): WantedImage | null => {
    if (!isTmdbSize(size)) return null;
    if (isTmdb) return isTmdbFile(path) ? { width: null, path: `${size}/${path}` } : null;
    return v.is(ImagePath, path) ? { width: path.endsWith(".svg") ? null : widthOfSize(size), path } : null;
  };
}

function toOwnerTag({ searchParams }: URL): string | null {
  const title = parseId(searchParams.get("title") ?? "");
  const person = parseId(searchParams.get("person") ?? "");
  if (title !== null) return titleTag(title);
  return person === null ? null : personTag(person);
}

/** Returns the freshness of an image. Browsers get the whole lifetime, because the image at a URL never changes. */
function imageFreshness(lifetime: number, cdnSeconds: number): SentFreshness {
  return { remaining: neverStale(lifetime), browserSeconds: lifetime, cdnSeconds, isImmutable: true };
}

const MISSING_FRESHNESS: SentFreshness = {
  remaining: neverStale(MISSING_LIFETIME),
  browserSeconds: MISSING_LIFETIME,
  cdnSeconds: MISSING_LIFETIME,
};

function respondToFailure(problem: Problem, context: RequestContext): Response {
  context.log({ event: "image-failed", reason: String(problem.cause) });
  context.observation.noteCache("miss");
  const response = problemResponse(problem, context);
  response.headers.set("Cache-Status", formatCacheStatus(statusOfFailure("uri-miss", problem)));
  return response;
}
