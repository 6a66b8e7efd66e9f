/** What the pages of one title show: its record and its credits, either of which may be missing. */

import type { Credits } from "../../../worker/contract/credits.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import { type CreditsQuery, parseCredits } from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Notes } from "../../../worker/origins/loaded.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { Language } from "../../language/language.ts";
import { titleLink, titlePath } from "../../links.ts";
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
  /** Facts that the record has no field for. */
  readonly notes: Notes;
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
    const [found, credits] = await Promise.all([
      services.title({ id: query.id, slug, lang: language, withCredits: true }),
      readCredits(services, query),
    ]);
    if (found?.record.is_adult === 1) return { kind: "refused", problem: noSuchTitle() };
    if (found === null && credits instanceof Problem) return { kind: "refused", problem: credits };
    const record = found && pageRecord(found.record);
    return { kind: "title", query, record, notes: found?.notes ?? {}, credits };
  } catch (thrown) {
    return { kind: "refused", problem: asProblem(thrown) };
  }
}

/** Where the address with the words leads. Credits are asked for only to learn whether there is such a title. */
export async function readTitlePath(
  services: SiteServices,
  { id, language }: Omit<TitleParameters, "slug">,
): Promise<string | Problem> {
  try {
    const query = parseCredits(new URLSearchParams({ id, lang: language }));
    const found = await services.title({ id: query.id, slug: "", lang: language });
    if (found?.record.is_adult === 1) return noSuchTitle();
    if (found !== null) return titleLink(language, pageRecord(found.record));
    const credits = await readCredits(services, query);
    return credits instanceof Problem ? credits : titlePath(language, query.id, "untitled");
  } catch (thrown) {
    return asProblem(thrown);
  }
}

/** Titles for adults count as unknown on the site. */
function noSuchTitle(): Problem {
  return new Problem("title-not-found", "No title has this id.");
}

async function readCredits(services: SiteServices, query: CreditsQuery): Promise<Credits | Problem> {
  const read = await services.read("credits", query);
  if (read.kind === "failed") return read.problem;
  if (read.kind === "missing") return noSuchTitle();
  return pageCredits(read.value);
}
