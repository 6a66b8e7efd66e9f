/**
 * Posters and profiles at IMAGE_BASE_URL. Only a path of the contract's form and one of our few
 * widths are passed on, with nothing of the caller's; what comes back is a whole image of at most
 * 8 MiB, or a failure. Where the platform resizes (`cf.image`) it does; else images pass as they are.
 */
import type { ImageWidth } from "../contract/image-widths.ts";
import { withDeadline } from "./deadline.ts";
import { Failure } from "./failure.ts";
import { LARGEST_BODY, readBytes } from "./upstream/body.ts";
import type { Fetch } from "./upstream/exchange.ts";

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

/** `baseUrl`: a query in it is sent with each image. */
export function imageSource(baseUrl: URL, fetch: Fetch): ImageSource {
  return {
    async id() {
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(baseUrl.href));
      return new Uint8Array(digest).subarray(0, 8).toHex();
    },

    async fetch({ width, path }) {
      const address = new URL(baseUrl);
      address.pathname = `${baseUrl.pathname.replace(/\/$/, "")}/${path}`;
      return await withDeadline(DEADLINE_MS, async (signal) => {
        const init: RequestInit = {
          headers: { Accept: "image/avif,image/webp,image/*" },
          redirect: "manual",
          signal,
          cf: { image: { width, fit: "scale-down", format: "webp", quality: 80 } },
        };
        return await readImage(await answerOf(fetch(address, init)));
      });
    },
  };
}

/** What the runtime throws may hold the address. */
async function answerOf(fetched: Promise<Response>): Promise<Response> {
  try {
    return await fetched;
  } catch {
    throw new Failure("connection");
  }
}

/**
 * Reads it whole before any of it is sent: the runtime ends an answer of unknown length properly even
 * where its body broke off, and half an image would be taken for a whole one and kept.
 */
async function readImage(response: Response): Promise<Image | null> {
  const { status, body } = response;
  const refusal = refuse(response);
  if (refusal !== null) {
    await body?.cancel().catch(() => undefined);
    if (status === 404) return null;
    throw refusal;
  }
  const bytes = body === null ? new Uint8Array() : await readBytes(body, LARGEST_BODY);
  const type = typeOf(bytes);
  if (type === null) throw new Failure(bytes.byteLength === 0 ? "truncated" : "content-type");
  return { type, bytes };
}

/** Why the body is not worth reading; `null` when it is. */
function refuse({ status, headers }: Response): Failure | null {
  if (status !== 200) return new Failure("status", { status });
  if (!/^image\//i.test(headers.get("Content-Type") ?? "")) return new Failure("content-type");
  return Number(headers.get("Content-Length")) > LARGEST_BODY ? new Failure("too-large") : null;
}

/** By their first bytes, whatever the source calls them: what browsers show and nothing runs in. No SVG. */
const SIGNATURES: readonly (readonly [type: string, signature: RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  ["image/avif", /^.{4}ftyp(?:avif|avis|mif1|msf1)/s],
];

/** `null`: these bytes begin no image that we pass on. */
function typeOf(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return SIGNATURES.find(([, signature]) => signature.test(start))?.[0] ?? null;
}
