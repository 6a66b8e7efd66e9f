/**
 * Remembers the API keys in CONTROL, so that a hit needs no read. A new key works within ten seconds, and a revoked one
 * stops within sixty. While CONTROL cannot be read, keys that were good stay good for an hour, and no other key is
 * admitted.
 */
import { BoundedMap } from "../../cache/bounded-map.ts";
import type { Allowance } from "../../cache/resource.ts";
import type { ReadKey, StoredKey } from "../../changes/api-keys.ts";
import type { Log } from "../../log.ts";

export type KeyState = "good" | "unknown" | "expired" | "revoked" | "unavailable";

export interface CheckedKey {
  readonly state: KeyState;
  /** The key's own limit in a minute, or `null` for the default. */
  readonly requests: number | null;
}

/** The age from which a key is read again in the background. */
const REFRESH_MS = 30_000;
/** The age from which a request waits for a read. A revoked key stops sooner than a minute after it was revoked. */
const MAX_AGE_MS = 50_000;
const MAX_UNKNOWN_AGE_MS = 5_000;
const MAX_OUTAGE_MS = 3_600_000;
/** The pause after a failed read, and between two reads of a key in the background. */
const PAUSE_MS = 5_000;

const MAX_KNOWN = 10_000;
const MAX_UNKNOWN = 1_000;

interface Remembered {
  readonly key: StoredKey;
  /** The time at which the read began, because the read may lack everything later. */
  readonly readAt: number;
  /** The time at which the last read in the background began. */
  refreshedAt: number;
}

interface KeyServices {
  readonly read: ReadKey;
  /** Limits reads of keys that are not remembered, so that guesses cannot flood CONTROL. */
  readonly allowance: Allowance;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly log: Log;
}

/** The keys by their SHA-256 in hex. */
export class KnownKeys {
  readonly #known = new BoundedMap<string, Remembered>(MAX_KNOWN);
  /** The time at which a key was last found to be missing. Kept apart, so that guesses evict no known key. */
  readonly #unknown = new BoundedMap<string, number>(MAX_UNKNOWN);
  readonly #now: () => number;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Checks a key. Throws a Problem if it is not remembered and the caller has exceeded a limit. */
  async check(digest: string, services: KeyServices): Promise<CheckedKey> {
    const remembered = this.#known.get(digest);
    const age = this.#ageOf(remembered?.readAt);
    if (remembered !== undefined && age < MAX_AGE_MS) {
      if (age >= REFRESH_MS && this.#ageOf(remembered.refreshedAt) >= PAUSE_MS) {
        remembered.refreshedAt = this.#now();
        services.waitUntil(this.#read(digest, services));
      }
      return this.#judge(remembered.key);
    }
    if (remembered === undefined) {
      if (this.#ageOf(this.#unknown.get(digest)) < MAX_UNKNOWN_AGE_MS) return UNKNOWN;
      const refusal = await services.allowance();
      if (refusal !== null) throw refusal;
    }
    if (await this.#read(digest, services)) return this.#judge(this.#known.get(digest)?.key);
    return remembered !== undefined && age < MAX_OUTAGE_MS ? this.#judge(remembered.key) : UNAVAILABLE;
  }

  #ageOf(time = Number.NEGATIVE_INFINITY): number {
    return this.#now() - time;
  }

  /** Reads a key and remembers the result. Returns false if CONTROL cannot be read. Never rejects. */
  async #read(digest: string, { read, log }: KeyServices): Promise<boolean> {
    const readAt = this.#now();
    if (readAt - this.#failedAt < PAUSE_MS) return false;
    try {
      const key = await read(digest);
      // A read that began later may have finished sooner.
      if ((this.#known.get(digest)?.readAt ?? 0) > readAt) return true;
      if (key === null) {
        this.#known.delete(digest);
        this.#unknown.set(digest, readAt);
      } else {
        this.#known.set(digest, { key, readAt, refreshedAt: readAt });
      }
      return true;
    } catch (thrown) {
      this.#failedAt = this.#now();
      const reason = String(thrown instanceof Error ? (thrown.cause ?? thrown) : thrown);
      log({ event: "keys-unavailable", reason });
      return false;
    }
  }

  #judge(key: StoredKey | undefined): CheckedKey {
    if (key === undefined) return UNKNOWN;
    const { requests, expiresAt, revokedAt } = key;
    if (revokedAt !== null) return { state: "revoked", requests };
    return { state: expiresAt !== null && expiresAt <= this.#now() ? "expired" : "good", requests };
  }
}

const UNKNOWN: CheckedKey = { state: "unknown", requests: null };
const UNAVAILABLE: CheckedKey = { state: "unavailable", requests: null };
