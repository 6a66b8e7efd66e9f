/**
 * Stored responses and their form in the Cache API, where headers describe the body. Cache-Control only has
 * `max-age`, because the local development cache would add stale-while-revalidate to the lifetime.
 *
 *     Marquee-Entry: <form> <outcome> <storedAt> <freshUntil> <logPosition> <length> <more> <source version or -> <entity-tag>
 *     Marquee-Tags: <tag>,<tag>
 *     Marquee-Notes: <percent-encoded text>; absent without notes
 */

/**
 * The origin's result: complete (`found`), incomplete for now (`partial`), an empty list (`empty`) or a 404
 * (`missing`).
 */
export type Outcome = "found" | "partial" | "empty" | "missing";

export interface StoredResponse {
  readonly outcome: Outcome;
  /** The bytes to send, or `null` if the body was not read because the caller already has it. Empty for a 404. */
  readonly body: Uint8Array | null;
  readonly contentType: string;
  readonly entityTag: string;
  readonly more: boolean;
  /** Metadata for code inside the Worker, or `null`. Never sent. */
  readonly notes: string | null;
  /** The time of the request to the origin by our own clock, in epoch milliseconds. */
  readonly storedAt: number;
  /**
   * The time at which the first part of a composed response becomes stale, in epoch milliseconds. 0 for all other
   * responses, because their policy decides.
   */
  readonly freshUntil: number;
  /** The log position at the time of the request to the origin, or 0 if it was unknown. */
  readonly logPosition: number;
  readonly tags: readonly string[];
  /** The version of the data that the response was made from, or `null` if the origin's data has no versions. */
  readonly sourceVersion: string | null;
  /** Milliseconds since the data was replaced, or absent if it is live. Computed by the store on each read. */
  readonly replacedMs?: number;
}

/** The version of the entry format. Entries with another version are never used. */
export const FORMAT_VERSION = "8";

const ENTRY = "Marquee-Entry";
const TAGS = "Marquee-Tags";
const NOTES = "Marquee-Notes";
const NO_VERSION = "-";
const SYNTAX =
  /^(\d+) (found|partial|empty|missing) (\d{1,15}) (\d{1,15}) (\d{1,15}) (\d{1,8}) ([01]) ([\w.:-]{1,64}) ("[0-9a-f]{32}")$/;
const TAG_LIST = /^(?:[\w-]+(?:,[\w-]+)*)?$/;

/** The fields of a new response. They default to JSON with the outcome `found`. */
type EntryFields = Partial<Omit<StoredResponse, "sourceVersion">> &
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
    freshUntil: 0,
    logPosition: 0,
    tags: [],
    ...fields,
    sourceVersion: fields.sourceVersion ?? null,
    body,
    entityTag: await entityTag(body),
  };
}

/** Returns the body as text. Throws if the body was not read. */
export function bodyText({ body }: Pick<StoredResponse, "body">): string {
  if (body === null) throw new Error("The body of this stored response was not read.");
  return new TextDecoder().decode(body);
}

/** Returns a strong entity tag (RFC 9110 section 8.8.3): the first 128 bits of the body's SHA-256. */
export async function entityTag(body: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return `"${digest.subarray(0, 16).toHex()}"`;
}

/** Returns the cache entry for a response, to store for `retention` seconds. The body must have been read. */
export function writeEntry(response: StoredResponse, retention: number): Response {
  const { outcome, storedAt, freshUntil, logPosition, tags, body, more, notes, sourceVersion } = response;
  const fields = [
    FORMAT_VERSION,
    outcome,
    storedAt,
    freshUntil,
    logPosition,
    body?.byteLength ?? 0,
    more ? 1 : 0,
  ];
  return new Response(body, {
    headers: {
      "Content-Type": response.contentType,
      "Cache-Control": `public, max-age=${retention}`,
      [ENTRY]: [...fields, sourceVersion ?? NO_VERSION, response.entityTag].join(" "),
      [TAGS]: tags.join(","),
      ...(notes !== null && { [NOTES]: encodeURIComponent(notes) }),
    },
  });
}

/**
 * Parses a cache entry, or returns `null` if it is malformed or incomplete. Skips the body if `needsBody` returns
 * false for its entity tag.
 */
export async function readEntry(
  response: Response,
  needsBody: (entityTag: string) => boolean,
): Promise<StoredResponse | null> {
  const match = response.status === 200 ? SYNTAX.exec(response.headers.get(ENTRY) ?? "") : null;
  const tags = response.headers.get(TAGS) ?? "";
  const notes = decodedNotes(response.headers.get(NOTES));
  if (match === null || !TAG_LIST.test(tags) || notes === undefined) return null;
  const [, form, outcome, storedAt, freshUntil, logPosition, length, more, version = "", tag = ""] = match;
  if (form !== FORMAT_VERSION) return null;
  const body = needsBody(tag) ? new Uint8Array(await response.arrayBuffer()) : null;
  if (body === null) await response.body?.cancel();
  else if (body.byteLength !== Number(length) || (await entityTag(body)) !== tag) return null;
  return {
    outcome: outcome as Outcome,
    body,
    contentType: response.headers.get("Content-Type") ?? "application/json",
    entityTag: tag,
    more: more === "1",
    notes,
    storedAt: Number(storedAt),
    freshUntil: Number(freshUntil),
    logPosition: Number(logPosition),
    tags: tags === "" ? [] : tags.split(","),
    sourceVersion: version === NO_VERSION ? null : version,
  };
}

/** Decodes notes. Returns `undefined` if they are malformed. */
function decodedNotes(text: string | null): string | null | undefined {
  try {
    return text === null ? null : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
