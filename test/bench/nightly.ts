/**
 * Simulates a nightly update of 10,000 out of a million titles in one data centre, behind a CDN cache with the
 * platform's limits, and counts requests that reach the Worker, database loads and old responses. The Worker's cache
 * code runs with simulated time and requests.
 */
import { withInvalidation } from "../../worker/cache/invalidation.ts";
import type { Store, StoreContext } from "../../worker/cache/store.ts";
import type { StoredResponse } from "../../worker/cache/stored-response.ts";
import { applyLogRead, type InvalidationState, NOTHING_KNOWN } from "../../worker/cache/validity.ts";
import type { LoggedEntry } from "../../worker/changes/change-log.ts";
import { LISTS, SHARED_TAGS, titleTag, updateEffect } from "../../worker/resources/keys.ts";
import { popular, random } from "./search/titles.ts";

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
/** The default lifetime of a page and the time for which it may be stale, in seconds. */
const [PAGE_LIFETIME, PAGE_STALE] = [86_400, 604_800];
const [LIST_LIFETIME, LIST_STALE] = [3_600, 86_400];

/** The limits of developers.cloudflare.com/workers/cache/purge, "Rate limits": calls a minute, calls at once, and tags in a call. */
const LIMITS = { perMinute: 5, atOnce: 25, tags: 100 };
/** The tags that were purged together before, the attempts to do so, and the time between them. */
const [CHUNK, ATTEMPTS, RETRY_MS] = [1_000, 5, 15_000];
/** The time between the end of the update and the one call that marks everything as stale. */
const WAIT_MS = 12_000;

type Purging = "no update" | "changed titles by tag" | "one call marks everything as stale";

interface Minute {
  requests: number;
  /** The number of requests that the CDN cache passes on. */
  passed: number;
  /** The number of requests whose response had to be loaded from the database. */
  loads: number;
  /** The number of fresh hits of the CDN cache with a title as it was before its change. */
  old: number;
}

interface CdnEntry {
  readonly freshUntil: number;
  readonly loadedAt: number;
  readonly tags: readonly string[];
}

async function simulate(purging: Purging): Promise<Minute[]> {
  const next = random(4510);
  const changed = Array.from({ length: CHANGED }, () => Math.floor(next() * TITLES) + 1).map(titleTag);
  const changedAt = new Map<string, number>();
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
  const cdn = new Map<string, CdnEntry>();
  let staleAt = Number.NEGATIVE_INFINITY;

  function record(entries: readonly LoggedEntry[]): void {
    const last = known.last + 1;
    const rows = [{ number: last, ageMs: 0, changes: JSON.stringify(entries) }];
    known = applyLogRead(known, { ...known, last, floor: 0, rows }, clock.ms);
  }

  function update(batch: number): void {
    const tags = changed.slice(batch * BATCH, (batch + 1) * BATCH);
    for (const tag of tags) changedAt.set(tag, clock.ms);
    if (tags.length > 0) record(tags.map((tag) => [tag, "put"]));
    else record(SHARED_TAGS.map((tag) => [tag, "stale"]));
  }

  /** Purges by tag, a chunk at a time. A chunk that is not purged completely is repeated from its beginning. */
  function* purgeByTag(): Generator<number> {
    let [left, at] = [LIMITS.atOnce, clock.ms];
    function isAccepted(): boolean {
      left = Math.min(LIMITS.atOnce, left + ((clock.ms - at) / 60_000) * LIMITS.perMinute);
      at = clock.ms;
      if (left < 1) return false;
      left -= 1;
      return true;
    }
    for (let from = 0, attempt = 1; from < CHANGED && attempt <= ATTEMPTS; ) {
      const calls = Array.from({ length: CHUNK / LIMITS.tags }, (_, call) => from + call * LIMITS.tags);
      const isPurged = calls.every((call) => {
        if (!isAccepted()) return false;
        const tags = new Set(changed.slice(call, call + LIMITS.tags));
        for (const [key, entry] of cdn) if (entry.tags.some((tag) => tags.has(tag))) cdn.delete(key);
        return true;
      });
      if (isPurged) [from, attempt] = [from + CHUNK, 1];
      else attempt += 1;
      yield clock.ms + (isPurged ? 0 : RETRY_MS);
    }
  }

  async function askWorker(key: string, tags: () => readonly string[], minute: Minute): Promise<CdnEntry> {
    minute.passed += 1;
    const stored = await store.get(context, key);
    const [lifetime, stale] = key.startsWith("search")
      ? [LIST_LIFETIME, LIST_STALE]
      : [PAGE_LIFETIME, PAGE_STALE];
    const storedFor = stored === null ? Number.POSITIVE_INFINITY : (clock.ms - stored.storedAt) / 1_000;
    const age = Math.max(
      storedFor,
      stored?.replacedMs === undefined ? 0 : lifetime + stored.replacedMs / 1_000,
    );
    if (stored !== null && age < lifetime) return toCdnEntry(stored, stored.storedAt + lifetime * 1_000);
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
    const loaded = { ...made, entityTag } as StoredResponse;
    responses.set(key, loaded);
    // A stale response is sent while a new one is made. The CDN cache does not store it.
    if (stored !== null && age < lifetime + stale) return toCdnEntry(stored, clock.ms);
    return toCdnEntry(loaded, clock.ms + lifetime * 1_000);
  }

  function toCdnEntry({ storedAt, tags }: StoredResponse, freshUntil: number): CdnEntry {
    return { freshUntil, loadedAt: storedAt, tags };
  }

  async function ask(key: string, tags: () => readonly string[], minute: Minute): Promise<void> {
    minute.requests += 1;
    const held = cdn.get(key);
    const isInvalidated = held !== undefined && held.loadedAt < staleAt && clock.ms >= staleAt;
    const freshUntil =
      held === undefined ? 0 : isInvalidated ? Math.min(held.freshUntil, staleAt) : held.freshUntil;
    const isHit = clock.ms < freshUntil;
    const made = isHit ? null : await askWorker(key, tags, minute);
    if (made !== null && made.freshUntil > clock.ms) cdn.set(key, made);
    if (isHit && held?.tags.some((tag) => (changedAt.get(tag) ?? 0) > held.loadedAt)) minute.old += 1;
  }

  const minutes: Minute[] = [];
  const purges = purging === "changed titles by tag" ? purgeByTag() : null;
  const endMs = WARM_MS + (CHANGED / BATCH) * BATCH_MS;
  let [batch, purgeMs] = [0, endMs];
  for (; clock.ms < WARM_MS + 2 * HOUR; clock.ms += 1_000 / RATE) {
    const at = Math.floor((clock.ms - WARM_MS) / 60_000);
    const minute = minutes[at] ?? { requests: 0, passed: 0, loads: 0, old: 0 };
    if (at >= 0) minutes[at] = minute;
    if (purging !== "no update") {
      while (batch <= CHANGED / BATCH && clock.ms >= WARM_MS + batch * BATCH_MS) update(batch++);
      while (clock.ms >= purgeMs) purgeMs = purges?.next().value ?? Number.POSITIVE_INFINITY;
      if (purges === null && staleAt < 0 && clock.ms >= endMs + WAIT_MS) staleAt = clock.ms;
    }
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

/** Prints a row for each way in which an update can reach the CDN cache. */
export async function benchNightly(): Promise<void> {
  console.log(
    "| | reach the Worker, first hour | second hour | loads, first hour | most loads in a minute | old responses, second hour | last old response |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const purging of [
    "no update",
    "changed titles by tag",
    "one call marks everything as stale",
  ] as const) {
    const minutes = await simulate(purging);
    const sum = (field: keyof Minute, from: number, to: number) =>
      minutes.slice(from, to).reduce((total, minute) => total + minute[field], 0);
    const passed = (from: number) =>
      percent(sum("passed", from, from + 60) / sum("requests", from, from + 60));
    const most = Math.max(...minutes.map(({ loads }) => loads));
    const last = minutes.findLastIndex(({ old }) => old > 0);
    console.log(
      `| ${purging} | ${passed(0)} | ${passed(60)} | ${sum("loads", 0, 60)} | ${most} of ${RATE * 60} | ${sum("old", 60, 120)} | minute ${last + 1} |`,
    );
  }
}
