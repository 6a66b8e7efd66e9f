/**
 * One fetch a key: requests for an answer that is already being fetched wait for it (RFC 9211
 * calls them collapsed). Shared by the requests of an isolate, so what a flight carries must
 * belong to none of them: text and bytes, no streams.
 */
import { BoundedMap } from "./bounded-map.ts";

/** Far more than an isolate fetches at once: a bound, should flights be lost. */
const MOST = 10_000;

export interface Flight<T> {
  readonly result: Promise<T>;
  /** The flight's end, when what it brought is also stored: for `waitUntil`. Never rejects. */
  readonly landed: Promise<void>;
}

interface Plan<T> {
  readonly fetch: () => Promise<T>;
  /** Stores the result. A request that comes now still finds the flight, one that comes later finds the store filled. */
  readonly keep: (result: T) => Promise<void>;
  /** A flight of more than so many milliseconds is lost: nobody joins it. */
  readonly withinMs: number;
}

export interface Flights<T> {
  /** The flight for this key that is under way. */
  joinable(key: string): Flight<T> | null;
  start(key: string, plan: Plan<T>): Flight<T>;
  /** To be noted before a look into the store, and given to `landedSince` after it. */
  moment(): number;
  /** Whether the key may have been stored while we looked and did not find it. */
  landedSince(key: string, moment: number): boolean;
}

export function createFlights<T>(now: () => number): Flights<T> {
  const underWay = new BoundedMap<string, Flight<T> & { readonly lostAt: number }>(MOST);
  const landings = new BoundedMap<string, number>(MOST);
  let moment = 0;

  return {
    joinable(key) {
      const flight = underWay.get(key);
      return flight === undefined || now() >= flight.lostAt ? null : flight;
    },

    start(key, { fetch, keep, withinMs }) {
      const result = fetch();
      const flight = { result, landed: land(), lostAt: now() + withinMs };
      underWay.set(key, flight);
      return flight;

      async function land(): Promise<void> {
        try {
          await keep(await result);
        } catch {
          // Whoever waits for the result is told; here it is only the end of the flight.
        }
        if (underWay.get(key) === flight) underWay.delete(key);
        landings.set(key, ++moment);
      }
    },

    moment: () => moment,
    landedSince: (key, since) => (landings.get(key) ?? 0) > since,
  };
}
