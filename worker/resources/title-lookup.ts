/**
 * The record of one title, for pages: the contract has no operation for it. If the origin cannot load one record, use
 * the record stored from an earlier search, else search for the words in the address.
 */
import type { Answer, Context, Served } from "../cache/resource.ts";
import type { Title } from "../contract/facts.ts";
import { NO_FILTER, onlyYear } from "../contract/filter.ts";
import { parseText, UNPAGED } from "../contract/query.ts";
import { slugOf, slugWords } from "../contract/slug.ts";
import type { PageNotes } from "../source/loaded.ts";
import type { TitleLoad } from "../source/source.ts";
import { type CachedSource, readAnswer } from "./cached-source.ts";
import { serves } from "./resource.ts";

export interface TitleAddress extends TitleLoad {
  /** The slug of the address; "" without one. */
  readonly slug: string;
}

export interface FoundTitle extends Title {
  readonly notes: PageNotes;
}

interface TitleServices {
  readonly resources: CachedSource;
  /** The catalog beside an upstream: it may have the record. Only used answers are parts of the page. */
  readonly catalog: Pick<CachedSource, "ask"> | null;
}

/** `null`: no record was found, which does not mean that the title does not exist. Never rejects. */
export type TitleLookup = (context: Context, address: TitleAddress) => Promise<FoundTitle | null>;

export function createTitleLookup({ resources, catalog }: TitleServices): TitleLookup {
  return async function lookupTitle(context, address) {
    if (resources.offers("title")) return titleIn(await resources.ask(context, "title", address));
    return (await inCatalog(context, address)) ?? (await storedOrBySearch(context, address));
  };

  /** The catalog may number its titles differently: the words must agree. */
  async function inCatalog(context: Context, address: TitleAddress): Promise<FoundTitle | null> {
    const answer = await catalog?.ask(context, "title", address, { isNoted: false });
    const found = answer === undefined ? null : titleIn(answer);
    if (answer?.kind !== "served" || found === null) return null;
    if (withoutMarks(slugOf(found.record)) !== withoutMarks(address.slug)) return null;
    context.answers.push(answer);
    return found;
  }

  /** A stored record while it is usable; an older one only if the search fails (RFC 5861 section 4). */
  async function storedOrBySearch(context: Context, address: TitleAddress): Promise<FoundTitle | null> {
    const stored = await resources.peek(context, "title", address);
    const found = stored === null ? null : titleIn(stored);
    const isOwn = stored !== null && found?.record.id === address.id;
    if (isOwn && serves(stored)) return use(context, found, stored);
    const searched = await bySearch(context, address);
    if (searched !== "failed") return searched;
    return isOwn ? use(context, found, stored) : null;
  }

  function use({ answers }: Context, found: FoundTitle, stored: Served): FoundTitle {
    answers.push(stored);
    return found;
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
    const read = readAnswer("search", await resources.ask(context, "search", query));
    if (read.kind !== "found") return "failed";
    const record = read.value.find((title) => title.id === id);
    return record === undefined ? null : { record, facts: {}, notes: {} };
  }
}

/** Old addresses dropped the marks of every script, as in ゴジラ; they redirect to the current ones. */
function withoutMarks(slug: string): string {
  return slug.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

function titleIn(answer: Answer): FoundTitle | null {
  const read = readAnswer("title", answer);
  if (read.kind !== "found") return null;
  const { facts = {}, page = {} } = read.notes;
  return { record: read.value, facts, notes: page };
}
