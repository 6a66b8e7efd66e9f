/**
 * The catalog's version, remembered for a few seconds in the isolate: it goes into every
 * cache key, and asking D1 for it each time would make a hit as slow as a miss. Bounded:
 * one entry a database, dropped with it.
 */
const REMEMBERED_MS = 5_000;

interface Remembered {
  readonly version: string;
  readonly at: number;
}

const remembered = new WeakMap<D1Database, Remembered>();

export const versions = {
  /**
   * `now` in milliseconds. Once it is known, one request at a time reads it anew, and the others go on with what is known:
   * a read of D1 belongs to the request that began it, and whoever else awaits it fails. While the database cannot be read,
   * the last version stands, and stored answers with it.
   */
  async recall(database: D1Database, now: number, read: () => Promise<string>): Promise<string> {
    const last = remembered.get(database);
    if (last !== undefined && now - last.at < REMEMBERED_MS) return last.version;
    if (last !== undefined) remembered.set(database, { version: last.version, at: now });
    const version = last === undefined ? await read() : await read().catch(() => last.version);
    remembered.set(database, { version, at: now });
    return version;
  },
};
