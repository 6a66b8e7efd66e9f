/**
 * Fetches posters and portraits from IMAGE_BASE_URL. Only a few widths, and paths in the contract's form, can be
 * requested. The result is either a complete image of at most 8 MiB or a failure. The platform resizes the image if
 * it can (`cf.image`).
 */
import type { ImageWidth } from "../contract/record.ts";
import type { ByteBudget } from "./byte-budget.ts";
import { withDeadline } from "./deadline.ts";
import { Failure } from "./failure.ts";
import { followRedirects } from "./redirects.ts";
import { MAX_BODY_BYTES, readBytes } from "./transport/body.ts";
import { ABSENT, addressBelow, exchange, type Fetch } from "./transport/exchange.ts";

export interface WantedImage {
  /** The width, or `null` if the path contains one of the source's own sizes. */
  readonly width: ImageWidth | null;
  /** The image path in the contract's form. */
  readonly path: string;
}

interface Image {
  /** The media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Frees the memory that is reserved for the bytes. */
  readonly release: () => void;
}

export interface ImageSource {
  /** Returns an id of the source. It does not contain the URL, which may include a token. */
  readonly id: () => Promise<string>;
  /** Fetches an image, or returns `null` if it does not exist. Throws a Failure. */
  readonly fetch: (wanted: WantedImage) => Promise<Image | null>;
}

/** The deadline for a complete image, in milliseconds. */
export const DEADLINE_MS = 5_000;

export interface ImageSourceOptions {
  /** Returns the path to request below the base URL. Defaults to `path`. */
  readonly pathOf?: (wanted: { readonly width: ImageWidth; readonly path: string }) => string;
  /**
   * Returns the width in pixels that the source sends for a requested width, or `null` if it is unknown. Defaults to
   * `null`.
   */
  readonly widthOf?: (wanted: { readonly width: ImageWidth; readonly path: string }) => number | null;
  /** Returns the URL of an image, or `null` if the source cannot have it. Defaults to `pathOf` below the base URL. */
  readonly toAddress?: (wanted: WantedImage) => URL | null;
  /** Whether the platform resizes images. Otherwise the source offers its own sizes. */
  readonly resizes?: boolean;
  /** Headers to send with each request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ImageServices {
  readonly fetch: Fetch;
  readonly budget: ByteBudget;
}

/** Creates an image source. If `baseUrl` has a query, each request includes it. */
export function imageSource(
  baseUrl: URL,
  { fetch, budget }: ImageServices,
  options: ImageSourceOptions = {},
): ImageSource {
  const { pathOf = ({ path }) => path, resizes = true, headers = {} } = options;
  const toAddress =
    options.toAddress ??
    (({ width, path }) => addressBelow(baseUrl, width === null ? path : pathOf({ width, path })));
  const following = followRedirects(baseUrl, fetch);

  let id: string | undefined;

  return {
    async id() {
      id ??= await hashOf(baseUrl.href);
      return id;
    },

    async fetch({ width, path }) {
      const address = toAddress({ width, path });
      if (address === null) return null;
      const image = { width: width ?? undefined, fit: "scale-down", format: "webp", quality: 80 } as const;
      return await withDeadline(DEADLINE_MS, async (signal) => {
        const init: RequestInit = {
          headers: { Accept: "image/avif,image/webp,image/*", ...headers },
          signal,
          ...(resizes && width !== null ? { cf: { image } } : {}),
        };
        // SVG is only accepted without a width. Resizing would turn it into pixels, and pages do not expect SVG.
        const mayBeSvg = width === null && path.endsWith(".svg");
        const read = await exchange({
          address,
          init,
          fetch: following,
          ...IMAGES,
          read: (body, headers) => readWithin(budget, { body, headers, mayBeSvg }),
        });
        return read === ABSENT ? null : read;
      });
    },
  };
}

const IMAGES = {
  now: Date.now,
  // `Retry-After` is ignored, because an image is not requested again right away.
  statusMeans: (status: number) => (status === 404 ? "absent" : "failure"),
  accepts: (contentType: string | null) => /^image\//i.test(contentType ?? ""),
} as const;

interface Sent {
  readonly body: ReadableStream<Uint8Array> | null;
  readonly headers: Headers;
  readonly mayBeSvg: boolean;
}

/** Reads an image once its bytes fit into the budget. Frees them if it fails. */
async function readWithin(budget: ByteBudget, sent: Sent): Promise<Image> {
  // The length of an encoded body says nothing about the size of the image, and a repeated header is not a number.
  const length = sent.headers.has("Content-Encoding") ? null : sent.headers.get("Content-Length");
  const isKnown = length !== null && /^\d+$/.test(length);
  const release = await budget.reserve(isKnown ? Number(length) : MAX_BODY_BYTES);
  try {
    return { ...(await readImage(sent)), release };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/**
 * Reads the whole image before any of it is sent. The runtime does not report a truncated response if its length was
 * unknown, so half an image could be cached.
 */
async function readImage({ body, mayBeSvg }: Sent): Promise<Omit<Image, "release">> {
  const bytes = await readBytes(body);
  const type = detectType(bytes) ?? (mayBeSvg && isSvg(bytes) ? SVG : null);
  if (type === null) throw new Failure(bytes.byteLength === 0 ? "truncated" : "content-type");
  return { type, bytes };
}

export const SVG = "image/svg+xml";

/** Returns true if the first kilobytes contain an `svg` element, possibly after a prolog. */
function isSvg(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 4_096));
  return /^\s*(?:<[?!][^>]*>\s*)*<svg[\s>]/.test(start);
}

/**
 * The image formats that browsers display without running scripts. They are recognised by their first bytes, because
 * the Content-Type may be wrong.
 */
const SIGNATURES: readonly (readonly [type: string, signature: RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  ["image/avif", /^.{4}ftyp(?:avif|avis|mif1|msf1)/s],
];

/** Returns the media type, or `null` if we do not serve this format. */
function detectType(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0] ?? null;
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).subarray(0, 8).toHex();
}
