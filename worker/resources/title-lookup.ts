/**
 * Looks up the record for a title page. If the source cannot load single records, it uses a record from an earlier
 * search, or searches for the words in the URL.
 */
import type { Context, Served } from "../cache/resource.ts";
import type { Title } from "../contract/facts.ts";
import { NO_FILTER, onlyYear } from "../contract/filter.ts";
import { parseText, UNPAGED } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { slugWords } from "../contract/slug.ts";
import type { PageNotes } from "../source/loaded.ts";
import type { TitleLoad } from "../source/source.ts";
import type { CachedSource } from "./cached-source.ts";
import { type ReadResult, readCacheResult } from "./reading.ts";
import { isUsable } from "./resource.ts";

export interface TitleAddress extends TitleLoad {
  /** The slug in the URL, or "". */
  readonly slug: string;
}

export interface FoundTitle extends Title {
  readonly notes: PageNotes;
}

/** Resolves to the record, or to `null` if none was found. The title may exist nevertheless. Never rejects. */
export type TitleLookup = (context: Context, address: TitleAddress) => Promise<FoundTitle | null>;

export function createTitleLookup(resources: CachedSource): TitleLookup {
  return async function lookupTitle(context, address) {
    if (!resources.offers("title")) return await storedOrBySearch(context, address);
    return toFound(await resources.read(context, "title", address));
  };

  /**
   * Returns the cached record if it may still be served, and otherwise searches for one. If the search fails, returns
   * the stale record (RFC 5861 section 4).
   */
  async function storedOrBySearch(context: Context, address: TitleAddress): Promise<FoundTitle | null> {
    const stored = await resources.peek(context, "title", address);
    const title = stored === null ? null : toFound(readCacheResult("title", stored));
    const isOwn = stored !== null && title?.record.id === address.id;
    if (isOwn && isUsable(stored)) return use(context, title, stored);
    const searched = await bySearch(context, address);
    if (searched !== "failed") return searched;
    return isOwn ? use(context, title, stored) : null;
  }

  function use({ results }: Context, title: FoundTitle, stored: Served): FoundTitle {
    results.push(stored);
    return title;
  }

  async function bySearch(
    context: Context,
    { slug, lang, id }: TitleAddress,
  ): Promise<FoundTitle | null | "failed"> {
    const { text, year } = slugWords(slug);
    const words = parseText(text);
    if (words === null) return null;
    const filter = { ...NO_FILTER, years: year === null ? null : onlyYear(year) };
    const query = { ...UNPAGED, text: words, filter, lang };
    const read = readCacheResult("search", await resources.ask(context, "search", query));
    if (read.kind !== "found") return "failed";
    const record = read.value.find((title) => title.id === id);
    return record === undefined ? null : { record, facts: {}, notes: {} };
  }
}

function toFound(read: ReadResult<TitleRecord>): FoundTitle | null {
  if (read.kind !== "found") return null;
  const { facts = {}, page = {} } = read.notes;
  return { record: read.value, facts, notes: page };
}
