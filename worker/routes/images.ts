/**
 * `/images/{width}/{path}`: posters and profiles from IMAGE_BASE_URL, kept at the edge. Only the
 * contract's form of a path and our few widths are passed on, with nothing of the caller's;
 * only images come back. Where the platform resizes (`cf.image`) it does; else they pass as they are.
 */
import * as v from "valibot";
import { IMAGE_WIDTHS, type ImageWidth } from "../contract/image-widths.ts";
import { Problem } from "../contract/problem.ts";
import { ImagePath } from "../contract/record.ts";
import { problemResponse } from "../http/problem-response.ts";
import type { Visit } from "./visit.ts";

/** Seconds: an image at a path does not change, a missing one may come. */
const LIFETIME = 2_592_000;
const MISSING_LIFETIME = 3_600;
const DEADLINE_MS = 5_000;
const LARGEST = 8 * 1024 * 1024;

/** What browsers show and nothing runs in: no SVG. */
const TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];

interface Wanted {
  readonly width: ImageWidth;
  readonly path: string;
}

/** Never a page: whoever asks for an image has no use for one. */
export async function images(_request: Request, visit: Visit): Promise<Response> {
  const { imageBaseUrl } = visit.services().config;
  const wanted = readPath(visit.url.pathname);
  if (imageBaseUrl === null || wanted === null) {
    return problemResponse(new Problem("not-found", "There is no image at this address."), visit);
  }
  const key = `https://edge.marquee.invalid/image/${wanted.width}/${wanted.path}`;
  const stored = await caches.default.match(key).catch(() => undefined);
  // What the cache gives cannot be given further headers.
  if (stored !== undefined) return new Response(stored.body, stored);
  try {
    const image = await fetchImage(imageBaseUrl, wanted);
    visit.context.waitUntil(caches.default.put(key, image.clone()).catch(() => undefined));
    return image;
  } catch (thrown) {
    return failed(thrown, visit);
  }
}

function readPath(path: string): Wanted | null {
  const match = /^\/images\/(\d+)\/(.+)$/.exec(path);
  const width = IMAGE_WIDTHS.find((known) => String(known) === match?.[1]);
  const read = v.safeParse(ImagePath, match?.[2]);
  return width === undefined || !read.success ? null : { width, path: read.output };
}

/** Throws a Problem when what comes back is no image. */
async function fetchImage(baseUrl: URL, { width, path }: Wanted): Promise<Response> {
  const folder = baseUrl.href.endsWith("/") ? baseUrl.href : `${baseUrl.href}/`;
  const response = await fetch(new URL(path, folder), {
    headers: { Accept: "image/avif,image/webp,image/*" },
    redirect: "manual",
    signal: AbortSignal.timeout(DEADLINE_MS),
    cf: { image: { width, fit: "scale-down", format: "webp", quality: 80 } },
  });
  if (response.status === 404) throw new Problem("not-found", "There is no image at this address.");
  const type = response.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const length = Number(response.headers.get("Content-Length") ?? 0);
  if (response.status !== 200 || !TYPES.includes(type) || length > LARGEST) {
    throw new Problem("bad-upstream", "The source of images gave no usable answer.", {
      cause: `status ${response.status}, type ${type}, ${length} bytes`,
    });
  }
  const headers: Record<string, string> = {
    "Content-Type": type,
    "Cache-Control": `public, max-age=${LIFETIME}, immutable`,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  };
  if (length > 0) headers["Content-Length"] = String(length);
  return new Response(response.body, { headers });
}

function failed(thrown: unknown, visit: Visit): Response {
  const problem =
    thrown instanceof Problem
      ? thrown
      : new Problem("bad-upstream", "The source of images did not answer.", { cause: thrown });
  const response = problemResponse(problem, visit);
  if (problem.type === "not-found") {
    response.headers.set("Cache-Control", `public, max-age=${MISSING_LIFETIME}`);
  } else {
    visit.log({ event: "image-failed", reason: String(problem.cause) });
  }
  return response;
}
