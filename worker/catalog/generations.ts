/**
 * Makes sure that all reads of a request come from one generation of the catalog, so that no result mixes two
 * generations.
 *
 * A request reads from the slot that is live at its first read. Each batch returns the version of its database, and
 * the session compares it with the version of the first batch. If the versions differ, if a replica lacks an
 * announced update, or if the slot is being loaded, the work starts again, once. It then reads from the primary of
 * the slot that CONTROL names.
 *
 * Bookmarks are not used for this, because a replica may be arbitrarily old, and Cloudflare does not document that a
 * session can start with the bookmark of an import (d1/best-practices/read-replication).
 */

import type { LoggedChanges, Slot } from "../changes/change-log.ts";
import {
  EmptyCatalog,
  OtherGeneration,
  openSession,
  type Session,
  type SessionOptions,
} from "../source/d1.ts";
import { replaced } from "../source/failure.ts";

/** The two catalog databases, and the function that returns which of them is live. */
export interface Slots {
  readonly databases: Readonly<Record<Slot, D1Database>>;
  readonly live: LiveSlot;
}

/**
 * Returns the slot with the live data at the last read of CONTROL. With `latest`, reads CONTROL again first. Throws a
 * Problem if CONTROL was never read.
 */
type LiveSlot = (
  how: "remembered" | "latest",
) => Promise<Pick<LoggedChanges, "slot" | "sourceVersion" | "writes">>;

/** Runs work in which all reads see the same generation. Throws a Problem. */
type OneGeneration<Reading> = <T>(work: (reading: Reading) => Promise<T>) => Promise<T>;

/**
 * Creates a function that runs work in one generation.
 * @param readingOf creates the reads for a session
 */
export function createGenerationRunner<Reading>(
  { databases, live }: Slots,
  options: SessionOptions,
  readingOf: (session: Session) => Reading,
): OneGeneration<Reading> {
  let current: Promise<Reading> | undefined;

  async function open(): Promise<Reading> {
    const { slot, sourceVersion: version, writes } = await live("remembered");
    return readingOf(openSession(databases[slot], { ...options, version, writes }));
  }

  /** Reads from the primary and accepts any version, because the primary always has the latest data. */
  async function openAgain(): Promise<Reading> {
    const { slot } = await live("latest");
    return readingOf(openSession(databases[slot], { ...options, constraint: "first-primary" }));
  }

  return async (work) => {
    current ??= open();
    const opened = current;
    const reading = await opened;
    try {
      return await work(reading);
    } catch (thrown) {
      // A database that is being loaded lacks tables, which causes EmptyCatalog.
      if (!(thrown instanceof OtherGeneration || thrown instanceof EmptyCatalog)) throw thrown;
      if (current === opened) current = openAgain();
    }
    try {
      return await work(await current);
    } catch (thrown) {
      throw thrown instanceof OtherGeneration ? replaced() : thrown;
    }
  };
}
