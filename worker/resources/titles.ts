/** A title by its id, with its credits where they are asked for: `/v1/titles/{id}`. */
import * as v from "valibot";
import { compose } from "../cache/compose.ts";
import type { Answer, Served } from "../cache/resource.ts";
import { bodyText } from "../cache/stored-response.ts";
import { Parameters } from "../contract/parameters.ts";
import { parseAppend } from "../contract/people-query.ts";
import { parseLang, parsePathId, type TitleQuery } from "../contract/query.ts";
import { Id } from "../contract/record.ts";
import { credits } from "./credits.ts";
import { type Documentation, LANG } from "./documentation.ts";
import titleAnswer from "./examples/title.json" with { type: "json" };
import type { Operation } from "./operation.ts";
import type { Ask } from "./resource.ts";
import { title } from "./title.ts";

/** The same entry as that of a title page, but a request for it alone counts. */
const counted = { ...title, isCounted: true };

export const titleOperation: Operation = {
  name: "title",
  missing: { type: "title-not-found", detail: "No title has this id." },

  async answer({ values, path, ask }) {
    const { hasCredits, ...query } = parseTitle(values, path);
    return { answer: await wholeTitle(ask, query, hasCredits), lang: query.lang, headers: {} };
  },
};

interface Wanted extends TitleQuery {
  readonly hasCredits: boolean;
}

/** Throws a Problem `invalid-parameter` that names every parameter it refuses. */
function parseTitle(values: URLSearchParams, path: Readonly<Record<string, string>>): Wanted {
  const parameters = new Parameters(values);
  const id = parsePathId(parameters, path);
  const lang = parseLang(parameters);
  const hasCredits = parseAppend(parameters);
  parameters.check();
  return { id, lang, hasCredits };
}

/** A title whose credits are not known has none in the answer. */
async function wholeTitle(ask: Ask, query: TitleQuery, hasCredits: boolean): Promise<Answer> {
  const [record, people] = await Promise.all([
    ask(counted, query),
    hasCredits ? ask(credits, { category: "credits", ...query }) : null,
  ]);
  if (record.kind === "failed" || record.outcome === "missing") return record;
  if (people?.kind === "failed") return people;
  const parts: Served[] = [record, ...(people === null ? [] : [people])];
  const members = [`"title":${bodyText(record)}`];
  if (people !== null && people.outcome !== "missing") members.push(`"credits":${bodyText(people)}`);
  return await compose(parts, `{${members.join(",")}}`);
}

export const documentation: Documentation = {
  name: titleOperation.name,
  summary: "Get a title by its id",
  description:
    "The record of one title, and its credits in the same answer with append=credits. Answered where the source can be asked for a single title; else it is 501.",
  path: {
    id: { schema: Id, description: "The identifier of the title.", example: 123 },
  },
  parameters: {
    append: {
      schema: v.picklist(["credits"]),
      description: "credits: the credits of the title in the same answer.",
      example: "credits",
      isExtension: true,
    },
    lang: LANG,
  },
  answer: "TitleAnswer",
  examples: {
    title: {
      summary: "The title 123",
      request: "GET /v1/titles/123",
      value: titleAnswer,
    },
  },
};
