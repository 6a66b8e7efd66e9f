/** The record of a title by its id in another source, for an origin that finds ids and gives titles. */
import { FindAnswer } from "../contract/people.ts";
import { MISSING, readLoaded } from "./loaded.ts";
import type { Capabilities } from "./origin.ts";

export function identifiedBy({
  find,
  title,
}: Pick<Capabilities, "find" | "title">): Pick<Capabilities, "identified"> {
  return {
    async identified(query) {
      const found = readLoaded(FindAnswer, await find(query));
      if (found?.kind !== "title") return MISSING;
      const record = await title({ id: found.id, lang: query.lang });
      return { ...record, about: { ...record.about, titles: [found.id] } };
    },
  };
}
