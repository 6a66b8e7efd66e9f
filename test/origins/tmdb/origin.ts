/** An origin at the stand-in for TMDB, with a store of parts in memory. */

import * as v from "valibot";
import { inject } from "vitest";
import { NO_FILTER, parseFilter } from "../../../worker/contract/filter.ts";
import { Person } from "../../../worker/contract/people.ts";
import type { SearchQuery, TitleQuery } from "../../../worker/contract/query.ts";
import { SearchAnswer, type TitleRecord } from "../../../worker/contract/record.ts";
import type { LogLine } from "../../../worker/log.ts";
import { type TmdbOrigin, type TmdbServices, tmdbOrigin } from "../../../worker/origins/tmdb/tmdb.ts";
import { createCircuit } from "../../../worker/origins/transport/circuit.ts";
import { createRetryBudget } from "../../../worker/origins/transport/transport.ts";
import { KEY } from "../../tmdb/answers.ts";
import type { Mode } from "../../tmdb/server.ts";

export function searchFor(text: string, changes: Partial<SearchQuery> & { f?: string } = {}): SearchQuery {
  const { f, ...rest } = changes;
  const filter = (f === undefined ? null : parseFilter(f)) ?? NO_FILTER;
  return { category: "search", text, filter, lang: "en", paging: null, includeAdult: false, ...rest };
}

type Can = TmdbOrigin["can"] & TmdbOrigin["parts"]["can"];

/** Its capabilities; titles as parts of other answers. */
export interface Tmdb extends Can {
  readonly origin: TmdbOrigin;
  /** Paths and queries that were asked for, without the key, in order. */
  readonly asked: string[];
  readonly headers: Headers[];
  readonly lines: LogLine[];
  readonly mostAtOnce: () => number;
  /** Requests, and reads and writes of the cache: a part that is asked for is read, fetched and written. */
  readonly subrequests: () => number;
  records(query: SearchQuery): Promise<TitleRecord[]>;
}

/** `mode`: what is wrong with TMDB. `storesTitles`: whether single titles are asked for once only. */
export function originAt(
  mode: Mode = "",
  changes: Partial<TmdbServices> = {},
  { storesTitles = true } = {},
): Tmdb {
  const { fetch: fetchFrom = (address: URL, init: RequestInit) => fetch(address, init), ...services } =
    changes;
  const asked: string[] = [];
  const headers: Headers[] = [];
  const lines: LogLine[] = [];
  let busy = 0;
  let mostBusy = 0;
  let cacheOperations = 0;
  const titles = new Map<string, TitleRecord | null>();
  const keyOf = ({ id, lang }: TitleQuery) => `${id}/${lang}`;

  const origin = tmdbOrigin({
    baseUrl: new URL(mode === "" ? "/3" : `/${mode}/3`, inject("tmdb")),
    apiKey: KEY,
    circuit: createCircuit(Date.now),
    budget: createRetryBudget(),
    timeoutMs: 20_000,
    async fetch(address, init) {
      const shown = new URL(address);
      shown.searchParams.delete("api_key");
      asked.push(decodeURIComponent(shown.pathname.replace(/^.*\/3\//, "") + shown.search));
      headers.push(new Headers(init.headers));
      mostBusy = Math.max(mostBusy, ++busy);
      try {
        return await fetchFrom(address, init);
      } finally {
        busy--;
      }
    },
    now: Date.now,
    random: () => 0,
    log: (line) => lines.push(line),
    parts: {
      async storedTitle(part) {
        cacheOperations++;
        return storesTitles ? titles.get(keyOf(part)) : undefined;
      },
      async title(part) {
        cacheOperations += 2;
        const { json } = await origin.parts.can.title(part);
        titles.set(keyOf(part), json === null ? null : JSON.parse(json));
        return titles.get(keyOf(part));
      },
      async person(query) {
        cacheOperations += 2;
        const { json, isPartial = false } = await origin.can.person(query);
        const part = { storedAt: Date.now(), tags: [] };
        return json === null ? null : { person: v.parse(Person, JSON.parse(json)), isPartial, part };
      },
      async genres(part) {
        cacheOperations += 2;
        return JSON.parse((await origin.parts.can.genres(part)).json ?? "{}");
      },
    },
    ...services,
  });

  return {
    ...origin.can,
    ...origin.parts.can,
    origin,
    asked,
    headers,
    lines,
    mostAtOnce: () => mostBusy,
    subrequests: () => asked.length + cacheOperations,
    async records(query) {
      const { json } = await origin.can.search(query);
      return v.parse(SearchAnswer, JSON.parse(json));
    },
  };
}

export async function problemOf(work: Promise<unknown>): Promise<{ type: string; cause: string }> {
  return await work.then(
    () => ({ type: "none", cause: "" }),
    (problem) => ({ type: problem.type, cause: String(problem.cause) }),
  );
}
