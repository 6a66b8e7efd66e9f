/**
 * Stored responses in the Cache API. An entry carries its own time stamp and is stored for its whole retention, so that
 * we decide what is fresh and what is stale, not the platform. Entries are not trusted: one that we would not have
 * written is a miss, and so is a cache that throws.
 */
import type { Log } from "../log.ts";
import { readEntry, type StoredResponse, writeEntry } from "./stored-response.ts";

export interface Store {
  /**
   * `null`: nothing usable is stored. Never rejects. A response whose entity-tag is not `wanted`, because the caller
   * has it, may come without its body.
   */
  get(key: string, wanted?: (entityTag: string) => boolean): Promise<StoredResponse | null>;
  /** Stores the response for `retention` seconds. Never rejects. */
  put(key: string, response: StoredResponse, retention: number): Promise<void>;
}

/** Runs an operation of the cache; `null`: it threw. Only the name of the error is logged: its message may hold anything. */
export function attempts(log: Log) {
  return async <T>(operation: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (thrown) {
      log({ event: "cache-failed", operation, reason: thrown instanceof Error ? thrown.name : "unknown" });
      return null;
    }
  };
}

export function cacheStore(cache: Pick<Cache, "match" | "put">, log: Log): Store {
  const attempt = attempts(log);

  return {
    async get(key, wanted = () => true) {
      return await attempt("match", async () => {
        const response = await cache.match(key);
        return response === undefined ? null : await readEntry(response, wanted);
      });
    },

    async put(key, response, retention) {
      await attempt("put", () => cache.put(key, writeEntry(response, retention)));
    },
  };
}
