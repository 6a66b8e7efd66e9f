/** Titles by their ids, with credits, external ids and votes on request: `/v1/titles/{id}` and `/v1/titles?ids=`. */
import * as v from "valibot";
import { compose } from "../cache/compose.ts";
import { freshness } from "../cache/freshness.ts";
import type { Allowance, Answer, Failed, Served } from "../cache/resource.ts";
import { bodyText } from "../cache/stored-response.ts";
import { ListedTitle } from "../contract/browse.ts";
import { MAX_BATCH_COUNT } from "../contract/limits.ts";
import { readParameters } from "../contract/parameters.ts";
import type { TitlePart } from "../contract/people.ts";
import { idsPattern, parseAppend, parseTitles, TITLE_IDS } from "../contract/people-query.ts";
import { parseLang, parsePathId, type TitleQuery } from "../contract/query.ts";
import { Id, SearchAnswer, TitleRecord } from "../contract/record.ts";
import { readNotes } from "../origins/loaded.ts";
import { APPEND, type Documentation, LANG } from "./documentation.ts";
import { titleTag } from "./keys.ts";
import { type Call, type Operation, once } from "./operation.ts";
import { type Ask, likeSearch, type Resource } from "./resource.ts";

/** Not counted: a title page asks for it beside the credits, which are counted. */
export const title = {
  name: "title",
  schema: TitleRecord,
  key: ({ id, lang }) => `id=${id}&lang=${lang}`,
  tags: ({ id }) => ["search", titleTag(id)],
  policy: likeSearch,
  isOfIds: true,
  isUncounted: true,
} satisfies Resource<"title">;

/** Other titles with the same name. An empty list is stored for as long as a record. */
export const namesakes = {
  ...title,
  name: "namesakes",
  isOfIds: false,
  schema: SearchAnswer,
  policy: (policies) => policies.search,
} satisfies Resource<"namesakes">;

export const similar = { ...namesakes, name: "similar" } satisfies Resource<"similar">;

/** The names of a title in every language, for links between languages. */
export const names = {
  ...title,
  name: "names",
  schema: ListedTitle,
  key: (id) => `id=${id}`,
  tags: (id) => ["search", titleTag(id)],
} satisfies Resource<"names">;

const NO_SUCH_TITLE = { type: "title-not-found", detail: "No title has this id." } as const;

export const titleOperation: Operation = {
  name: "title",
  capability: "title",
  missing: NO_SUCH_TITLE,

  async answer({ values, path, ask, allowance }) {
    const query = parseTitle(values, path);
    const { lang } = query;
    const asked = await askTitle(ask, query, once(allowance, 1));
    if (asked.kind === "failed") return { answer: asked, lang, headers: {} };
    const { record, parts, json } = asked;
    const answer = json === null ? record : await compose(parts, json);
    return { answer, lang, headers: {}, movedTo: movedTo(asked, query) };
  },
};

/** A title that was merged into another one has the record of that. */
function movedTo({ record, json }: WholeTitle, { id }: TitleQuery): string | null {
  const found = json === null ? id : Number(/^\{"id":(\d+)/.exec(bodyText(record))?.[1] ?? id);
  return found === id ? null : `/v1/titles/${found}`;
}

/** Each title has its own cache entry, shared with all other uses of it. */
export const titlesOperation: Operation = {
  name: "titles",
  capability: "title",
  missing: NO_SUCH_TITLE,

  async answer(call) {
    const { ids, lang, append } = parseTitles(call.values);
    const queries = ids.map((id) => ({ id, lang, append }));
    return { answer: await askTitles(call, queries), lang, headers: {} };
  },
};

/** If one title fails to load, the whole response is that problem: `null` would claim that it does not exist. */
async function askTitles(
  { ask, peek, allowance }: Pick<Call, "ask" | "peek" | "allowance">,
  queries: readonly WholeTitleQuery[],
): Promise<Answer> {
  const stored = await Promise.all(queries.map((query) => freshTitle(peek, query)));
  const missing = stored.filter((title) => title === null).length;
  const admit = once(allowance, Math.min(missing, MAX_BATCH_COUNT));
  const titles = await Promise.all(queries.map((query, at) => stored[at] ?? askTitle(ask, query, admit)));
  const failed = titles.find((title) => title.kind === "failed");
  if (failed !== undefined) return failed;
  const served = titles.filter((title) => title.kind === "served");
  const json = `[${served.map((title) => title.json ?? "null").join(",")}]`;
  return await compose(
    served.flatMap(({ parts }) => parts),
    json,
  );
}

interface WholeTitleQuery extends TitleQuery {
  readonly append: readonly TitlePart[];
}

interface WholeTitle {
  readonly kind: "served";
  readonly record: Served;
  /** The stored responses it is made of. */
  readonly parts: readonly Served[];
  /** `null`: the title does not exist. */
  readonly json: string | null;
}

/** Reads the store; `null`: not everything is fresh. */
async function freshTitle(
  peek: Call["peek"],
  { append, ...query }: WholeTitleQuery,
): Promise<WholeTitle | null> {
  const hasCredits = append.includes("credits");
  const [record, credits] = await Promise.all([
    peek("title", query),
    hasCredits ? peek("credits", { category: "credits", ...query }) : null,
  ]);
  const isFresh = ({ age, policy }: Served) => freshness(age, policy) === "fresh";
  if (record === null || !isFresh(record)) return null;
  const needsCredits = hasCredits && record.outcome !== "missing";
  if (needsCredits && (credits === null || !isFresh(credits))) return null;
  return wholeTitle(append, record, credits);
}

/** Shares the entry of title pages, but a request for the record alone counts. */
async function askTitle(
  ask: Ask,
  { append, ...query }: WholeTitleQuery,
  allowance: Allowance,
): Promise<WholeTitle | Failed> {
  const hasCredits = append.includes("credits");
  const [record, credits] = await Promise.all([
    ask("title", { ...query, withCredits: hasCredits }, { allowance }),
    hasCredits ? ask("credits", { category: "credits", ...query }, { allowance }) : null,
  ]);
  if (record.kind === "failed") return record;
  if (record.outcome !== "missing" && credits?.kind === "failed") return credits;
  return wholeTitle(append, record, credits?.kind === "served" ? credits : null);
}

/** A title with unknown credits comes without them. Ids and votes are stored with the record. */
function wholeTitle(append: readonly TitlePart[], record: Served, credits: Served | null): WholeTitle {
  if (record.outcome === "missing") return { kind: "served", record, parts: [record], json: null };
  const { external = {}, votes = 0 } = readNotes(record.remark);
  const members = [`"title":${bodyText(record)}`];
  if (credits !== null && credits.outcome !== "missing") members.push(`"credits":${bodyText(credits)}`);
  if (append.includes("external_ids")) members.push(`"external_ids":${JSON.stringify(external)}`);
  if (append.includes("votes")) members.push(`"votes":${votes}`);
  const parts = credits === null ? [record] : [record, credits];
  return { kind: "served", record, parts, json: `{${members.join(",")}}` };
}

function parseTitle(values: URLSearchParams, path: Readonly<Record<string, string>>): WholeTitleQuery {
  return readParameters(values, (parameters) => ({
    id: parsePathId(parameters, path, "title"),
    lang: parseLang(parameters),
    append: parseAppend(parameters),
  }));
}

export const documentation: readonly Documentation[] = [
  {
    name: titleOperation.name,
    summary: "Get a title",
    description:
      "The record of a title, and beside it what append names. 501 if the source cannot look up single titles.",
    path: {
      id: { schema: Id, description: "Id of the title.", example: 34 },
    },
    parameters: { append: APPEND, lang: LANG },
    answer: "TitleAnswer",
    examples: {
      title: {
        summary: "Title 34, with its ids in other sources",
        request: "GET /v1/titles/34?append=external_ids",
      },
    },
  },
  {
    name: titlesOperation.name,
    summary: "Get several titles",
    description: `Up to ${TITLE_IDS.max} titles in the order of the ids; null for unknown ids. Only titles that are not cached count towards the rate limit, at most ${MAX_BATCH_COUNT}, credits included.`,
    parameters: {
      ids: {
        schema: v.pipe(v.string(), v.regex(idsPattern(TITLE_IDS))),
        description: `Ids of 1 to ${TITLE_IDS.max} different titles, separated by commas.`,
        example: "123,48",
        isRequired: true,
      },
      append: APPEND,
      lang: LANG,
    },
    answer: "TitlesAnswer",
    examples: {
      titles: {
        summary: "Two ids, one unknown",
        request: "GET /v1/titles?ids=123,9007199254740991",
      },
    },
  },
];
