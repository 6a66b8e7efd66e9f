/** Suggestions while typing: TMDB's titles and people in its own order, by one request. */
import type { SearchSuggestion } from "../../contract/people.ts";
import type { SuggestQuery } from "../../contract/people-query.ts";
import { Failure } from "../failure.ts";
import { ABSENT } from "../transport/exchange.ts";
import { kindOf } from "./candidates.ts";
import type { PeopleServices } from "./cards.ts";
import { type MultiItem, readMulti } from "./people-reading.ts";
import { cardOf } from "./record.ts";

/** Throws a Failure. */
export async function suggest(
  { text, lang, limit }: SuggestQuery,
  { ask }: Pick<PeopleServices, "ask">,
): Promise<SearchSuggestion[]> {
  const parameters = { query: text, include_adult: "false", language: lang, page: "1" };
  const answer = await ask("search/multi", parameters);
  if (answer === ABSENT) throw new Failure("status", { status: 404 });
  const { items } = readMulti(answer);
  return items.flatMap((item) => (item === null ? [] : (suggestionOf(item) ?? []))).slice(0, limit);
}

function suggestionOf(found: MultiItem): SearchSuggestion | null {
  if (found.kind === "person") {
    const { id, name, original_name, adult } = found.person;
    return adult ? null : { kind: "person", id, name: name || original_name };
  }
  const kind = kindOf(found.title);
  if (kind === null || found.title.adult) return null;
  const { id, title, year, type } = cardOf(kind, found.title);
  return { kind: "title", id, name: title, ...(year !== "" && { year }), type };
}
