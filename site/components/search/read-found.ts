/** Reads what a search page shows: titles, people whose names match, and titles of theirs or without a word of the text. */
import { formatFilter, NO_FILTER } from "../../../worker/contract/filter.ts";
import type { PersonResult, Relaxed } from "../../../worker/contract/people.ts";
import { Problem } from "../../../worker/contract/problem.ts";
import type { RefinedQuery } from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { withoutAccents } from "../../../worker/contract/slug.ts";
import { isArticle, isEveryday } from "../../../worker/origins/catalog/text/words.ts";
import type { Notes } from "../../../worker/origins/loaded.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import { titlesOf } from "../person/filmography.ts";
import { pageRecord } from "../title/page-texts.ts";

export interface FoundTitles {
  readonly query: RefinedQuery;
  readonly notes: Notes;
  /** The corrected text that the results are for; `null`: nothing was corrected. */
  readonly corrected: string | null;
  /** How many of the best matches genre and order apply to; `null`: to all. */
  readonly limitedTo: number | null;
  readonly records: readonly TitleRecord[];
  readonly more: boolean;
  /** Whether some titles may be missing for now. */
  readonly isPartial: boolean;
}

/** Throws a Problem if the search fails. Adult titles are never listed. */
export async function findTitles(services: SiteServices, query: RefinedQuery): Promise<FoundTitles> {
  const read = await services.read("search", query);
  if (read.kind === "failed") throw read.problem;
  if (read.kind === "missing") throw new Problem("internal", "A search was answered with 404.");
  const listed = read.value.filter((record) => record.is_adult === 0);
  return {
    query,
    records: listed.map(pageRecord),
    notes: read.notes,
    corrected: read.notes.correctedText ?? null,
    limitedTo: read.notes.limitedTo ?? null,
    more: read.more,
    isPartial: read.isPartial,
  };
}

const MAX = 3;

export interface FoundPeople {
  readonly people: readonly PersonResult[];
  /** Above the titles if the text is a name and not that of the first title, and not only an everyday word of a name. */
  readonly place: "above" | "below";
}

const NOBODY: FoundPeople = { people: [], place: "below" };

/**
 * Beside titles, only people whose names have all the words; without titles, also people of similar names, unless the search is
 * exact. Filters apply to titles, so a filtered search has no people. Never rejects.
 */
export async function readPeople(
  services: Pick<SiteServices, "value">,
  { query, records, isPartial }: FoundTitles,
): Promise<FoundPeople> {
  const { text, lang, filter, paging, exact, genre } = query;
  const isFirst = (paging?.page ?? 1) === 1 && formatFilter(filter) === "" && genre === null;
  // A partial search has used up the subrequests of the platform's free plan.
  if (!isFirst || isPartial) return NOBODY;
  const people = await services.value("people", { text, lang, paging: { page: 1, limit: MAX } });
  if (people === null) return NOBODY;
  const words = wordsOf(text);
  const named = people.filter(({ name }) => {
    const parts = wordsOf(name);
    return words.every((word) => parts.includes(word));
  });
  if (named.length === 0) return records.length === 0 && !exact ? { people, place: "below" } : NOBODY;
  const isTitle = wordsOf(records[0]?.title ?? "").join(" ") === words.join(" ");
  const isNamed = named.some(({ name }) => names(text, name));
  return { people: named, place: isTitle || (records.length > 0 && !isNamed) ? "below" : "above" };
}

/** Whether the text names the person by the first or last word of the name, not only by `the` or an everyday word. */
export function names(text: string, name: string): boolean {
  const [typed, parts] = [wordsOf(text), wordsOf(name)];
  const isTelling = (word: string | undefined) =>
    word !== undefined && typed.includes(word) && !isArticle(word) && !isEveryday(word);
  return typed.every((word) => parts.includes(word)) && (isTelling(parts[0]) || isTelling(parts.at(-1)));
}

/** Never rejects. `null`: there are none, or titles match as they are. */
export async function readRelaxed(
  services: SiteServices,
  { query, records, isPartial }: FoundTitles,
  { people: [person, ...others], place }: FoundPeople,
): Promise<Relaxed | null> {
  const isFirst = (query.paging?.page ?? 1) === 1 && !query.exact && query.genre === null;
  // A partial search has used up the subrequests of the platform's free plan.
  if (!isFirst || isPartial) return null;
  if (person !== undefined && place === "above") {
    const isClear = others.length === 0 && names(query.text, person.name);
    return isClear ? await readTitlesOf(services, query, person) : null;
  }
  if (records.length > 0) return null;
  const relaxed = await readTitles(services, query);
  // A title that is spelt like the text is more likely than one that lacks a word of it.
  if (relaxed?.people.length === 0 && (await services.didYouMean(query)) !== null) return null;
  return relaxed;
}

/** The best-known titles of a person. */
async function readTitlesOf(
  services: SiteServices,
  query: FoundTitles["query"],
  { id, name }: PersonResult,
): Promise<Relaxed | null> {
  if (services.offers("relaxed")) {
    const named = await readTitles(services, { ...query, text: name, filter: NO_FILTER });
    return named?.people.length === 1 && named.people[0]?.id === id && named.kept === "" ? named : null;
  }
  const person = await services.value("person", { id, lang: query.lang, includeAdult: false });
  const titles = person === null ? [] : titlesOf(person);
  if (person === null || titles.length === 0) return null;
  return {
    people: [person],
    kept: "",
    omitted: "",
    titles: titles.map((card) => ({ ...UNKNOWN, ...card })),
  };
}

/** What a card of a title does not say. */
const UNKNOWN = { is_adult: 0, countries: "", genres: "", runtime: "0", rating: 0, plot: "" } as const;

async function readTitles(services: SiteServices, query: FoundTitles["query"]): Promise<Relaxed | null> {
  const found = await services.value("relaxed", { ...query, paging: null });
  if (found === null || found.titles.length === 0) return null;
  return { ...found, titles: found.titles.map(pageRecord) };
}

function wordsOf(text: string): string[] {
  const folded = withoutAccents(text.normalize("NFKC")).toLowerCase();
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
