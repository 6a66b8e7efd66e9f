/**
 * Caches posters and portraits by source, width and path. A malformed entry or a cache error counts as a miss. Each
 * entry has this header:
 *
 *     Marquee-Image: <version> <storedAt> <logPosition> <length>
 *
 * `storedAt` is the time of the request to the origin in epoch milliseconds, and `logPosition` is the log position at
 * that time.
 */
import { calculateAge } from "../cache/freshness.ts";
import type { Invalidations } from "../cache/invalidation.ts";
import type { Context, FetchSnapshot } from "../cache/resource.ts";
import { attempt } from "../cache/store.ts";
import { tagValidity } from "../cache/validity.ts";
import type { Image, ImageSource, WantedImage } from "../source/images.ts";
import type { CacheKeys } from "./keys.ts";

export interface StoredImage extends FetchSnapshot {
  readonly type: string;
  /** The size in bytes. */
  readonly length: number;
  readonly body: BodyInit;
  readonly hit: boolean;
  /** The remaining lifetime in seconds. */
  readonly lifetime: number;
}

/**
 * Returns an image, or `null` if it does not exist. Throws a Failure.
 *
 * @param tags the tags that purge the image for this request; other requests for the same image may have other tags
 */
export type ImageCache = (
  context: Context,
  wanted: WantedImage,
  tags: readonly string[],
) => Promise<StoredImage | null>;

interface ImageServices {
  readonly source: ImageSource;
  readonly cache: Pick<Cache, "match" | "put">;
  readonly keys: Pick<CacheKeys, "image">;
  readonly invalidations: Pick<Invalidations, "current" | "logPosition">;
  readonly now: () => number;
}

/** The lifetime in seconds. It is long because an image never changes: a new image has a new file name. */
const LIFETIME = 2_592_000;

const FORMAT_VERSION = "2";
const HEADER = "Marquee-Image";

export function createImageCache(services: ImageServices): ImageCache {
  const { source, cache, keys, invalidations, now } = services;

  return async (context, wanted, tags) => {
    const key = keys.image(await source.id(), wanted);
    const statePromise = invalidations.current(context);
    const entry = await attempt(context, "match", () => cache.match(key));
    const stored = entry ? readEntry(entry, now()) : null;
    // Only a purge removes an image. An update may change which images a title has, but not the images themselves.
    const isPurged = stored !== null && tagValidity({ ...stored, tags }, await statePromise).kind === "hard";
    if (stored !== null && !isPurged) return stored;
    const snapshot = { storedAt: now(), logPosition: await invalidations.logPosition(context) };
    const image = await source.fetch(wanted);
    if (image === null) return null;
    context.waitUntil(attempt(context, "put", () => cache.put(key, writeImageEntry(image, snapshot))));
    const { type, bytes } = image;
    return { type, length: bytes.byteLength, body: bytes, hit: false, lifetime: LIFETIME, ...snapshot };
  };
}

function writeImageEntry({ type, bytes }: Image, { storedAt, logPosition }: FetchSnapshot): Response {
  return new Response(bytes, {
    headers: {
      "Content-Type": type,
      "Content-Length": String(bytes.byteLength),
      "Cache-Control": `public, max-age=${LIFETIME}`,
      [HEADER]: `${FORMAT_VERSION} ${storedAt} ${logPosition} ${bytes.byteLength}`,
    },
  });
}

/** Parses an entry. Returns `null` if it is malformed, incomplete or expired. */
function readEntry({ status, headers, body }: Response, now: number): StoredImage | null {
  const [, form, storedAt, logPosition, length] =
    /^(\d+) (\d{1,15}) (\d{1,15}) (\d{1,8})$/.exec(headers.get(HEADER) ?? "") ?? [];
  const type = headers.get("Content-Type");
  if (status !== 200 || form !== FORMAT_VERSION || type === null || body === null) return null;
  if (headers.get("Content-Length") !== length) return null;
  const lifetime = LIFETIME - calculateAge(Number(storedAt), now);
  if (lifetime <= 0) return null;
  const snapshot = { storedAt: Number(storedAt), logPosition: Number(logPosition) };
  return { type, length: Number(length), body, hit: true, lifetime, ...snapshot };
}
