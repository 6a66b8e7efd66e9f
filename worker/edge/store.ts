/**
 * Stored answers in the Cache API. The platform's idea of their age is not used: an entry
 * carries its own time stamp and is stored for its whole retention, so that we decide what
 * is fresh and what is stale. What comes out is not trusted: an entry that is not what we
 * write is a miss, and so is a cache that throws.
 */
import type { Log } from "../log.ts";
import type { Finding } from "./policies.ts";

export interface StoredAnswer {
  readonly finding: Finding;
  /** Ready to send: JSON, or nothing for an unknown title. */
  readonly body: ReadableStream<Uint8Array> | Uint8Array;
  /** Bytes of the body. */
  readonly length: number;
  readonly entityTag: string;
  /** Whether a further page of results exists. */
  readonly more: boolean;
  /** Milliseconds since 1970, by our own clock. */
  readonly storedAt: number;
}

export interface Store {
  /** `null`: nothing usable is stored. Never rejects. */
  get(key: string): Promise<StoredAnswer | null>;
  /** Keeps the answer for `retention` seconds. Never rejects. */
  put(key: string, answer: StoredAnswer, retention: number): Promise<void>;
}

const FINDING = "Marquee-Finding";
const STORED_AT = "Marquee-Stored-At";
const LENGTH = "Marquee-Length";
const MORE = "Marquee-More";

export function cacheStore(cache: Cache, log: Log): Store {
  return {
    async get(key) {
      try {
        const response = await cache.match(key);
        return response === undefined ? null : readEntry(response);
      } catch (thrown) {
        log({ event: "cache-failed", operation: "match", reason: String(thrown) });
        return null;
      }
    },

    async put(key, answer, retention) {
      try {
        await cache.put(key, writeEntry(answer, retention));
      } catch (thrown) {
        log({ event: "cache-failed", operation: "put", reason: String(thrown) });
      }
    },
  };
}

function writeEntry(answer: StoredAnswer, retention: number): Response {
  return new Response(answer.body, {
    headers: {
      "Content-Type": "application/json",
      // Only max-age: the local cache reads stale-while-revalidate as more lifetime.
      "Cache-Control": `public, max-age=${retention}`,
      ETag: answer.entityTag,
      [FINDING]: answer.finding,
      [STORED_AT]: String(answer.storedAt),
      [LENGTH]: String(answer.length),
      [MORE]: answer.more ? "1" : "0",
    },
  });
}

function readEntry({ headers, body, status }: Response): StoredAnswer | null {
  const finding = headers.get(FINDING);
  const entityTag = headers.get("ETag") ?? "";
  const storedAt = Number(headers.get(STORED_AT) ?? Number.NaN);
  const length = Number(headers.get(LENGTH) ?? Number.NaN);
  if (status !== 200 || body === null || !isFinding(finding) || !/^"[0-9a-f]{32}"$/.test(entityTag))
    return null;
  if (!Number.isSafeInteger(storedAt) || !Number.isSafeInteger(length)) return null;
  return { finding, body, length, entityTag, more: headers.get(MORE) === "1", storedAt };
}

function isFinding(text: string | null): text is Finding {
  return text === "found" || text === "empty" || text === "unknown";
}
