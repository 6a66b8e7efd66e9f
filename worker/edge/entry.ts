/**
 * The form of a stored answer: a response whose headers of ours say what the body is. Only
 * max-age goes with it: the local cache reads stale-while-revalidate as more lifetime.
 *
 *     Marquee-Entry: <form> <finding> <storedAt> <freshUntil> <doubtedAt> <length> <more> <catalog version or -> <entity-tag>
 *     Marquee-Tags: <tag>,<tag>
 */
import { entityTag } from "./entity-tag.ts";
import type { Finding } from "./policies.ts";

export interface StoredAnswer {
  readonly finding: Finding;
  /** Ready to send: nothing for an unknown title. */
  readonly body: Uint8Array;
  /** Media type of the body. */
  readonly contentType: string;
  readonly entityTag: string;
  /** Whether a further page of results exists. */
  readonly more: boolean;
  /** When the origin was asked for it, in milliseconds since 1970 by our own clock. */
  readonly storedAt: number;
  /** Of what is made of several answers: when the first of them is no longer fresh. 0: its own policy says. */
  readonly freshUntil: number;
  /** When the origin said for the first time that there is no such title any more; 0: it did not. */
  readonly doubtedAt: number;
  /** What a purge finds it by. */
  readonly tags: readonly string[];
  /** The version of the catalog it was made from; `null`: it was made from no catalog. */
  readonly catalogVersion: string | null;
}

/** Raised when the form of entries changes: older ones are then never found, and not read if they are. */
export const FORM = "3";

const ENTRY = "Marquee-Entry";
const TAGS = "Marquee-Tags";
const NO_CATALOG = "-";
const SYNTAX =
  /^(\d+) (found|empty|unknown) (\d{1,15}) (\d{1,15}) (\d{1,15}) (\d{1,8}) ([01]) ([\w.:-]{1,64}) ("[0-9a-f]{32}")$/;
const TAG_LIST = /^(?:[\w-]+(?:,[\w-]+)*)?$/;

/** `retention` in seconds. */
export function writeEntry(answer: StoredAnswer, retention: number): Response {
  const { finding, storedAt, freshUntil, doubtedAt, body, more, catalogVersion } = answer;
  const fields = [FORM, finding, storedAt, freshUntil, doubtedAt, body.byteLength, more ? 1 : 0];
  return new Response(body, {
    headers: {
      "Content-Type": answer.contentType,
      "Cache-Control": `public, max-age=${retention}`,
      [ENTRY]: [...fields, catalogVersion ?? NO_CATALOG, answer.entityTag].join(" "),
      [TAGS]: answer.tags.join(","),
    },
  });
}

/**
 * `null`: it is not what we write, or no longer whole. Of a body that is not `wanted`, known
 * by its entity-tag, nothing is read: the answer comes with an empty one.
 */
export async function readEntry(
  response: Response,
  wanted: (entityTag: string) => boolean,
): Promise<StoredAnswer | null> {
  const match = response.status === 200 ? SYNTAX.exec(response.headers.get(ENTRY) ?? "") : null;
  const tags = response.headers.get(TAGS) ?? "";
  if (match === null || !TAG_LIST.test(tags)) return null;
  const [, form, finding, storedAt, freshUntil, doubtedAt, length, more, version = "", tag = ""] = match;
  if (form !== FORM || !isFinding(finding)) return null;
  const isWanted = wanted(tag);
  const body = isWanted ? new Uint8Array(await response.arrayBuffer()) : NOTHING;
  if (!isWanted) await response.body?.cancel();
  else if (body.byteLength !== Number(length) || (await entityTag(body)) !== tag) return null;
  return {
    finding,
    body,
    contentType: response.headers.get("Content-Type") ?? "application/json",
    entityTag: tag,
    more: more === "1",
    storedAt: Number(storedAt),
    freshUntil: Number(freshUntil),
    doubtedAt: Number(doubtedAt),
    tags: tags === "" ? [] : tags.split(","),
    catalogVersion: version === NO_CATALOG ? null : version,
  };
}

const NOTHING = new Uint8Array();

function isFinding(text: string | undefined): text is Finding {
  return text === "found" || text === "empty" || text === "unknown";
}
