/**
 * Simulates a nightly update of 10,000 out of a million titles in one data centre, and counts cache hits and database
 * loads. The Worker's cache code runs with simulated time and requests.
 */
import { withInvalidation } from "../../worker/cache/invalidation.ts";
import type { Store, StoreContext } from "../../worker/cache/store.ts";
import type { StoredResponse } from "../../worker/cache/stored-response.ts";
import { applyLogRead, type InvalidationState, NOTHING_KNOWN } from "../../worker/cache/validity.ts";
import type { LoggedEntry } from "../../worker/changes/change-log.ts";
import { LISTS, SHARED_TAGS, titleTag, updateEffect } from "../../worker/resources/keys.ts";
import { random } from "./search/titles.ts";

const TITLES = 1_000_000;
const CHANGED = 10_000;
const BATCH = 100;
const BATCH_MS = 2_000;
/** The number of requests per second for title pages and searches. */
const RATE = 20;
const SEARCHES = 0.4;
const DISTINCT_SEARCHES = 300_000;
const TITLES_OF_SEARCH = 20;
const HOUR = 3_600_000;
const WARM_MS = 12 * HOUR;
/** The default lifetime of a page, in seconds. */
const PAGE_LIFETIME = 86_400;
const [LIST_LIFETIME, LIST_STALE] = [3_600, 86_400];

type Recording = "none" | "each batch purges" | "once, softly";

/** Returns a random rank from 1 to `count`, distributed according to Zipf's law. */
const popular = (count: number, next: () => number) => Math.floor(count ** next());

interface Minute {
  requests: number;
  misses: number;
  /** The number of requests whose response had to be loaded from the database. */
  loads: number;
}

async function simulate(recording: Recording): Promise<Minute[]> {
  const next = random(4510);
  const changed = Array.from({ length: CHANGED }, () => Math.floor(next() * TITLES) + 1);
  const clock = { ms: 0 };
  const responses = new Map<string, StoredResponse>();
  const memory: Store = {
    get: async (_, key) => responses.get(key) ?? null,
    put: async (_, key, response) => void responses.set(key, response),
    remove: async (_, key) => void responses.delete(key),
  };
  let known: InvalidationState = { ...NOTHING_KNOWN, readAt: 1 };
  const store = withInvalidation(memory, {
    invalidations: { current: async () => known },
    updateEffect,
    now: () => clock.ms,
  });
  const context = { timedCache: (work: () => unknown) => work() } as StoreContext;

  function record(entries: readonly LoggedEntry[]): void {
    const last = known.last + 1;
    const rows = [{ number: last, ageMs: 0, changes: JSON.stringify(entries) }];
    known = applyLogRead(known, { ...known, last, floor: 0, rows }, clock.ms);
  }

  function update(batch: number): void {
    const tags = changed.slice(batch * BATCH, (batch + 1) * BATCH).map(titleTag);
    if (tags.length > 0 && recording === "each batch purges")
      record([...tags, LISTS].map((tag) => [tag, "purge"]));
    if (tags.length > 0 && recording === "once, softly") record(tags.map((tag) => [tag, "put"]));
    if (batch === CHANGED / BATCH && recording === "once, softly")
      record(SHARED_TAGS.map((tag) => [tag, "stale"]));
  }

  async function ask(key: string, tags: () => readonly string[], minute: Minute): Promise<void> {
    minute.requests += 1;
    const stored = await store.get(context, key);
    const isList = key.startsWith("search");
    const age = stored === null ? 0 : (clock.ms - stored.storedAt) / 1_000;
    const [lifetime, stale] = isList ? [LIST_LIFETIME, LIST_STALE] : [PAGE_LIFETIME, 0];
    const isMiss = stored === null || age >= lifetime + stale;
    if (isMiss) minute.misses += 1;
    if (!isMiss && age < lifetime && stored.replacedMs === undefined) return;
    minute.loads += 1;
    const entityTag = `"${Math.floor(next() * 2 ** 32)
      .toString(16)
      .padStart(8, "0")}"`;
    const made = {
      storedAt: clock.ms,
      logPosition: known.last,
      tags: stored?.tags ?? tags(),
      sourceVersion: null,
    };
    responses.set(key, { ...made, entityTag } as StoredResponse);
  }

  const minutes: Minute[] = [];
  let batch = 0;
  for (; clock.ms < WARM_MS + 2 * HOUR; clock.ms += 1_000 / RATE) {
    const at = Math.floor((clock.ms - WARM_MS) / 60_000);
    const minute = minutes[at] ?? { requests: 0, misses: 0, loads: 0 };
    if (at >= 0) minutes[at] = minute;
    while (batch <= CHANGED / BATCH && clock.ms >= WARM_MS + batch * BATCH_MS) update(batch++);
    if (next() < SEARCHES) {
      const search = popular(DISTINCT_SEARCHES, next);
      const shown = () => Array.from({ length: TITLES_OF_SEARCH }, () => titleTag(popular(TITLES, next)));
      await ask(`search ${search}`, () => ["search", LISTS, ...new Set(shown())], minute);
    } else {
      const title = popular(TITLES, next);
      const related = () => Array.from({ length: 12 }, () => titleTag(popular(TITLES, next)));
      await ask(`title ${title}`, () => ["page", LISTS, titleTag(title), ...new Set(related())], minute);
    }
  }
  return minutes;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Prints a row for each way in which an update can invalidate responses. */
export async function benchNightly(): Promise<void> {
  console.log("| | from the store, first 10 minutes | first hour | second hour | most loads in a minute |");
  console.log("|---|---|---|---|---|");
  for (const recording of ["none", "each batch purges", "once, softly"] as const) {
    const minutes = await simulate(recording);
    const hits = (from: number, to: number) => {
      const some = minutes.slice(from, to);
      const sum = (field: keyof Minute) => some.reduce((total, minute) => total + minute[field], 0);
      return percent(1 - sum("misses") / sum("requests"));
    };
    const most = Math.max(...minutes.map(({ loads }) => loads));
    console.log(
      `| ${recording} | ${hits(0, 10)} | ${hits(0, 60)} | ${hits(60, 120)} | ${most} of ${RATE * 60} |`,
    );
  }
}
