/**
 * Serves images from IMAGE_BASE_URL, at `/images/{width}/{path}` and at TMDB's paths `/t/p/{size}/{path}`. An image
 * with `?title={id}` or `?person={id}` is purged together with that title or person. Problems are JSON, not pages.
 */
import * as v from "valibot";
import { formatCacheStatus } from "../cache/cache-status.ts";
import { remaining } from "../cache/freshness.ts";
import { Problem } from "../contract/problem.ts";
import { parseId } from "../contract/query.ts";
import { IMAGE_WIDTHS, ImagePath } from "../contract/record.ts";
import { imageTags, personTag, titleTag } from "../resources/keys.ts";
import { SVG, type WantedImage } from "../source/images.ts";
import { findTraits } from "../sources.ts";
import { isTmdbFile, isTmdbSize, widthOfSize } from "../tmdb/image-sizes.ts";
import { ADDRESSES } from "./addresses.ts";
import { JSON_POLICY } from "./http/headers.ts";
import { problemResponse } from "./http/problem-response.ts";
import { noneMatch, send } from "./http/send.ts";
import type { RequestContext } from "./request-context.ts";

export async function images(request: Request, context: RequestContext): Promise<Response> {
  const { images: imageCache, invalidations, config } = context.services();
  const isTmdbUrl = context.matched?.address === ADDRESSES.tmdbImage;
  const parse = isTmdbUrl ? parseTmdbImage(findTraits(config.upstream)?.hasTmdbApi ?? false) : parseImage;
  const isOffered = !isTmdbUrl || config.tmdbApi !== null;
  const parsed = isOffered ? parse(context.matched?.values) : null;
  if (imageCache === null || parsed === null) {
    return problemResponse(new Problem("not-found", "No image matches this URL."), context);
  }
  const tags = imageTags(toOwnerTag(context.url));
  const result = await imageCache(context, parsed, tags, (entityTag) => noneMatch(request, entityTag));
  if (result.kind === "failed") {
    const response = problemResponse(result.problem, context);
    response.headers.set("Cache-Status", formatCacheStatus(result.cacheStatus));
    return response;
  }
  const isNew = result.cacheStatus.stored === true;
  const cdnSeconds = await invalidations.sharedLifetime(context, result, isNew);
  const { entityTag, contentType, body, length, outcome, cacheStatus, age, policy } = result;
  const left = remaining(age, policy);
  // Shared caches store a 404, so its body is empty. A problem, for callers that ask for JSON, has a request id.
  if (outcome === "missing") {
    if (acceptsJson(request))
      return problemResponse(new Problem("not-found", "There is no such image."), context);
    const freshness = { remaining: left, browserSeconds: left.lifetime, cdnSeconds };
    return send(request, { status: 404, body: null, cacheStatus, tags, freshness });
  }
  return send(request, {
    type: contentType,
    body,
    entityTag,
    cacheStatus,
    tags: result.tags,
    // Browsers get the whole lifetime, because the image at a URL never changes.
    freshness: { remaining: left, browserSeconds: left.lifetime, cdnSeconds, isImmutable: true },
    headers: { "Content-Security-Policy": toContentPolicy(contentType), "Content-Length": String(length) },
  });
}

function acceptsJson({ headers }: Request): boolean {
  return /\bapplication\/(?:problem\+)?json\b/.test(headers.get("Accept") ?? "");
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
