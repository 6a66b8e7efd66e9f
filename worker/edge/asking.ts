/** Asking an origin: what it says becomes an answer that can be stored and sent. */
import * as v from "valibot";
import type { Query } from "../contract/query.ts";
import type { Origin } from "../origins/origin.ts";
import { answerTags } from "./cache-tags.ts";
import { entityTag } from "./entity-tag.ts";
import type { StoredAnswer } from "./entry.ts";
import { readJson } from "./json.ts";

/** Throws the origin's Problem. The answer is as old as the question (RFC 9111 section 4.2.3). */
export async function askOrigin(origin: Origin, query: Query, now: () => number): Promise<StoredAnswer> {
  const storedAt = now();
  if (query.category === "search") {
    const { json, count, more, catalogVersion } = await origin.search(query);
    const tags = answerTags(query, idsIn(json));
    return await answerOf(json, {
      finding: count === 0 ? "empty" : "found",
      more,
      storedAt,
      tags,
      catalogVersion,
    });
  }
  const { json, catalogVersion } = await origin.credits(query);
  const finding = json === null ? "unknown" : "found";
  return await answerOf(json ?? "", { finding, storedAt, tags: answerTags(query), catalogVersion });
}

/** Text, with what is known of it, as an answer: JSON that was found, unless told otherwise. */
export async function answerOf(
  text: string,
  known: Partial<StoredAnswer> & Pick<StoredAnswer, "storedAt">,
): Promise<StoredAnswer> {
  return await answerOfBytes(new TextEncoder().encode(text), known);
}

export async function answerOfBytes(
  body: Uint8Array,
  known: Partial<StoredAnswer> & Pick<StoredAnswer, "storedAt">,
): Promise<StoredAnswer> {
  return {
    finding: "found",
    contentType: "application/json",
    more: false,
    freshUntil: 0,
    doubtedAt: 0,
    tags: [],
    catalogVersion: null,
    ...known,
    body,
    entityTag: await entityTag(body),
  };
}

const Identified = v.array(v.object({ id: v.number() }));

/** The titles in a search's answer: a purge of any of them is one of the answer, too. */
function idsIn(json: string): number[] {
  return (readJson(Identified, json) ?? []).map(({ id }) => id);
}
