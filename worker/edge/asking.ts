/** Asking an origin: what it says becomes an answer that can be stored and sent. */
import type { Query } from "../contract/query.ts";
import type { Origin } from "../origins/origin.ts";
import { entityTag } from "./entity-tag.ts";
import type { StoredAnswer } from "./entry.ts";
import type { Finding } from "./policies.ts";

/** Throws the origin's Problem. */
export async function askOrigin(origin: Origin, query: Query, now: () => number): Promise<StoredAnswer> {
  const { json, finding, more } = await find(origin, query);
  return await answerOf(json, { finding, more, storedAt: now() });
}

/** JSON, with what is known of it, as an answer. */
export async function answerOf(
  json: string,
  known: Pick<StoredAnswer, "finding" | "more" | "storedAt">,
): Promise<StoredAnswer> {
  const body = new TextEncoder().encode(json);
  return { ...known, body, entityTag: await entityTag(body), doubtedAt: 0 };
}

async function find(
  origin: Origin,
  query: Query,
): Promise<{ json: string; finding: Finding; more: boolean }> {
  if (query.category === "search") {
    const { json, count, more } = await origin.search(query);
    return { json, finding: count === 0 ? "empty" : "found", more };
  }
  const json = await origin.credits(query);
  return { json: json ?? "", finding: json === null ? "unknown" : "found", more: false };
}
