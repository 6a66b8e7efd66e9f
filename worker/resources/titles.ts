/** A title by its id, with its credits where they are asked for: `/v1/titles/{id}`. */
import { compose } from "../cache/compose.ts";
import type { Answer, Failed, Served } from "../cache/resource.ts";
import { bodyText } from "../cache/stored-response.ts";
import { Parameters } from "../contract/parameters.ts";
import { parseAppend } from "../contract/people-query.ts";
import { parseLang, parsePathId, type TitleQuery } from "../contract/query.ts";
import { Id } from "../contract/record.ts";
import { credits } from "./credits.ts";
import { APPEND, type Documentation, LANG } from "./documentation.ts";
import titleAnswer from "./examples/title.json" with { type: "json" };
import type { Operation } from "./operation.ts";
import type { Ask, Resource } from "./resource.ts";
import { title } from "./title.ts";

/** The same entry as that of a title page, but a request for it alone counts. */
export const countedTitle: Resource<TitleQuery> = { ...title, isCounted: true };

export const NO_SUCH_TITLE = { type: "title-not-found", detail: "No title has this id." } as const;

export const titleOperation: Operation = {
  name: "title",
  missing: NO_SUCH_TITLE,

  async answer({ values, path, ask }) {
    const { hasCredits, ...query } = parseTitle(values, path);
    const { lang } = query;
    const whole = await withCredits(ask(countedTitle, query), hasCredits ? creditsOf(ask, query) : null);
    if (whole.kind === "failed") return { answer: whole, lang, headers: {} };
    const answer = whole.json === null ? whole.record : await compose(whole.parts, whole.json);
    return { answer, lang, headers: {} };
  },
};

export interface WholeTitle {
  readonly kind: "served";
  readonly record: Served;
  /** What the answer is made of. */
  readonly parts: readonly Served[];
  /** `null`: there is no such title. */
  readonly json: string | null;
}

interface Wanted extends TitleQuery {
  readonly hasCredits: boolean;
}

/** Throws a Problem `invalid-parameter` that names every parameter it refuses. */
function parseTitle(values: URLSearchParams, path: Readonly<Record<string, string>>): Wanted {
  const parameters = new Parameters(values);
  const id = parsePathId(parameters, path, "title");
  const lang = parseLang(parameters);
  const hasCredits = parseAppend(parameters);
  parameters.check();
  return { id, lang, hasCredits };
}

export function creditsOf(ask: Ask, query: TitleQuery): Promise<Answer> {
  return ask(credits, { category: "credits", ...query });
}

/** A title whose credits are not known has none in the answer. */
export async function withCredits(
  asked: Promise<Answer>,
  askedCredits: Promise<Answer> | null,
): Promise<WholeTitle | Failed> {
  const [record, people] = await Promise.all([asked, askedCredits]);
  if (record.kind === "failed") return record;
  if (record.outcome === "missing") return { kind: "served", record, parts: [record], json: null };
  if (people?.kind === "failed") return people;
  const members = [`"title":${bodyText(record)}`];
  if (people !== null && people.outcome !== "missing") members.push(`"credits":${bodyText(people)}`);
  const parts = people === null ? [record] : [record, people];
  return { kind: "served", record, parts, json: `{${members.join(",")}}` };
}

export const documentation: Documentation = {
  name: titleOperation.name,
  summary: "Get a title by its id",
  description:
    "The record of a title, with its credits if append=credits. 501 if the source cannot look up single titles.",
  path: {
    id: { schema: Id, description: "Id of the title.", example: 123 },
  },
  parameters: { append: APPEND, lang: LANG },
  answer: "TitleAnswer",
  examples: {
    title: {
      summary: "Title 123",
      request: "GET /v1/titles/123",
      value: titleAnswer,
    },
  },
};
