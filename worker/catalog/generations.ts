/**
 * Reads of one generation of the catalog, from the slot that is live when a request first reads. Each batch returns
 * the version of its database, which the session compares. Work starts again once, on the primary of the slot that
 * CONTROL then names, if it meets another version, a replica that lacks an announced update, or a slot that is being
 * loaded. So no result mixes two generations or claims to be newer than its data. A replica may be arbitrarily old,
 * and Cloudflare does not document that the bookmark of an import begins a session
 * (d1/best-practices/read-replication), so the version in each batch takes the place of a bookmark.
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

/** Two databases, one of which is live. */
export interface Slots {
  readonly databases: Readonly<Record<Slot, D1Database>>;
  readonly live: LiveSlot;
}

/** Returns the live data as last read, or as CONTROL has it now. Throws a Problem if it was never known. */
export type LiveSlot = (
  how: "known" | "asked",
) => Promise<Pick<LoggedChanges, "slot" | "sourceVersion" | "writes">>;

/** Runs work whose reads are all of one generation. Throws a Problem. */
export type OneGeneration<Reading> = <T>(work: (reading: Reading) => Promise<T>) => Promise<T>;

/** Creates a runner for work of one generation. `readingOf` builds the reads of a session. */
export function createGenerationRunner<Reading>(
  { databases, live }: Slots,
  options: SessionOptions,
  readingOf: (session: Session) => Reading,
): OneGeneration<Reading> {
  let current: Promise<Reading> | undefined;

  async function open(): Promise<Reading> {
    const { slot, sourceVersion: version, writes } = await live("known");
    return readingOf(openSession(databases[slot], { ...options, version, writes }));
  }

  /** Reads from the primary, which is authoritative regardless of its version. */
  async function openAgain(): Promise<Reading> {
    const { slot } = await live("asked");
    return readingOf(openSession(databases[slot], { ...options, constraint: "first-primary" }));
  }

  return async (work) => {
    current ??= open();
    const opened = current;
    const reading = await opened;
    try {
      return await work(reading);
    } catch (thrown) {
      // A database that is being loaded lacks tables.
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
