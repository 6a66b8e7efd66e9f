/**
 * Reads of one generation of the catalog, from the database that is live. What a read begins with is compared with what
 * CONTROL says; work that meets another generation begins again, on the primary of the database that CONTROL then names.
 * So no result mixes two generations, and none is made from a database that is being loaded.
 *
 * A replica may be arbitrarily old, and no page says that the bookmark of an import begins a session
 * (d1/best-practices/read-replication): the version in each batch holds where a bookmark would.
 */
import { replaced } from "../failure.ts";
import type { LoggedPurges, Slot } from "../purge-log.ts";
import { EmptyCatalog, OtherGeneration, openSession, type Session, type SessionOptions } from "./session.ts";

/** Two databases, of which one is live. */
export interface Slots {
  readonly databases: Readonly<Record<Slot, D1Database>>;
  readonly live: LiveSlot;
}

/** What is live, as CONTROL had it at most `maxAgeMs` ago; older if CONTROL cannot be read. Throws a Problem if it never was. */
export type LiveSlot = (maxAgeMs: number) => Promise<Live>;
type Live = Pick<LoggedPurges, "slot" | "sourceVersion">;

/** Runs work that reads, until all of its reads were of the live generation. Throws a Problem. */
export type OneGeneration<Reading> = <T>(work: (reading: Reading) => Promise<T>) => Promise<T>;

interface Opened<Reading> {
  readonly reading: Reading;
  /** `null`: there is one database. */
  readonly live: Live | null;
  /** Whether CONTROL was asked for it. */
  readonly isConfirmed: boolean;
}

/** More than a request ever sees, unless catalogs are switched faster than they are read. */
const MAX_ATTEMPTS = 5;
/** Milliseconds. Less than five seconds after a switch, nothing is read from the catalog before it. */
const MAX_AGE = 4_000;

/** `known`: the reading of some database, for its shape. */
export function generationsOf<Reading>(
  databases: D1Database | Slots,
  options: SessionOptions,
  readingOf: (session: Session) => Reading,
): { readonly oneGeneration: OneGeneration<Reading>; readonly known: Reading } {
  const slots = "live" in databases ? databases : null;
  const first = "live" in databases ? databases.databases.A : databases;
  const known = readingOf(openSession(first, options));
  let current: Promise<Opened<Reading>> | undefined;

  async function open(): Promise<Opened<Reading>> {
    if (slots === null) return { reading: known, live: null, isConfirmed: true };
    const live = await slots.live(Number.POSITIVE_INFINITY);
    const session = openSession(slots.databases[live.slot], { ...options, version: live.sourceVersion });
    return { reading: readingOf(session), live, isConfirmed: false };
  }

  /** What the primary has is true, whatever its version. */
  async function openAgain(): Promise<Opened<Reading>> {
    const live = slots && (await slots.live(0));
    const database = slots === null || live === null ? first : slots.databases[live.slot];
    const session = openSession(database, { ...options, constraint: "first-primary" });
    return { reading: readingOf(session), live, isConfirmed: true };
  }

  async function oneGeneration<T>(work: (reading: Reading) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      current ??= open();
      const opening = current;
      const { reading, live, isConfirmed } = await opening;
      const [result, liveNow] = await Promise.all([settled(work(reading)), slots?.live(MAX_AGE) ?? null]);
      const isReplaced = !isSame(live, liveNow);
      const isLast = attempt === MAX_ATTEMPTS;
      if (result.status === "fulfilled" && (!isReplaced || isLast)) return result.value;
      if (result.status === "rejected" && !isReplaced && !mayBeReplaced(result.reason, isConfirmed))
        throw result.reason;
      if (isLast) throw replaced();
      if (current === opening) current = openAgain();
    }
  }

  return { oneGeneration, known };
}

async function settled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await Promise.allSettled([work]);
  return result;
}

function isSame(one: Live | null, other: Live | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.slot === other.slot &&
    (one.sourceVersion ?? other.sourceVersion) === (other.sourceVersion ?? one.sourceVersion)
  );
}

/** Tables are missing in a database that is being loaded, which is not the live one. */
function mayBeReplaced(reason: unknown, isConfirmed: boolean): boolean {
  return reason instanceof OtherGeneration || (reason instanceof EmptyCatalog && !isConfirmed);
}
