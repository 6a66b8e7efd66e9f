/**
 * Fetches posters and profiles from IMAGE_BASE_URL. From the caller's request, only a path of the contract's form and one
 * of our few widths are passed on; the result is a whole image of at most 8 MiB, or a failure. The platform resizes
 * (`cf.image`) where it can; otherwise images pass unchanged.
 */
import type { ImageWidth } from "../contract/record.ts";
import { withDeadline } from "./deadline.ts";
import { Failure } from "./failure.ts";
import { readBytes } from "./transport/body.ts";
import { ABSENT, addressBelow, exchange, type Fetch } from "./transport/exchange.ts";

export interface WantedImage {
  /** `null`: the path is the source's own, its size included. */
  readonly width: ImageWidth | null;
  /** In the contract's form. */
  readonly path: string;
}

export interface Image {
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ImageSource {
  /** Identifies the source without its address, which may contain a token. */
  readonly id: () => Promise<string>;
  /** `null`: there is no such image. Throws a Failure. */
  readonly fetch: (wanted: WantedImage) => Promise<Image | null>;
}

/** Milliseconds for an image, its body included. */
const DEADLINE_MS = 5_000;

export interface ImageSourceOptions {
  /** The path below the base address; by default the image's own. */
  readonly pathOf?: (wanted: { readonly width: ImageWidth; readonly path: string }) => string;
  /** Whether the platform may resize images; otherwise the source has sizes of its own. */
  readonly resizes?: boolean;
}

/** `baseUrl`: a query in it is sent with each image. */
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
        // A scaled image is never an SVG, and pages do not expect one.
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
  // `Retry-After` is ignored: an image is never requested twice in a row.
  statusMeans: (status: number) => (status === 404 ? "absent" : "failure"),
  accepts: (contentType: string | null) => /^image\//i.test(contentType ?? ""),
} as const;

/**
 * Reads the whole image before sending any of it: the runtime ends a response of unknown length properly even if its
 * body broke off, and half an image would be stored as a whole one.
 */
async function readImage(body: ReadableStream<Uint8Array> | null, mayBeSvg: boolean): Promise<Image> {
  const bytes = await readBytes(body);
  const type = typeOf(bytes) ?? (mayBeSvg && isSvg(bytes) ? SVG : null);
  if (type === null) throw new Failure(bytes.byteLength === 0 ? "truncated" : "content-type");
  return { type, bytes };
}

export const SVG = "image/svg+xml";

/** Returns true if an element `svg` follows the prolog, if there is one, within the first kilobytes. */
function isSvg(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 4_096));
  return /^\s*(?:<[?!][^>]*>\s*)*<svg[\s>]/.test(start);
}

/** Formats that browsers display but cannot run. Recognised by the first bytes, not by the Content-Type. */
const SIGNATURES: readonly (readonly [type: string, signature: RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  ["image/avif", /^.{4}ftyp(?:avif|avis|mif1|msf1)/s],
];

/** `null`: not an image that we serve. */
function typeOf(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0] ?? null;
}
