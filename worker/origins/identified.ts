/** The record of a title by its id in another source, for an origin that finds ids and gives titles. */

import { parseJson } from "../contract/json.ts";
import { FindAnswer } from "../contract/people.ts";
import { MISSING } from "./loaded.ts";
import type { Capabilities } from "./origin.ts";

export function identifiedBy({
  find,
  title,
}: Pick<Capabilities, "find" | "title">): Pick<Capabilities, "identified"> {
  return {
    async identified(query) {
      const { json } = await find(query);
      const found = json === null ? null : parseJson(FindAnswer, json);
      if (found?.kind !== "title") return MISSING;
      const record = await title({ id: found.id, lang: query.lang });
      return { ...record, about: { ...record.about, titles: [found.id] } };
    },
  };
}
