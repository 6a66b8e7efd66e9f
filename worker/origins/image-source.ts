/**
 * Posters and profiles at IMAGE_BASE_URL. Only a path of the contract's form and one of our few
 * widths are passed on, with nothing of the caller's; what comes back is a whole image of at most
 * 8 MiB, or a failure. Where the platform resizes (`cf.image`) it does; else images pass as they are.
 */
import type { ImageWidth } from "../contract/record.ts";
import { withDeadline } from "./deadline.ts";
import { Failure } from "./failure.ts";
import { readBytes } from "./transport/body.ts";
import { ABSENT, addressBelow, exchange, type Fetch } from "./transport/exchange.ts";

export interface WantedImage {
  readonly width: ImageWidth;
  /** Of the contract's form. */
  readonly path: string;
}

export interface Image {
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ImageSource {
  /** Tells one source from another without its address, which may hold a token. */
  readonly id: () => Promise<string>;
  /** `null`: there is no such image. Throws a Failure. */
  readonly fetch: (wanted: WantedImage) => Promise<Image | null>;
}

/** Milliseconds for an image, its body included. */
const DEADLINE_MS = 5_000;

export interface ImageSourceOptions {
  /** The path below the base address; the image's own unless said otherwise. */
  readonly pathOf?: (wanted: WantedImage) => string;
  /** Whether images may be made smaller here; else the source has them in sizes of its own. */
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

    async fetch(wanted) {
      const address = addressBelow(baseUrl, pathOf(wanted));
      const image = { width: wanted.width, fit: "scale-down", format: "webp", quality: 80 } as const;
      return await withDeadline(DEADLINE_MS, async (signal) => {
        const init: RequestInit = {
          headers: { Accept: "image/avif,image/webp,image/*" },
          signal,
          ...(resizes ? { cf: { image } } : {}),
        };
        const read = await exchange({ address, init, fetch, ...IMAGES });
        return read === ABSENT ? null : read;
      });
    },
  };
}

const IMAGES = {
  now: Date.now,
  // `Retry-After` is not heeded: no image is ever asked for twice in a row.
  statusMeans: (status: number) => (status === 404 ? "absent" : "failure"),
  accepts: (contentType: string | null) => /^image\//i.test(contentType ?? ""),
  read: readImage,
} as const;

/**
 * Reads it whole before any of it is sent: the runtime ends a response of unknown length properly even
 * where its body broke off, and half an image would be taken for a whole one and stored.
 */
async function readImage(body: ReadableStream<Uint8Array> | null): Promise<Image> {
  const bytes = await readBytes(body);
  const type = typeOf(bytes);
  if (type === null) throw new Failure(bytes.byteLength === 0 ? "truncated" : "content-type");
  return { type, bytes };
}

/** Recognised by the first bytes, whatever the source calls them: what browsers show and cannot run. No SVG. */
const SIGNATURES: readonly (readonly [type: string, signature: RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  ["image/avif", /^.{4}ftyp(?:avif|avis|mif1|msf1)/s],
];

/** `null`: not an image that we pass on. */
function typeOf(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0] ?? null;
}
