/**
 * A title that was known and now gets a 404: perhaps it is gone, perhaps the origin errs. The
 * stored answer stays, marked as doubted, until a second 404 a minute later.
 */
import type { StoredAnswer } from "./entry.ts";

const CONFIRMED_AFTER_MS = 60_000;

/** Whether the origin has to be left alone with this one until the second 404 would count. */
export function isDoubtedLately({ doubtedAt }: StoredAnswer, now: number): boolean {
  return doubtedAt > 0 && now - doubtedAt < CONFIRMED_AFTER_MS;
}

/**
 * The answer that counts, where `stale` is the stored one and `fetched` what the origin says
 * now: the latter, but for a first 404.
 */
export function weigh(stale: StoredAnswer | null, fetched: StoredAnswer): StoredAnswer {
  const isFirst404 = stale?.finding === "found" && stale.doubtedAt === 0 && fetched.finding === "unknown";
  return isFirst404 ? { ...stale, doubtedAt: fetched.storedAt } : fetched;
}
