/** Lists the people whose names match a query. */

import { MAX_COUNTED } from "../../contract/browse.ts";
import type { PersonResult } from "../../contract/people.ts";
import type { PeopleQuery } from "../../contract/query.ts";
import { type LoadedList, NO_RESULTS, peopleList, toSizeNotes } from "../../source/loaded.ts";
import { addCards, selectCards } from "../list/people.ts";
import type { CatalogReads } from "../store/statements.ts";
import { countPeople } from "./people-search.ts";

export async function listPeople(
  query: PeopleQuery,
  reads: CatalogReads,
): Promise<LoadedList<readonly PersonResult[]>> {
  const { page, limit } = query;
  const people = await countPeople(query.text, reads);
  if (people === null) return NO_RESULTS;
  const { ranked, further } = people;
  const total = ranked.length + further.length;
  const end = Math.min(page * limit, MAX_COUNTED);
  const start = (page - 1) * limit;
  const best = ranked.slice(start, end).map(({ candidate }) => candidate);
  const ranks = further.slice(Math.max(0, start - ranked.length), Math.max(0, end - ranked.length));
  const others = ranks.length === 0 ? [] : (await reads.read({ people: reads.people.byRank(ranks) })).people;
  const rows = [...best, ...others];
  const { cards } = await reads.read({ cards: selectCards(rows, query.lang, reads) });
  return peopleList(addCards(rows, cards), {
    more: end < MAX_COUNTED && total > end,
    notes: { list: toSizeNotes(total) },
  });
}
