/**
 * Completing the records of a search from single titles: those that are stored, and a few more of TMDB's. None of
 * them ever fails a search.
 */
import type { TitleRecord } from "../../contract/record.ts";
import type { Candidate } from "./candidates.ts";
import type { TmdbParts } from "./parts.ts";

const CONCURRENCY = 4;

/** By id of the contract; `null`: TMDB has no such title, although its search gave it. */
export type Titles = Map<number, TitleRecord | null>;

/** Those that are stored. */
export async function storedTitles(
  candidates: readonly Candidate[],
  lang: string,
  parts: TmdbParts,
): Promise<Titles> {
  const known: Titles = new Map();
  await Promise.all(
    candidates.map(async ({ record: { id } }) => {
      const stored = await parts.storedTitle({ id, lang });
      if (stored !== undefined) known.set(id, stored);
    }),
  );
  return known;
}

export interface FetchServices {
  readonly lang: string;
  readonly parts: TmdbParts;
  readonly known: Titles;
  readonly isOver: () => boolean;
}

/** Adds to `known`, a few at a time. */
export async function fetchTitles(
  missing: readonly Candidate[],
  { lang, parts, known, isOver }: FetchServices,
): Promise<void> {
  const queue = missing[Symbol.iterator]();
  async function worker(): Promise<void> {
    for (const { record } of queue) {
      if (isOver()) return;
      const title = await parts.title({ id: record.id, lang }).catch(() => undefined);
      if (title !== undefined) known.set(record.id, title);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Waits for all of it, or for so long. What is under way then goes on, and nothing new is begun. */
export async function withinTime(
  ms: number,
  work: (isOver: () => boolean) => Promise<void>[],
): Promise<void> {
  let isOver = ms <= 0;
  if (isOver) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isOver = true;
      resolve();
    }, ms);
  });
  await Promise.race([Promise.all(work(() => isOver)), expiry]);
  if (timer !== undefined) clearTimeout(timer);
}

export interface Completion {
  readonly details: TitleRecord | undefined;
  readonly english: TitleRecord | undefined;
  readonly lacksTitle: boolean;
}

export function completed(record: TitleRecord, { details, english, lacksTitle }: Completion): TitleRecord {
  return {
    ...record,
    title: lacksTitle ? details?.title || english?.title || record.title : record.title,
    countries: details?.countries || record.countries,
    genres: record.genres || (details?.genres ?? ""),
    runtime: details?.runtime ?? record.runtime,
    plot: record.plot || details?.plot || (english?.plot ?? ""),
  };
}
