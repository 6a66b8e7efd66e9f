/**
 * Several titles in one call to an origin that can. Each title is cached by itself, so each is asked for by itself; those that
 * are not stored are collected here until all are known, or for a moment: another title may wait for a load of another request.
 */
import type { TitlesQuery } from "../contract/people-query.ts";
import type { TitleQuery } from "../contract/query.ts";
import type { Loaded, Origin } from "../origins/origin.ts";

const MAX_WAIT_MS = 20;

export interface TitleBatch {
  load(origin: Required<Origin>, query: TitleQuery): Promise<Loaded>;
  /** The title needs no load, or has one. */
  settle(id: number): void;
}

interface Collected {
  readonly ids: number[];
  readonly records: Promise<ReadonlyMap<number, Loaded>>;
}

export function titleBatch({ ids, lang }: TitlesQuery): TitleBatch {
  const unsettled = new Set(ids);
  const { promise: allSettled, resolve } = Promise.withResolvers<void>();
  let collecting: Collected | null = null;

  function settle(id: number): void {
    unsettled.delete(id);
    if (unsettled.size === 0) resolve();
  }

  function collect(origin: Required<Origin>): Collected {
    const collected: number[] = [];
    const ready = Promise.race([allSettled, scheduler.wait(MAX_WAIT_MS)]);
    const records = ready.then(() => {
      collecting = null;
      return loadAll(origin, { ids: collected, lang });
    });
    return { ids: collected, records };
  }

  return {
    settle,
    async load(origin, query) {
      const { titles }: Origin = origin;
      if (titles === undefined) return await origin.title(query);
      const { id } = query;
      collecting ??= collect(origin);
      const { ids: collected, records } = collecting;
      collected.push(id);
      settle(id);
      return (await records).get(id) ?? { json: null, version: null };
    },
  };
}

async function loadAll(origin: Required<Origin>, query: TitlesQuery): Promise<ReadonlyMap<number, Loaded>> {
  const { json, version } = await origin.titles(query);
  const records: readonly unknown[] = JSON.parse(json);
  return new Map(
    query.ids.map((id, at) => {
      const record = records[at] ?? null;
      return [id, { json: record === null ? null : JSON.stringify(record), version }];
    }),
  );
}
