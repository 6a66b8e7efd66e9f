/** Single titles, their credits and titles like them. A request for a title can bring all three. */
import type { Related } from "../../contract/browse.ts";
import type { Credits } from "../../contract/credits.ts";
import type { CreditsQuery, TitleQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import { type Loaded, MISSING } from "../loaded.ts";
import type { GenreQuery, RelatedQuery, TitleLoad } from "../origin.ts";
import { ABSENT } from "../transport/exchange.ts";
import type { Asking } from "./asking.ts";
import { ENGLISH_GENRES, type Genres, subtagOf } from "./codes.ts";
import { creditsOf } from "./credits.ts";
import { PATHS, pathOf, tmdbTitle } from "./ids.ts";
import { readDetails, readGenres, readPeople, readResults } from "./reading.ts";
import { kindOf, recordOf, recordOfDetails } from "./record.ts";

/** Sections requested with the details; then those of the credits and of titles like it. */
const SECTIONS = ["translations", "external_ids", "videos"];
export const CREDITS = { movie: "credits", series: "aggregate_credits" } as const;
const SIMILAR = "recommendations";

function besides({ underWay }: Asking, id: number, section: string): Promise<unknown> | undefined {
  const asked = underWay.get(id);
  return asked?.sections.includes(section) ? asked.answer : undefined;
}

/** Throws a Failure. */
export async function credits({ id }: CreditsQuery, asking: Asking): Promise<Loaded<Credits>> {
  const title = tmdbTitle(id);
  if (title === null) return MISSING;
  const section = CREDITS[title.kind];
  const alone = () => asking.ask(pathOf(title), { append_to_response: section });
  const answer = await (besides(asking, id, section) ?? alone());
  if (answer === ABSENT) return MISSING;
  const read = readPeople(answer, section);
  asking.noteDropped("credits", read.dropped);
  return { value: creditsOf(id, read) };
}

/** In the language, else the original: English titles would take a request of their own. Throws a Failure. */
export async function related(
  { id, lang, onlyNames }: RelatedQuery,
  asking: Asking,
): Promise<Loaded<Related>> {
  const title = tmdbTitle(id);
  const none: Related = { names: null, similar: [], namesakes: [] };
  if (title === null || onlyNames) return { value: none };
  const beside = besides(asking, id, SIMILAR);
  const answer = await (beside ?? asking.ask(`${pathOf(title)}/${SIMILAR}`, { language: lang }));
  if (answer === ABSENT) return { value: none };
  const page = readResults(beside === undefined ? answer : Object(answer)[SIMILAR]);
  asking.noteDropped("similar", page.dropped);
  const similar = page.items.flatMap((item) => {
    if (item === null || item.adult) return [];
    const kind = kindOf(item) ?? title.kind;
    return [{ ...recordOf(kind, item, lang, ENGLISH_GENRES[kind]), plot: "" }];
  });
  return { value: { ...none, similar }, about: { titles: similar.map((other) => other.id) } };
}

/** `isSecondary`: without a retry, and not counted towards the circuit. Throws a Failure. */
export async function title(
  { id, lang, withCredits, withSimilar }: TitleLoad,
  { ask, underWay }: Asking,
  isSecondary = false,
): Promise<Loaded<TitleRecord>> {
  const title = tmdbTitle(id);
  if (title === null) return MISSING;
  const sections = [...(withCredits ? [CREDITS[title.kind]] : []), ...(withSimilar ? [SIMILAR] : [])];
  const parameters = {
    language: lang,
    append_to_response: [...SECTIONS, ...sections].join(","),
    include_video_language: [...new Set([lang, "en"])].join(","),
  };
  const asked = ask(pathOf(title), parameters, { isSecondary });
  if (sections.length > 0) underWay.set(id, { sections, answer: asked });
  const answer = await asked.finally(() => underWay.delete(id));
  if (answer === ABSENT) return MISSING;
  const details = readDetails(answer);
  const { record, ...notes } = recordOfDetails(title.kind, details, lang, ENGLISH_GENRES[title.kind]);
  const votes = details.vote_count > 0 ? details.vote_count : undefined;
  const originalLanguage = subtagOf(details.original_language) || undefined;
  return { value: { ...record, id }, about: { votes, originalLanguage, ...notes } };
}

/** A title beside a list, asked for only where `isAsked`. `null`: TMDB does not have it. `undefined`: unknown, or TMDB failed. */
export async function titleBeside(
  query: TitleQuery,
  asking: Asking,
  isAsked: boolean,
): Promise<TitleRecord | null | undefined> {
  const load = isAsked ? () => title(query, asking, true) : undefined;
  const stored = await asking.askStored("title", query, load).catch(() => null);
  // A record that is stale because TMDB failed must not become part of a response that counts as new.
  return stored === null || stored.isLastResort ? undefined : stored.value;
}

/** Names by number. `undefined`: TMDB failed. */
export async function genreNames(query: GenreQuery, asking: Asking): Promise<Genres | undefined> {
  const { ask, askStored } = asking;
  const stored = await askStored("genres", query, async ({ kind, lang }) => {
    const answer = await ask(`genre/${PATHS[kind]}/list`, { language: lang }, { isSecondary: true });
    return { value: readGenres(answer) };
  }).catch(() => null);
  return stored?.value ?? undefined;
}
