/**
 * The form of a stored answer: a response whose one header of ours says what the body is.
 * Only max-age goes with it: the local cache reads stale-while-revalidate as more lifetime.
 *
 *     Marquee-Entry: <form> <finding> <storedAt> <doubtedAt> <length> <more> <entity-tag>
 */
import { entityTag } from "./entity-tag.ts";
import type { Finding } from "./policies.ts";

export interface StoredAnswer {
  readonly finding: Finding;
  /** Ready to send: JSON, or nothing for an unknown title. */
  readonly body: Uint8Array;
  readonly entityTag: string;
  /** Whether a further page of results exists. */
  readonly more: boolean;
  /** Milliseconds since 1970, by our own clock. */
  readonly storedAt: number;
  /** When the origin said for the first time that there is no such title any more; 0: it did not. */
  readonly doubtedAt: number;
}

/** Raised when the form of entries changes: older ones are then never found, and not read if they are. */
export const FORM = "2";

const HEADER = "Marquee-Entry";
const SYNTAX = /^(\d+) (found|empty|unknown) (\d{1,15}) (\d{1,15}) (\d{1,8}) ([01]) ("[0-9a-f]{32}")$/;

/** `retention` in seconds. */
export function writeEntry(answer: StoredAnswer, retention: number): Response {
  const { finding, storedAt, doubtedAt, body, more, entityTag } = answer;
  return new Response(body, {
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": `public, max-age=${retention}`,
      [HEADER]: [FORM, finding, storedAt, doubtedAt, body.byteLength, more ? 1 : 0, entityTag].join(" "),
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
  const match = response.status === 200 ? SYNTAX.exec(response.headers.get(HEADER) ?? "") : null;
  if (match === null) return null;
  const [, form, finding, storedAt, doubtedAt, length, more, tag = ""] = match;
  if (form !== FORM || !isFinding(finding)) return null;
  const isWanted = wanted(tag);
  const body = isWanted ? new Uint8Array(await response.arrayBuffer()) : NOTHING;
  if (!isWanted) await response.body?.cancel();
  else if (body.byteLength !== Number(length) || (await entityTag(body)) !== tag) return null;
  return {
    finding,
    body,
    entityTag: tag,
    more: more === "1",
    storedAt: Number(storedAt),
    doubtedAt: Number(doubtedAt),
  };
}

const NOTHING = new Uint8Array();

function isFinding(text: string | undefined): text is Finding {
  return text === "found" || text === "empty" || text === "unknown";
}
