import { readQuery } from "../../../worker/contract/parameters.ts";
import type { Person } from "../../../worker/contract/people.ts";
import { asProblem, Problem } from "../../../worker/contract/problem.ts";
import { PERSON } from "../../../worker/contract/query.ts";
import type { Notes } from "../../../worker/source/loaded.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Language } from "../../language/language.ts";

interface ReadPerson {
  readonly person: Person;
  readonly notes: Notes;
}

/**
 * Reads the data for a person's page, without adult titles. Never throws, because problems are part of the result.
 */
export async function readPerson(
  services: SiteServices,
  id: string,
  language: Language,
): Promise<ReadPerson | Problem> {
  try {
    const query = readQuery(PERSON, new URLSearchParams({ lang: language }), { id });
    const read = await services.read("person", query);
    if (read.kind === "failed") return read.problem;
    if (read.kind === "missing") return new Problem("person-not-found", "No person has this id.");
    return { person: read.value, notes: read.notes };
  } catch (thrown) {
    return asProblem(thrown);
  }
}
