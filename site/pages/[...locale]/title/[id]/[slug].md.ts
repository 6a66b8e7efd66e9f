/** The page of a title as Markdown, from the data of the page. */
import type { APIRoute } from "astro";
import { Problem } from "../../../../../worker/contract/problem.ts";
import { findTitle } from "../../../../components/title/read-title.ts";
import { titlePath, titleTextPath } from "../../../../links.ts";
import { markdownResponse } from "../../../../markdown.ts";

export const GET: APIRoute = async (context) => {
  const { language, services } = context.locals;
  const page = await findTitle(context, titleTextPath, { withOthers: true });
  if (page instanceof Response) return page;
  if (page instanceof Problem) return services.problem(page);
  const { query, record, facts, seasons, credits, name, slugIn } = page;
  // The page of a title without a record is not stored either.
  if (record === null)
    return services.problem(new Problem("title-not-found", "No record of this title was found."));
  const data = { ...record, ...facts, seasons, ...(credits instanceof Problem ? {} : { credits }) };
  return markdownResponse(name, services.origin + titlePath(language, query.id, slugIn(language)), data);
};
