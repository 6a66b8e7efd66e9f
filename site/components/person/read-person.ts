/** What the page of a person shows. */
import { bodyText } from "../../../worker/cache/stored-response.ts";
import { parseJson } from "../../../worker/contract/json.ts";
import { Person } from "../../../worker/contract/people.ts";
import { parsePerson } from "../../../worker/contract/people-query.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { Language } from "../../language/language.ts";

/** Never throws: a problem is part of what it gives. Titles for adults are left out. */
export async function readPerson(
  services: SiteServices,
  id: string,
  language: Language,
): Promise<Person | Problem> {
  try {
    const answer = await services.person(parsePerson(new URLSearchParams({ lang: language }), { id }));
    if (answer.kind === "failed") return answer.problem;
    if (answer.outcome === "missing") return new Problem("person-not-found", "No person has this id.");
    return (
      parseJson(Person, bodyText(answer)) ??
      new Problem("internal", "A stored answer about a person cannot be read.")
    );
  } catch (thrown) {
    return asProblem(thrown);
  }
}
