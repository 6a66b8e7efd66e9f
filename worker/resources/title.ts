/**
 * The record of one title, and other titles of its name. The contract has no operation for a record. An origin
 * that cannot be asked for one gives it as part of a search: it is stored by itself then, and else searched for
 * with the words in the page's own address.
 */
import { freshness } from "../cache/freshness.ts";
import type { Answer, Served } from "../cache/resource.ts";
import { bodyText } from "../cache/stored-response.ts";
import { NO_FILTER, onlyYear } from "../contract/filter.ts";
import { parseJson } from "../contract/json.ts";
import { parseText, type TitleQuery } from "../contract/query.ts";
import { SearchAnswer, TitleRecord } from "../contract/record.ts";
import { slugOf, wordsOf } from "../contract/slug.ts";
import type { Origin } from "../origins/origin.ts";
import { titleTag, titleTags } from "./keys.ts";
import { type CachedOrigin, offers, policyFor, type Resource } from "./resource.ts";
import { search } from "./search.ts";

/** Not counted: a title page asks for it beside the credits, which are. */
export const title: Resource<TitleQuery> = {
  name: "title",
  needs: "title",
  key: ({ id, lang }) => `id=${id}&lang=${lang}`,
  load: (origin, query) => origin.title(query),
  tags: ({ id }) => ["search", titleTag(id)],
  policy: (policies, outcome) => policyFor(policies.search, outcome),
  isCounted: false,
  hasLastResort: false,
};

/** A title without namesakes keeps having none for as long as a record serves. */
export const namesakes: Resource<TitleQuery> = {
  ...title,
  name: "namesakes",
  needs: "namesakes",
  load: (origin, query) => origin.namesakes(query),
  tags: ({ id }, json) => ["search", ...new Set([titleTag(id), ...titleTags(json)])],
  policy: (policies) => policies.search,
};

export interface TitleAddress extends TitleQuery {
  /** The words of the address; "" when it has none. */
  readonly slug: string;
}

export interface TitleServices {
  readonly origin: Origin;
  readonly resources: CachedOrigin;
  /** The catalog beside an upstream: it may have the record. Those of its answers that are used are added to `answers`. */
  readonly catalog: Pick<CachedOrigin, "ask"> | null;
  /** What the page is made of. */
  readonly answers: Answer[];
}

/** `null`: the record is nowhere to be found, which does not mean that there is no such title. Never rejects. */
export type TitleLookup = (address: TitleAddress) => Promise<TitleRecord | null>;

export function createTitleLookup(services: TitleServices): TitleLookup {
  const { origin, resources, catalog, answers } = services;

  return async function lookupTitle(address) {
    if (offers(origin, title)) return recordIn(await resources.ask(title, address));
    return (await inCatalog(address)) ?? (await storedOrBySearch(address));
  };

  /** The catalog may number its titles differently: the words have to agree. */
  async function inCatalog(address: TitleAddress): Promise<TitleRecord | null> {
    const answer = await catalog?.ask(title, address);
    const record = answer === undefined ? null : recordIn(answer);
    if (answer?.kind !== "served" || record === null) return null;
    if (withoutMarks(slugOf(record)) !== withoutMarks(address.slug)) return null;
    answers.push(answer);
    return record;
  }

  /** A stored record while it serves; an older one only where the search fails (RFC 5861 section 4). */
  async function storedOrBySearch(address: TitleAddress): Promise<TitleRecord | null> {
    const stored = await resources.peek(title, address);
    const record = stored === null ? null : recordIn(stored);
    const isOwn = stored !== null && record?.id === address.id;
    if (isOwn && serves(stored)) return use(record, stored);
    const found = await bySearch(address);
    if (found !== "failed") return found;
    return isOwn ? use(record, stored) : null;
  }

  function use(record: TitleRecord, stored: Served): TitleRecord {
    answers.push(stored);
    return record;
  }

  async function bySearch({ slug, lang, id }: TitleAddress): Promise<TitleRecord | null | "failed"> {
    const { text, year } = wordsOf(slug);
    const words = parseText(text);
    if (words === null) return null;
    const filter = { ...NO_FILTER, years: year === null ? null : onlyYear(year) };
    const paging = null;
    const query = { category: "search", text: words, filter, lang, paging, includeAdult: false } as const;
    const answer = await resources.ask(search, query);
    if (answer.kind === "failed") return "failed";
    return parseJson(SearchAnswer, bodyText(answer))?.find((record) => record.id === id) ?? null;
  }
}

/** Addresses lost the marks of every script at first, those of ゴジラ for example; they lead to today's. */
function withoutMarks(slug: string): string {
  return slug.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** Whether it may be used although its origin has not failed. */
export function serves({ age, policy }: Pick<Served, "age" | "policy">): boolean {
  const state = freshness(age, policy);
  return state === "fresh" || state === "revalidate";
}

function recordIn(answer: Answer): TitleRecord | null {
  return answer.kind === "failed" || answer.outcome === "missing"
    ? null
    : parseJson(TitleRecord, bodyText(answer));
}

/** Writes to the cache count towards the platform's limit of subrequests, so only the first are stored. */
const MAX_STORED = 20;

interface StoringServices {
  readonly resources: Pick<CachedOrigin, "store">;
  readonly now: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

/** The same origin, with each record of its searches stored as the resource `title`. */
export function storingRecords(origin: Origin, services: StoringServices): Origin {
  const { resources, now, waitUntil } = services;
  return {
    ...origin,
    async search(query) {
      const storedAt = now();
      const loaded = await origin.search(query);
      const records = parseJson(SearchAnswer, loaded.json ?? "[]") ?? [];
      const { lang } = query;
      for (const record of records.slice(0, MAX_STORED)) {
        const part = { json: JSON.stringify(record), version: loaded.version };
        waitUntil(resources.store(title, { id: record.id, lang }, part, storedAt));
      }
      return loaded;
    },
  };
}

/** Never rejects: a page stands without them. Titles for adults are left out. */
export async function lookupNamesakes(
  { ask }: Pick<CachedOrigin, "ask">,
  query: TitleQuery,
): Promise<readonly TitleRecord[]> {
  const answer = await ask(namesakes, query);
  if (answer.kind === "failed") return [];
  const records = parseJson(SearchAnswer, bodyText(answer)) ?? [];
  return records.filter((record) => record.is_adult === 0);
}
