/** Records as the catalog stores them, ready to send, as one array. */
import type { LoadedList } from "../loaded.ts";

/** `corrected`: the text that the records are for, if the text asked for was corrected. */
export function recordList(
  records: readonly string[],
  corrected: string | null = null,
): Pick<LoadedList, "json" | "isEmpty" | "about"> {
  return {
    json: `[${records.join(",")}]`,
    isEmpty: records.length === 0,
    about: { titles: records.map(idOf), correctedText: corrected ?? undefined },
  };
}

/** The id is the first field of every record (`contract/record.ts`): the rest need not be parsed for it. */
function idOf(record: string): number {
  return Number(/^\{"id":(\d+)/.exec(record)?.[1]);
}
