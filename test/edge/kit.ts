/** A lookup as the Worker has it, on the runtime's own cache, with a clock and an origin that a test sets. */
import type { Query } from "../../worker/contract/query.ts";
import type { Answer, Answered } from "../../worker/edge/answer.ts";
import { createFailedKeys } from "../../worker/edge/failed-keys.ts";
import { createFlights } from "../../worker/edge/flights.ts";
import { createLookup, type LookupServices } from "../../worker/edge/lookup.ts";
import { cacheStore } from "../../worker/edge/store.ts";
import { titleIndex } from "../../worker/edge/title-index.ts";
import type { LogLine } from "../../worker/log.ts";
import type { Origin } from "../../worker/origins/origin.ts";

/** What the origin says next: JSON, `null` for an unknown title, or what it throws. */
export type Said = string | null | Error;

export interface Kit {
  readonly lookup: (query?: Query, wanted?: (entityTag: string) => boolean) => Promise<Answer>;
  /** The seconds it is. */
  readonly clock: { seconds: number };
  /** May be changed; a promise holds the answer back. */
  readonly origin: { says: Said | Promise<Said>; calls: number };
  readonly logged: LogLine[];
  /** Ends when all that was to be done after the answers is done. */
  readonly settle: () => Promise<void>;
}

let lookups = 0;

/** An id that no other test has asked for. */
export function freshQuery(): Query {
  return { category: "credits", id: ++lookups, lang: "en" };
}

export function setUp(says: Said, changes: Partial<LookupServices> = {}): Kit {
  const query = freshQuery();
  const clock = { seconds: 1_700_000_000 };
  const now = () => clock.seconds * 1_000;
  const origin: Kit["origin"] = { says, calls: 0 };
  const work: Promise<unknown>[] = [];
  const logged: LogLine[] = [];
  const log = (line: LogLine) => void logged.push(line);
  const policy = { lifetime: 60, staleWhileRevalidate: 60, staleIfError: 3_600 };
  const store = cacheStore(caches.default, log);
  const lookup = createLookup({
    origin: originSaying("upstream", () => {
      origin.calls++;
      return origin.says;
    }),
    lastResort: null,
    store,
    index: titleIndex(store, now),
    flights: createFlights(now),
    failedKeys: createFailedKeys(now),
    policies: { search: policy, credits: policy },
    allowance: async () => null,
    timeoutMs: 1_000,
    now,
    waitUntil: (promise) => void work.push(promise),
    log,
    ...changes,
  });
  return {
    lookup: (given = query, wanted) => lookup(given, wanted),
    clock,
    origin,
    logged,
    async settle() {
      while (work.length > 0) await work.shift();
    },
  };
}

/** An origin that says the same to both operations. */
export function originSaying(name: Origin["name"], says: () => Said | Promise<Said>): Origin {
  async function said(): Promise<string | null> {
    const answer = await says();
    if (answer instanceof Error) throw answer;
    return answer;
  }
  return {
    name,
    credits: said,
    async search() {
      const json = (await said()) ?? "[]";
      return { json, count: json === "[]" ? 0 : 1, more: false };
    },
  };
}

/** The answer, where there has to be one. */
export async function answered(answer: Promise<Answer>): Promise<Answered> {
  const given = await answer;
  if (given.kind === "failed") throw given.problem;
  return given;
}
