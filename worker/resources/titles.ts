/** Titles by id, optionally with more data: `/v1/titles/{id}` and `/v1/titles?ids=`. */
import { compose } from "../cache/compose.ts";
import { atMost } from "../cache/freshness.ts";
import type { CacheResult, Failed, Served } from "../cache/resource.ts";
import { bodyText } from "../cache/stored-response.ts";
import { Related, SimilarResponse, TitleCollection } from "../contract/browse.ts";
import { formatDay } from "../contract/dates.ts";
import { detailsOn, seriesDatesOn } from "../contract/details.ts";
import { parseJson } from "../contract/json.ts";
import { MAX_BATCH_COUNT } from "../contract/limits.ts";
import { readQuery } from "../contract/parameters.ts";
import type { AppendField } from "../contract/people.ts";
import { MAX_TITLES, OF_TITLE, TITLE, TITLES, type TitleQuery } from "../contract/query.ts";
import { TitleRecord } from "../contract/record.ts";
import { MISSING, readLoaded, readNotes } from "../source/loaded.ts";
import { titleTag } from "./keys.ts";
import { type Call, chargeOnce, type Documented, defineOperation, type Operation } from "./operation.ts";
import { creditsPolicy, fromSource, isFresh, type Resource, searchPolicy } from "./resource.ts";

/**
 * Loads the record of a title. The load does not count towards the rate limit, because title pages request the record
 * together with the credits, which count.
 */
export const title = {
  ...fromSource("title"),
  schema: TitleRecord,
  key: ({ id, lang }) => `id=${id}&lang=${lang}`,
  tags: ({ id }) => ["search", titleTag(id)],
  policy: searchPolicy,
  isInvalidatedByIdOnly: true,
  isUncounted: true,
  isCachedWithPage: true,
} satisfies Resource<"title">;

export const related = {
  ...title,
  ...fromSource("related"),
  isInvalidatedByIdOnly: false,
  schema: Related,
  key: ({ id, lang, onlyNames }) => `id=${id}&lang=${lang}${onlyNames ? "&names" : ""}`,
} satisfies Resource<"related">;

export const collection = {
  ...title,
  ...fromSource("collection"),
  isInvalidatedByIdOnly: false,
  schema: TitleCollection,
  // Most titles belong to no collection, so a missing one must not shorten the life of their pages.
  policy: (policies) => policies.search,
} satisfies Resource<"collection">;

/** The similar titles of a title page, without the rest of `related`, for callers. */
export const similar = {
  name: "similar",
  schema: SimilarResponse,
  key: ({ id, lang }) => `id=${id}&lang=${lang}`,
  tags: ({ id }) => ["search", titleTag(id)],
  policy: creditsPolicy,
  isOffered: ({ source }) => source.offers("related"),
  async load({ id, lang }, { source, context }) {
    const loaded = await source.load(context, "related", { id, lang, onlyNames: false });
    const value = readLoaded(Related, loaded);
    if (value === null) return { ...MISSING, version: loaded.version };
    const titles = value.similar.map(({ shared: _, ...listed }) => listed);
    return {
      version: loaded.version,
      value: titles,
      isEmpty: titles.length === 0,
      ids: { titles: [id, ...titles.map((listed) => listed.id)] },
    };
  },
} satisfies Resource<"similar">;

export const NO_SUCH_TITLE = { type: "title-not-found", detail: "No title has this id." } as const;

export const titleOperation: Operation = {
  name: "title",
  resource: "title",
  parameters: TITLE,
  missing: NO_SUCH_TITLE,

  async respond(call) {
    const { append, ...query } = readQuery(TITLE, call.values, call.path);
    const { lang } = query;
    const [servedTitle] = await askTitles(call, [query], append);
    if (servedTitle?.kind !== "served") return { result: servedTitle as Failed, lang, headers: {} };
    const { record, parts, json } = servedTitle;
    const result = json === null ? record : await composeTitles(call, append, { parts, json });
    return { result, lang, headers: {} };
  },
};

export const titlesOperation: Operation = {
  name: "titles",
  resource: "title",
  parameters: TITLES,
  missing: NO_SUCH_TITLE,

  /** A title that fails to load fails the whole request, because `null` would mean that it does not exist. */
  async respond(call) {
    const { ids, lang, append } = readQuery(TITLES, call.values);
    const queries = ids.map((id) => ({ id, lang }));
    const titles = await askTitles(call, queries, append);
    const failed = titles.find((title) => title.kind === "failed");
    if (failed !== undefined) return { result: failed, lang, headers: {} };
    const served = titles.filter((title) => title.kind === "served");
    const json = `[${served.map((title) => title.json ?? "null").join(",")}]`;
    const parts = served.flatMap((title) => title.parts);
    return { result: await composeTitles(call, append, { parts, json }), lang, headers: {} };
  },
};

export const similarOperation = defineOperation({
  name: "similar",
  resource: "similar",
  parameters: OF_TITLE,
  missing: NO_SUCH_TITLE,
});

/**
 * Returns true if the response may be different tomorrow. Details include a status, and series include upcoming
 * episodes, both of which depend on the date.
 */
function dependsOnDay(append: readonly AppendField[], parts: readonly Served[]): boolean {
  if (append.includes("details")) return true;
  if (!append.includes("series")) return false;
  return parts.some(({ notes }) => (readNotes(notes).facts?.schedule?.upcoming ?? []).length > 0);
}

/** Composes a response. If it depends on today's date, no cache may serve it after midnight (UTC). */
async function composeTitles(
  { now }: Pick<Call, "now">,
  append: readonly AppendField[],
  { parts, json }: { readonly parts: readonly Served[]; readonly json: string },
): Promise<Served> {
  const composed = await compose(parts, json);
  if (!dependsOnDay(append, parts)) return composed;
  const left = DAY_SECONDS - (Math.floor(now / 1_000) % DAY_SECONDS);
  const afterwards = Math.max(0, left - composed.policy.lifetime);
  const today = { lifetime: left, staleWhileRevalidate: afterwards, staleIfError: afterwards };
  return { ...composed, policy: atMost(composed.policy, today) };
}

const DAY_SECONDS = 86_400;

interface AssembledTitle {
  readonly kind: "served";
  readonly record: Served;
  readonly parts: readonly Served[];
  /** The JSON to send, or `null` if the title does not exist. */
  readonly json: string | null;
}

/**
 * Loads titles from the cache entries that title pages also use. Unlike on a title page, loading a record alone
 * counts towards the rate limit.
 */
async function askTitles(
  { resources, context, now }: Pick<Call, "resources" | "context" | "now">,
  queries: readonly TitleQuery[],
  append: readonly AppendField[],
): Promise<(AssembledTitle | Failed)[]> {
  const withCredits = append.includes("credits");
  const peeked = await Promise.all(
    queries.map(async (query) => {
      const [record, credits] = await Promise.all([
        resources.peek(context, "title", query),
        withCredits ? resources.peek(context, "credits", query) : null,
      ]);
      // A missing title has no credits, so they count as missing too and are not loaded.
      return { query, record, credits: record?.outcome === "missing" ? record : credits };
    }),
  );
  const missing = peeked.filter(
    ({ record, credits }) => !isFresh(record) || (withCredits && !isFresh(credits)),
  );
  const allowance = chargeOnce(context.allowance, Math.min(missing.length, MAX_BATCH_COUNT));
  const forCollections = chargeOnce(context.allowance, 1);

  return await Promise.all(
    peeked.map(async ({ query, ...stored }) => {
      const options = { allowance, isPagePart: false };
      // The record is requested first, because some sources load the credits in the same request.
      const [record, credits] = await Promise.all([
        resources.ask(context, "title", { ...query, withCredits }, { ...options, stored: stored.record }),
        withCredits ? resources.ask(context, "credits", query, { ...options, stored: stored.credits }) : null,
      ]);
      if (record.kind === "failed") return record;
      if (record.outcome !== "missing" && credits?.kind === "failed") return credits;
      const collection = await askCollection(record, query);
      if (collection?.kind === "failed") return collection;
      const parts = { record, credits: credits?.kind === "served" ? credits : null, collection };
      return assembleTitle(append, parts, formatDay(now));
    }),
  );

  /** Returns the collection of the title, or `null` if it has none or no details are requested. */
  async function askCollection(record: Served, query: TitleQuery): Promise<CacheResult | null> {
    const { facts } = readNotes(record.notes);
    if (!append.includes("details") || facts?.collection === undefined) return null;
    return await resources.ask(context, "collection", query, {
      allowance: forCollections,
      isPagePart: false,
    });
  }
}

interface TitleParts {
  readonly record: Served;
  readonly credits: Served | null;
  readonly collection: Served | null;
}

/** Builds a title from its cached parts. Leaves out the credits if the source does not have them. */
function assembleTitle(append: readonly AppendField[], stored: TitleParts, today: string): AssembledTitle {
  const { record, credits, collection } = stored;
  if (record.outcome === "missing") return { kind: "served", record, parts: [record], json: null };
  const { facts = {} } = readNotes(record.notes);
  const { external = {}, votes = 0 } = facts;
  const members = [`"title":${bodyText(record)}`];
  if (credits !== null && credits.outcome !== "missing") members.push(`"credits":${bodyText(credits)}`);
  if (append.includes("external_ids")) members.push(`"external_ids":${JSON.stringify(external)}`);
  if (append.includes("votes")) members.push(`"votes":${votes}`);
  if (append.includes("series")) members.push(`"series":${JSON.stringify(seriesDatesOn(today, facts))}`);
  if (append.includes("details")) {
    const title = { record: JSON.parse(bodyText(record)), facts };
    members.push(`"details":${JSON.stringify(detailsOn(today, title, readMembers(collection)))}`);
  }
  const parts = [record, credits, collection].filter((part) => part !== null);
  return { kind: "served", record, parts, json: `{${members.join(",")}}` };
}

function readMembers(collection: Served | null): readonly number[] | null {
  if (collection === null || collection.outcome === "missing") return null;
  return parseJson(TitleCollection, bodyText(collection))?.titles.map(({ id }) => id) ?? null;
}

export const documentation: Documented = {
  title: {
    summary: "Get a title",
    description:
      "The record of a title, with the additional data that append names. 501 if the source cannot look up single titles.",
    schema: "TitleResponse",
    examples: {
      title: ["Title 34, with its ids in other sources", "GET /v1/titles/34?append=external_ids"],
      details: ["Title 54, with further facts", "GET /v1/titles/54?append=details"],
    },
  },
  titles: {
    summary: "Get several titles",
    description: `Up to ${MAX_TITLES} titles in the order of the ids; null for unknown ids. Only titles that are not cached count towards the rate limit, at most ${MAX_BATCH_COUNT}, credits included. Collections count as one more.`,
    schema: "TitlesResponse",
    examples: { titles: ["Two ids, one unknown", "GET /v1/titles?ids=34,9007199254740991"] },
  },
  similar: {
    summary: "List similar titles",
    description: "Titles like this one, most similar first, as on its page. Adult titles are not among them.",
    schema: "SimilarResponse",
    examples: { similar: ["Titles like title 34", "GET /v1/titles/34/similar"] },
  },
};
