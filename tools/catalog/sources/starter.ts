/** The starter catalog as a source. */
import type { Source } from "../load/load.ts";
import { readStarter } from "../starter/read.ts";

export function starterSource(): Source {
  const titles = readStarter().sort((a, b) => b.popularity - a.popularity || a.record.id - b.record.id);
  return {
    name: "starter catalog",
    entries: () => titles.map((title) => ({ ...title, workingTitles: [] })),
    credits: () => titles.map(({ record, credits }) => [record.id, JSON.stringify(credits)] as const),
  };
}
