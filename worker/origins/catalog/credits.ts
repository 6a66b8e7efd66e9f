/** The credits object of a title nobody is credited on: eight empty groups. */
import { CREW_GROUPS, type Credits } from "../../contract/credits.ts";

/** As JSON, ready to send. */
export function noCredits(id: number): string {
  const crew = Object.fromEntries(CREW_GROUPS.map((group) => [group, []]));
  return JSON.stringify({ id, cast: [], ...crew } satisfies Partial<Credits>);
}
