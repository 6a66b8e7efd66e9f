/**
 * Reads of one generation of the catalog, from the slot that is live when a request first reads. Each batch has the version of
 * its database, and the session compares it. Work that meets another version, a replica without an update that readers were
 * told of, or a slot that is being loaded, begins again: once, on the primary of the slot that CONTROL then names. So no result
 * mixes two generations, or counts as later than the data it was made from.
 *
 * A replica may be arbitrarily old, and no page says that the bookmark of an import begins a session
 * (d1/best-practices/read-replication): the version in each batch holds where a bookmark would.
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

/** Two databases, of which one is live. */
export interface Slots {
  readonly databases: Readonly<Record<Slot, D1Database>>;
  readonly live: LiveSlot;
}

/** The live data, by the last read, or as CONTROL has it now. Throws a Problem if it was never known. */
export type LiveSlot = (
  how: "known" | "asked",
) => Promise<Pick<LoggedChanges, "slot" | "sourceVersion" | "writes">>;

/** Runs work that reads, so that all of its reads are of one generation. Throws a Problem. */
export type OneGeneration<Reading> = <T>(work: (reading: Reading) => Promise<T>) => Promise<T>;

/** `readingOf`: the reads of a session. */
export function generationsOf<Reading>(
  { databases, live }: Slots,
  options: SessionOptions,
  readingOf: (session: Session) => Reading,
): OneGeneration<Reading> {
  let current: Promise<Reading> | undefined;

  async function open(): Promise<Reading> {
    const { slot, sourceVersion: version, writes } = await live("known");
    return readingOf(openSession(databases[slot], { ...options, version, writes }));
  }

  /** The primary is authoritative, whatever its version. */
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
      // Tables are missing in a database that is being loaded.
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
