/**
 * Stored responses and their form in the Cache API, where headers describe the body. Cache-Control only has
 * `max-age`, because the local development cache would add stale-while-revalidate to the lifetime.
 *
 *     Marquee-Entry: <form> <outcome> <storedAt> <policy or -> <logPosition> <length> <more> <source version or -> <entity-tag>
 *     Marquee-Tags: <tag>,<tag>
 *     Marquee-Notes: <percent-encoded text>; absent without notes
 */

import type { FreshnessPolicy } from "./freshness.ts";

/**
 * The origin's result: complete (`found`), incomplete for now (`partial`), an empty list (`empty`) or a 404
 * (`missing`). A result that was cut short by a limit of its request (`cut`) is never stored.
 */
export type Outcome = "found" | "partial" | "empty" | "missing" | "cut";

export interface StoredResponse {
  readonly outcome: Outcome;
  /**
   * The bytes to send, or a stream of them if the request asked for one. `null` if the caller already has the body.
   * Empty for a 404.
   */
  readonly body: Uint8Array | ReadableStream<Uint8Array> | null;
  /** The size of the body in bytes. */
  readonly length: number;
  readonly contentType: string;
  readonly entityTag: string;
  readonly more: boolean;
  /** Metadata for code inside the Worker, or `null`. Never sent. */
  readonly notes: string | null;
  /** The time of the request to the origin by our own clock, in epoch milliseconds. */
  readonly storedAt: number;
  /** The policy of a response whose parts decide it, or `null` if the resource decides. */
  readonly policy: FreshnessPolicy | null;
  /** The log position at the time of the request to the origin, or 0 if it was unknown. */
  readonly logPosition: number;
  readonly tags: readonly string[];
  /** The version of the data that the response was made from, or `null` if the origin's data has no versions. */
  readonly sourceVersion: string | null;
  /** What the source returned, for a reader inside the Worker that bypasses the store. Never stored. */
  readonly loaded?: unknown;
  /** Frees the memory that was reserved for the body. Absent in responses from the store. */
  readonly release?: () => void;
  /** Milliseconds since the data was replaced, or absent if it is live. Computed by the store on each read. */
  readonly replacedMs?: number;
}

/** The version of the entry format. Entries with another version are never used. */
export const FORMAT_VERSION = "9";

const ENTRY = "Marquee-Entry";
const TAGS = "Marquee-Tags";
const NOTES = "Marquee-Notes";
/** The value of a field that is `null`. */
const NONE = "-";
const SYNTAX =
  /^(\d+) (found|partial|empty|missing) (\d{1,15}) (-|\d+:\d+:\d+) (\d{1,15}) (\d{1,8}) ([01]) ([\w.:-]{1,64}) ("[0-9a-f]{32}")$/;
const TAG_LIST = /^(?:[\w-]+(?:,[\w-]+)*)?$/;

/** The fields of a new response. They default to JSON with the outcome `found`. */
type EntryFields = Partial<Omit<StoredResponse, "sourceVersion" | "body" | "length">> &
  Pick<StoredResponse, "storedAt"> & { readonly sourceVersion?: string | null | undefined };

export async function storedResponse(
  content: string | Uint8Array,
  fields: EntryFields,
): Promise<StoredResponse> {
  const body = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    outcome: "found",
    contentType: "application/json",
    more: false,
    notes: null,
    policy: null,
    logPosition: 0,
    tags: [],
    ...fields,
    sourceVersion: fields.sourceVersion ?? null,
    body,
    length: body.byteLength,
    entityTag: body.byteLength === 0 ? EMPTY_TAG : await entityTag(body),
  };
}

/** Returns the body as text. Throws if the body was not read. */
export function bodyText({ body }: Pick<StoredResponse, "body">): string {
  if (!(body instanceof Uint8Array)) throw new Error("The body of this stored response was not read.");
  return new TextDecoder().decode(body);
}

/** The entity tag of an empty body. A page reads several values that have none. */
const EMPTY_TAG = '"e3b0c44298fc1c149afbf4c8996fb924"';

/** Returns a strong entity tag (RFC 9110 section 8.8.3): the first 128 bits of the body's SHA-256. */
export async function entityTag(body: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return `"${digest.subarray(0, 16).toHex()}"`;
}

/** Returns the cache entry for a response, to store for `retention` seconds. The body must have been read. */
export function writeEntry(response: StoredResponse, retention: number): Response {
  const { outcome, storedAt, policy, logPosition, tags, body, length, more, notes, sourceVersion } = response;
  const fields = [
    FORMAT_VERSION,
    outcome,
    storedAt,
    policy === null ? NONE : [policy.lifetime, policy.staleWhileRevalidate, policy.staleIfError].join(":"),
    logPosition,
    length,
    more ? 1 : 0,
  ];
  return new Response(body, {
    headers: {
      "Content-Type": response.contentType,
      "Content-Length": String(length),
      "Cache-Control": `public, max-age=${retention}`,
      [ENTRY]: [...fields, sourceVersion ?? NONE, response.entityTag].join(" "),
      [TAGS]: tags.join(","),
      ...(notes !== null && { [NOTES]: encodeURIComponent(notes) }),
    },
  });
}

/** The maximum size in bytes of a body that is always read, and that an isolate remembers. */
export const MAX_SMALL_BODY = 128 * 1024;

/** The caller's wishes for a read of the store. */
export interface Reading {
  /** Returns false for the entity tag of a body that the caller already has. Such a body is not read. */
  readonly needsBody?: ((entityTag: string) => boolean) | undefined;
  /** Whether a body of more than `MAX_SMALL_BODY` bytes is streamed instead of read. */
  readonly isStreamed?: boolean | undefined;
  /** Further tags that invalidate the response for this caller. */
  readonly tags?: readonly string[] | undefined;
}

/** Parses a cache entry. Returns `null` if it is malformed or incomplete. */
export async function readEntry(
  response: Response,
  { needsBody = () => true, isStreamed = false }: Reading,
): Promise<StoredResponse | null> {
  const match = response.status === 200 ? SYNTAX.exec(response.headers.get(ENTRY) ?? "") : null;
  const tags = response.headers.get(TAGS) ?? "";
  const notes = decodedNotes(response.headers.get(NOTES));
  if (match === null || !TAG_LIST.test(tags) || notes === undefined) return null;
  const [, form, outcome, storedAt, policy = "", logPosition, length, more, version = "", tag = ""] = match;
  if (form !== FORMAT_VERSION || response.headers.get("Content-Length") !== length) return null;
  const body = needsBody(tag)
    ? await readBody(response, isStreamed && Number(length) > MAX_SMALL_BODY, tag)
    : null;
  if (body === null) await response.body?.cancel();
  else if (body === "damaged") return null;
  return {
    outcome: outcome as Outcome,
    body,
    length: Number(length),
    contentType: response.headers.get("Content-Type") ?? "application/json",
    entityTag: tag,
    more: more === "1",
    notes,
    storedAt: Number(storedAt),
    policy: parsePolicy(policy),
    logPosition: Number(logPosition),
    tags: tags === "" ? [] : tags.split(","),
    sourceVersion: version === NONE ? null : version,
  };
}

/** Returns the body, or "damaged" if its bytes do not have this entity tag. A stream is not checked. */
async function readBody(response: Response, isStreamed: boolean, tag: string) {
  if (isStreamed && response.body !== null) return response.body;
  const bytes = new Uint8Array(await response.arrayBuffer());
  return (await entityTag(bytes)) === tag ? bytes : "damaged";
}

/** Cancels a streamed body that is not sent, so that the store need not keep it open. */
export async function discardBody(response: StoredResponse | null): Promise<void> {
  if (response?.body instanceof ReadableStream) await response.body.cancel();
}

function parsePolicy(text: string): FreshnessPolicy | null {
  if (text === NONE) return null;
  const [lifetime = 0, staleWhileRevalidate = 0, staleIfError = 0] = text.split(":").map(Number);
  return { lifetime, staleWhileRevalidate, staleIfError };
}

/** Decodes notes. Returns `undefined` if they are malformed. */
function decodedNotes(text: string | null): string | null | undefined {
  try {
    return text === null ? null : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
