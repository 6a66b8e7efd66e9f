/**
 * Finds the leads of changed titles and the titles like them, as a load does. Compares them with fewer titles
 * (`compared.ts`).
 */
import { isDeepStrictEqual } from "node:util";
import { unpackLeads } from "../../../worker/catalog/store/alike.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { findMakers, Likeness } from "../load/likeness.ts";
import type { Compared } from "./compared.ts";
import type { Part, StoredTitle } from "./stored.ts";

/** Finds the lists of new titles, and of those that differ in what is compared. */
export function findAlike(
  part: Part,
  { titles, compared }: Part & { readonly compared: readonly Compared[] },
): void {
  const changed = [...part.titles.values()].filter(
    (title) => !isDeepStrictEqual(traitsOf(title), traitsOf(titles.get(title.id))),
  );
  if (changed.length === 0) return;
  const likeness = new Likeness();
  const places = new Map<number, number>();
  const others = compared.filter(({ id }) => !titles.has(id) && !part.titles.has(id));
  for (const title of [...part.titles.values(), ...others].sort((one, other) => one.rank - other.rank)) {
    const isChanged = "entry" in title;
    likeness.addMakers(isChanged ? findMakers(JSON.parse(title.credits ?? "{}")) : unpackLeads(title.leads));
    const isAdult = isChanged && title.entry.record.is_adult === 1;
    likeness.add(isChanged ? title.entry : toEntry(title), {
      credits: places.size,
      words: isAdult ? null : [],
    });
    places.set(title.id, places.size);
  }
  likeness.group();
  for (const title of changed) {
    const [leads, similar] = likeness.listOf(places.get(title.id) ?? 0);
    part.titles.set(title.id, { ...title, leads, similar });
  }
}

/**
 * Returns the data of a title that is compared. Votes are left out, because they change every night, and a list from a
 * load is better.
 */
function traitsOf(title: StoredTitle | undefined) {
  if (title === undefined) return null;
  const { record, facts } = title.entry;
  const { title: name, type, is_adult, year, genres, countries } = record;
  const makers = findMakers(JSON.parse(title.credits ?? "{}"));
  return { name, type, is_adult, year, genres, countries, makers, collection: facts.collection };
}

function toEntry({ record, language, votes }: Compared) {
  const parsed: TitleRecord = JSON.parse(record);
  return { record: parsed, facts: { ...(language !== null && { language }), votes: votes ?? 0 } };
}
