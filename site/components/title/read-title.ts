/** What the pages of one title show: its record and its credits, either of which may be missing. */

import { bodyText } from "../../../worker/cache/stored-response.ts";
import { Credits } from "../../../worker/contract/credits.ts";
import { parseJson } from "../../../worker/contract/json.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import { type CreditsQuery, parseCredits } from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { Language } from "../../language/language.ts";
import { pageCredits, pageRecord } from "./page-texts.ts";

/** What the pages of a title are made of. */
export type TitleRead =
  /** There is no such title, or nothing at all can be said about it. */
  { readonly kind: "refused"; readonly problem: Problem } | TitleParts;

export interface TitleParts {
  readonly kind: "title";
  readonly query: CreditsQuery;
  /** `null`: nowhere to be found, which does not mean that there is no such title. */
  readonly record: TitleRecord | null;
  /** How many people rated it; `null`: not known. */
  readonly votes: number | null;
  /** A problem when they cannot be had just now. */
  readonly credits: Credits | Problem;
}

interface TitleParameters {
  readonly id: string;
  readonly slug: string;
  readonly language: Language;
}

/** Never throws: a problem is part of what it gives. */
export async function readTitle(
  services: SiteServices,
  { id, slug, language }: TitleParameters,
): Promise<TitleRead> {
  try {
    const query = parseCredits(new URLSearchParams({ id, lang: language }));
    const [record, votes, credits] = await Promise.all([
      services.title({ id: query.id, slug, lang: language }),
      services.votes({ id: query.id }),
      readCredits(services, query),
    ]);
    if (record?.is_adult === 1) return { kind: "refused", problem: noSuchTitle() };
    if (record === null && credits instanceof Problem) return { kind: "refused", problem: credits };
    return { kind: "title", query, record: record && pageRecord(record), votes, credits };
  } catch (thrown) {
    return { kind: "refused", problem: asProblem(thrown) };
  }
}

/** Titles for adults count as unknown on the site. */
function noSuchTitle(): Problem {
  return new Problem("title-not-found", "No title has this id.");
}

async function readCredits(services: SiteServices, query: CreditsQuery): Promise<Credits | Problem> {
  const answer = await services.credits(query);
  if (answer.kind === "failed") return answer.problem;
  if (answer.outcome === "missing") return noSuchTitle();
  const credits = parseJson(Credits, bodyText(answer));
  if (credits === null) return new Problem("internal", "A stored credits answer cannot be read.");
  return pageCredits(credits);
}
