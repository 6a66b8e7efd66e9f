/**
 * Fetches pictures from Wikimedia Commons, in the widths that Wikimedia makes thumbnails of. Requests are for
 * `Special:Redirect/file`, which leads to the thumbnail (commons.wikimedia.org/wiki/Special:Redirect), because the URLs
 * of thumbnails are private (phabricator.wikimedia.org/T66214) and have moved before (T427465).
 */
import { isCommonsPath, toCommonsFile } from "../contract/commons.ts";
import type { ImageWidth } from "../contract/record.ts";
import { type ImageServices, type ImageSource, imageSource } from "./images.ts";

const COMMONS = new URL("https://commons.wikimedia.org/");

/**
 * The thumbnail width for each width of ours. Wikimedia refuses all others
 * (mediawiki.org/wiki/Common_thumbnail_sizes).
 */
const WIDTHS: Readonly<Record<ImageWidth, number>> = { 120: 120, 240: 250, 480: 500, 720: 960 };

interface CommonsOptions {
  /** The URL of this deployment. */
  readonly site: string;
  /** The server of Commons. Defaults to the real one. */
  readonly baseUrl?: URL;
}

function commonsSource({ site, baseUrl = COMMONS }: CommonsOptions, services: ImageServices): ImageSource {
  return imageSource(baseUrl, services, {
    resizes: false,
    // Programs have to name themselves and how to reach whoever runs them
    // (foundation.wikimedia.org/wiki/Policy:Wikimedia_Foundation_User-Agent_Policy).
    headers: { "User-Agent": `Marquee/0.1 (${site})` },
    toAddress({ width, path }) {
      const file = toCommonsFile(path);
      if (file === null) return null;
      const address = new URL(`/wiki/Special:Redirect/file/${encodeURIComponent(file)}`, baseUrl);
      // Originals may have a hundred megabytes, or a format that browsers do not show.
      address.searchParams.set("width", String(WIDTHS[width ?? 720]));
      return address;
    },
  });
}

/** Returns a source that takes the pictures of Commons from there, and all others from `base` if there is one. */
export function withCommons(
  base: ImageSource | null,
  options: CommonsOptions,
  services: ImageServices,
): ImageSource {
  const commons = commonsSource(options, services);
  return {
    id: () => (base ?? commons).id(),
    async fetch(wanted) {
      if (isCommonsPath(wanted.path)) return await commons.fetch(wanted);
      return base === null ? null : await base.fetch(wanted);
    },
  };
}
