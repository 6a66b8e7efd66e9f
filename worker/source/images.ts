/**
 * Fetches posters and profiles from IMAGE_BASE_URL. Only a path of the contract's form and one of few widths are
 * passed on. The result is a complete image of at most 8 MiB or a failure. The platform resizes images (`cf.image`)
 * where it can.
 */
import type { ImageWidth } from "../contract/record.ts";
import { withDeadline } from "./deadline.ts";
import { Failure } from "./failure.ts";
import { readBytes } from "./transport/body.ts";
import { ABSENT, addressBelow, exchange, type Fetch } from "./transport/exchange.ts";

export interface WantedImage {
  /** The width, or `null` if the path includes the source's own size. */
  readonly width: ImageWidth | null;
  /** The path in the contract's form. */
  readonly path: string;
}

export interface Image {
  /** The media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ImageSource {
  /** Returns an id of the source without its URL, which may contain a token. */
  readonly id: () => Promise<string>;
  /** Fetches an image, or returns `null` if it does not exist. Throws a Failure. */
  readonly fetch: (wanted: WantedImage) => Promise<Image | null>;
}

/** The deadline for an image including its body, in milliseconds. */
const DEADLINE_MS = 5_000;

export interface ImageSourceOptions {
  /** Returns the path below the base URL. Defaults to the image's own path. */
  readonly pathOf?: (wanted: { readonly width: ImageWidth; readonly path: string }) => string;
  /** Whether the platform may resize images. Otherwise the source has its own sizes. */
  readonly resizes?: boolean;
}

/** Creates a source of images. A query in `baseUrl` is sent with each request. */
export function imageSource(baseUrl: URL, fetch: Fetch, options: ImageSourceOptions = {}): ImageSource {
  const { pathOf = ({ path }) => path, resizes = true } = options;

  return {
    async id() {
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(baseUrl.href));
      return new Uint8Array(digest).subarray(0, 8).toHex();
    },

    async fetch({ width, path }) {
      const address = addressBelow(baseUrl, width === null ? path : pathOf({ width, path }));
      const image = { width: width ?? undefined, fit: "scale-down", format: "webp", quality: 80 } as const;
      return await withDeadline(DEADLINE_MS, async (signal) => {
        const init: RequestInit = {
          headers: { Accept: "image/avif,image/webp,image/*" },
          signal,
          ...(resizes && width !== null ? { cf: { image } } : {}),
        };
        // A resized image is never an SVG, and pages do not expect one.
        const mayBeSvg = width === null && path.endsWith(".svg");
        const read = await exchange({
          address,
          init,
          fetch,
          ...IMAGES,
          read: (body) => readImage(body, mayBeSvg),
        });
        return read === ABSENT ? null : read;
      });
    },
  };
}

const IMAGES = {
  now: Date.now,
  // `Retry-After` is ignored, because an image is never requested twice in a row.
  statusMeans: (status: number) => (status === 404 ? "absent" : "failure"),
  accepts: (contentType: string | null) => /^image\//i.test(contentType ?? ""),
} as const;

/**
 * Reads the whole image before sending any of it. The runtime ends a truncated response of unknown length normally,
 * so half an image would be stored as complete.
 */
async function readImage(body: ReadableStream<Uint8Array> | null, mayBeSvg: boolean): Promise<Image> {
  const bytes = await readBytes(body);
  const type = typeOf(bytes) ?? (mayBeSvg && isSvg(bytes) ? SVG : null);
  if (type === null) throw new Failure(bytes.byteLength === 0 ? "truncated" : "content-type");
  return { type, bytes };
}

export const SVG = "image/svg+xml";

/** Returns true if the first kilobytes contain an `svg` element after an optional prolog. */
function isSvg(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 4_096));
  return /^\s*(?:<[?!][^>]*>\s*)*<svg[\s>]/.test(start);
}

/** Formats that browsers display but do not run, recognised by their first bytes instead of the Content-Type. */
const SIGNATURES: readonly (readonly [type: string, signature: RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  ["image/avif", /^.{4}ftyp(?:avif|avis|mif1|msf1)/s],
];

/** Returns the media type, or `null` for a format that we do not serve. */
function typeOf(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0] ?? null;
}
