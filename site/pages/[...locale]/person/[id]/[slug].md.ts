/** The page of a person as Markdown, from the data of the page. */
import type { APIRoute } from "astro";
import { Problem } from "../../../../../worker/contract/problem.ts";
import { readPerson } from "../../../../components/person/read-person.ts";
import { personLink, personTextPath } from "../../../../links.ts";
import { markdownResponse } from "../../../../markdown.ts";

export const GET: APIRoute = async ({ locals, params, redirect, url }) => {
  const { language, services } = locals;
  const read = await readPerson(services, params.id ?? "", language);
  if (read instanceof Problem) return services.problem(read);
  const { person } = read;
  const path = personTextPath(language, person);
  if (path !== url.pathname) return redirect(path, 308);
  return markdownResponse(person.name, services.origin + personLink(language, person), person);
};
