/**
 * The catalog's version, remembered for a few seconds in the isolate: it goes into every
 * cache key, and asking D1 for it each time would make a hit as slow as a miss. Bounded:
 * one entry a database, dropped with it.
 */
const REMEMBERED_MS = 5_000;

interface Remembered {
  readonly version: Promise<string>;
  readonly at: number;
}

const remembered = new WeakMap<D1Database, Remembered>();

export const versions = {
  /** `now` in milliseconds. While the database cannot be read, the last version stands, and stored answers with it. */
  recall(database: D1Database, now: number, read: () => Promise<string>): Promise<string> {
    const last = remembered.get(database);
    if (last !== undefined && now - last.at < REMEMBERED_MS) return last.version;
    const version = last === undefined ? read() : read().catch(() => last.version);
    remembered.set(database, { version, at: now });
    if (last === undefined) version.catch(() => remembered.delete(database));
    return version;
  },
};
