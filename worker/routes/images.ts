/**
 * `/images/{width}/{path}`: posters and profiles from IMAGE_BASE_URL. With `?title={id}` or `?person={id}` the image
 * is purged with that title or person. Never a page: whoever asks for an image has no use for one.
 */
import * as v from "valibot";
import { IMAGE_WIDTHS } from "../contract/image-widths.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import { parseId } from "../contract/query.ts";
import { ImagePath } from "../contract/record.ts";
import { formatCacheStatus, statusOfFailure } from "../edge/cache-status.ts";
import { imageTags, personTag, titleTag } from "../edge/cache-tags.ts";
import { formatFreshness } from "../edge/freshness.ts";
import type { KeptImage } from "../edge/kept-images.ts";
import { problemResponse } from "../http/problem-response.ts";
import { JSON_POLICY } from "../http/security.ts";
import { originProblem } from "../origins/failure.ts";
import type { WantedImage } from "../origins/image-source.ts";
import type { Visit } from "./visit.ts";

/** Seconds: a missing image may come. */
const MISSING_LIFETIME = 60;

export async function images(_request: Request, visit: Visit): Promise<Response> {
  const { keptImages, invalidations } = visit.services();
  const wanted = readPath(visit.url.pathname);
  if (keptImages === null || wanted === null) {
    return problemResponse(new Problem("not-found", "There is no image at this address."), visit);
  }
  try {
    const tags = imageTags(ownerIn(visit.url));
    const image = await keptImages(wanted, tags);
    visit.observation.noteCache(image?.hit ? "hit" : "miss");
    if (image === null) return missing(tags);
    const confirmed = !image.hit || invalidations.confirms({ ...image, tags, catalogVersion: null });
    return imageResponse(image, tags, confirmed);
  } catch (thrown) {
    return failed(asProblem(originProblem(thrown)), visit);
  }
}

function readPath(path: string): WantedImage | null {
  const match = /^\/images\/(\d+)\/(.+)$/.exec(path);
  const width = IMAGE_WIDTHS.find((known) => String(known) === match?.[1]);
  const read = v.safeParse(ImagePath, match?.[2]);
  return width === undefined || !read.success ? null : { width, path: read.output };
}

/** The tag of the title or person that the request says the image is of. */
function ownerIn({ searchParams }: URL): string | null {
  const title = parseId(searchParams.get("title") ?? "");
  const person = parseId(searchParams.get("person") ?? "");
  if (title !== null) return titleTag(title);
  return person === null ? null : personTag(person);
}

function imageResponse(
  { type, length, body, hit, lifetime }: KeptImage,
  tags: readonly string[],
  confirmed: boolean,
): Response {
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Length": String(length),
      "Cache-Status": formatCacheStatus(hit ? { hit } : { fwd: "uri-miss", stored: true }),
      "Cache-Control": `public, max-age=${lifetime}, immutable`,
      "CDN-Cache-Control": confirmed ? neverStale(lifetime) : "no-store",
      "Cache-Tag": tags.join(","),
      "Content-Security-Policy": JSON_POLICY,
    },
  });
}

/** Without a problem as its body: that names its caller's request, and this is kept for others. */
function missing(tags: readonly string[]): Response {
  return new Response(null, {
    status: 404,
    headers: {
      "Cache-Status": formatCacheStatus({ fwd: "uri-miss", fwdStatus: 404 }),
      "Cache-Control": `public, max-age=${MISSING_LIFETIME}`,
      "CDN-Cache-Control": neverStale(MISSING_LIFETIME),
      "Cache-Tag": tags.join(","),
    },
  });
}

function neverStale(lifetime: number): string {
  return formatFreshness({ lifetime, staleWhileRevalidate: 0, staleIfError: 0 });
}

function failed(problem: Problem, visit: Visit): Response {
  visit.log({ event: "image-failed", reason: String(problem.cause) });
  visit.observation.noteCache("miss");
  const response = problemResponse(problem, visit);
  response.headers.set("Cache-Status", formatCacheStatus(statusOfFailure("uri-miss", problem)));
  return response;
}
