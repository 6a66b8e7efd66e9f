/** Caches posters and portraits by source, width and path, for the caller's limit. */
import { type FreshnessPolicy, neverStale } from "../cache/freshness.ts";
import type { Cache } from "../cache/lookup.ts";
import type { CacheResult, Context, DatedResponse, Representation } from "../cache/resource.ts";
import { DEADLINE_MS, type ImageSource, type WantedImage } from "../source/images.ts";
import type { CacheKeys } from "./keys.ts";

/**
 * Returns an image, whose outcome is `missing` if it does not exist.
 *
 * @param tags the tags that purge the image for this request; other requests for the same image may have other tags
 */
export type ImageCache = (
  context: Context,
  wanted: WantedImage,
  tags: readonly string[],
  needsBody: (entityTag: string) => boolean,
) => Promise<CacheResult>;

interface ImageServices {
  readonly source: ImageSource;
  readonly cache: Pick<Cache, "lookup">;
  readonly keys: Pick<CacheKeys, "image">;
}

/** The policy for images. It is long because an image never changes: a new image has a new file name. */
const FOUND = neverStale(2_592_000);
/** The policy for missing images. It is short, because the image may be added soon. */
const MISSING = neverStale(60);

const policy = ({ outcome }: DatedResponse): FreshnessPolicy => (outcome === "missing" ? MISSING : FOUND);

export function createImageCache({ source, cache, keys }: ImageServices): ImageCache {
  return async (context, wanted, tags, needsBody) => {
    const request = {
      name: "image",
      key: keys.image(await source.id(), wanted),
      policy,
      tags,
      isStreamed: true,
      timeoutMs: DEADLINE_MS,
      allowance: context.allowance,
      load: () => load(wanted, tags),
    };
    const result = await cache.lookup(context, request, needsBody);
    context.observe(result);
    return result;
  };

  async function load(wanted: WantedImage, tags: readonly string[]): Promise<Representation> {
    const image = await source.fetch(wanted);
    if (image === null) return { body: "", outcome: "missing", tags };
    const { type, bytes, release } = image;
    return { body: bytes, contentType: type, outcome: "found", tags, release };
  }
}
