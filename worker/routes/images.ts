/**
 * `/images/{width}/{path}`: posters and profiles from IMAGE_BASE_URL. Never a page: whoever asks
 * for an image has no use for one.
 */
import * as v from "valibot";
import { IMAGE_WIDTHS } from "../contract/image-widths.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import { ImagePath } from "../contract/record.ts";
import { formatCacheStatus, statusOfFailure } from "../edge/cache-status.ts";
import { formatFreshness } from "../edge/freshness.ts";
import type { KeptImage } from "../edge/kept-images.ts";
import { problemResponse } from "../http/problem-response.ts";
import { JSON_POLICY } from "../http/security.ts";
import type { WantedImage } from "../origins/image-source.ts";
import { originProblem } from "../origins/problem.ts";
import type { Visit } from "./visit.ts";

/** Seconds: a missing image may come. */
const MISSING_LIFETIME = 60;

export async function images(_request: Request, visit: Visit): Promise<Response> {
  const { keptImages } = visit.services();
  const wanted = readPath(visit.url.pathname);
  if (keptImages === null || wanted === null) {
    return problemResponse(new Problem("not-found", "There is no image at this address."), visit);
  }
  try {
    const image = await keptImages(wanted);
    visit.observation.noteCache(image?.hit ? "hit" : "miss");
    return image === null ? missing() : imageResponse(image);
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

function imageResponse({ type, length, body, hit, lifetime }: KeptImage): Response {
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Length": String(length),
      "Cache-Status": formatCacheStatus(hit ? { hit } : { fwd: "uri-miss", stored: true }),
      "Cache-Control": `public, max-age=${lifetime}, immutable`,
      "CDN-Cache-Control": formatFreshness({ lifetime, staleWhileRevalidate: 0, staleIfError: 0 }),
      "Content-Security-Policy": JSON_POLICY,
    },
  });
}

/** Without a problem as its body: that names its caller's request, and this is kept for others. */
function missing(): Response {
  return new Response(null, {
    status: 404,
    headers: {
      "Cache-Status": formatCacheStatus({ fwd: "uri-miss", fwdStatus: 404 }),
      "Cache-Control": `public, max-age=${MISSING_LIFETIME}`,
      "CDN-Cache-Control": formatFreshness({
        lifetime: MISSING_LIFETIME,
        staleWhileRevalidate: 0,
        staleIfError: 0,
      }),
    },
  });
}

function failed(problem: Problem, visit: Visit): Response {
  visit.log({ event: "image-failed", reason: String(problem.cause) });
  visit.observation.noteCache("miss");
  const response = problemResponse(problem, visit);
  response.headers.set("Cache-Status", formatCacheStatus(statusOfFailure("uri-miss", problem)));
  return response;
}
