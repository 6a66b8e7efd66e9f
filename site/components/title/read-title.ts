/** What the pages of one title show: its record and its credits, either of which may be missing. */
import { Credits } from "../../../worker/contract/credits.ts";
import { Problem } from "../../../worker/contract/problem.ts";
import { type CreditsQuery, parseQuery } from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { bodyText } from "../../../worker/edge/answer.ts";
import { readJson } from "../../../worker/edge/json.ts";
import type { Visit } from "../../../worker/routes/visit.ts";
import type { Language } from "../../language/language.ts";
import { pageCredits, pageRecord } from "./page-texts.ts";

export interface TitleParts {
  readonly query: CreditsQuery;
  /** `null`: nowhere to be found, which does not mean that there is no such title. */
  readonly record: TitleRecord | null;
  /** A problem when they cannot be had just now. */
  readonly credits: Credits | Problem;
}

interface TitleParameters {
  readonly id: string;
  readonly slug: string;
  readonly language: Language;
}

/** Throws a Problem when there is no such title, or when nothing at all can be said about it. */
export async function readTitle(visit: Visit, { id, slug, language }: TitleParameters): Promise<TitleParts> {
  const query = creditsQuery(id, language);
  const { lookupTitle } = visit.services();
  const [record, credits] = await Promise.all([
    lookupTitle({ id: query.id, slug, lang: language }),
    readCredits(visit, query),
  ]);
  if (record === null && credits instanceof Problem) throw credits;
  return { query, record: record && pageRecord(record), credits };
}

async function readCredits(visit: Visit, query: CreditsQuery): Promise<Credits | Problem> {
  const answer = await visit.services().lookup(query);
  if (answer.kind === "failed") return answer.problem;
  if (answer.finding === "unknown") return new Problem("title-not-found", "No title has this id.");
  const credits = readJson(Credits, bodyText(answer));
  if (credits === null) return new Problem("internal", "A stored credits answer cannot be read.");
  return pageCredits(credits);
}

function creditsQuery(id: string, language: Language): CreditsQuery {
  const query = parseQuery(new URLSearchParams({ category: "credits", id, lang: language }));
  if (query.category !== "credits") throw new Error("a credits query was read as something else");
  return query;
}
