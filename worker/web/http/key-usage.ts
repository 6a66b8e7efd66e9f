/**
 * Counts the use of API keys by day, and adds it to CONTROL at most once a minute. Counts since the last write are lost
 * if the isolate ends, which is less than a minute of requests. Contains no key and no address, only digests.
 */
import type { DailyKeyUse, KeyUse } from "../../changes/api-keys.ts";
import type { Log } from "../../log.ts";

/** The pause between two writes. */
const PAUSE_MS = 60_000;
/** The maximum number of keys and days to count between two writes. Further keys are not counted. */
const MAX_COUNTED = 5_000;

interface UsageServices {
  /** Adds counts to CONTROL. Rejects if it cannot be written to. */
  readonly add: (use: readonly DailyKeyUse[]) => Promise<void>;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

export class KeyUsage {
  readonly #counts = new Map<string, DailyKeyUse>();
  readonly #now: () => number;
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a request, and writes in the background if the last write was a minute ago. */
  count(digest: string, use: Partial<KeyUse>, services: UsageServices): void {
    const day = new Date(this.#now()).toISOString().slice(0, 10);
    this.#add({ day, digest, requests: 1, hits: 0, loads: 0, refusals: 0, ...use });
    if (this.#now() - this.#writtenAt < PAUSE_MS) return;
    this.#writtenAt = this.#now();
    services.waitUntil(this.#write(services));
  }

  #add(use: DailyKeyUse): void {
    const id = `${use.day} ${use.digest}`;
    const { requests, hits, loads, refusals } = this.#counts.get(id) ?? NOTHING;
    if (requests === 0 && this.#counts.size >= MAX_COUNTED) return;
    this.#counts.set(id, {
      ...use,
      requests: requests + use.requests,
      hits: hits + use.hits,
      loads: loads + use.loads,
      refusals: refusals + use.refusals,
    });
  }

  /** Writes the counts, or keeps them for the next write if CONTROL cannot be written to. Never rejects. */
  async #write({ add, log }: UsageServices): Promise<void> {
    const use = [...this.#counts.values()];
    this.#counts.clear();
    try {
      await add(use);
    } catch (thrown) {
      for (const one of use) this.#add(one);
      const reason = String(thrown instanceof Error ? (thrown.cause ?? thrown) : thrown);
      log({ event: "key-usage-failed", reason });
    }
  }
}

const NOTHING: KeyUse = { requests: 0, hits: 0, loads: 0, refusals: 0 };
