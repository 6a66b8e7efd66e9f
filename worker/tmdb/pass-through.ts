/**
 * Forwards requests to TMDB's API and returns the responses unchanged. Responses are only read to find ids for purge
 * tags, empty lists and air dates.
 */
import * as v from "valibot";
import { type ParameterError, Problem } from "../contract/problem.ts";
import { Failure, originProblem } from "../source/failure.ts";
import { Json, type Loaded, type LoadedList, MISSING } from "../source/loaded.ts";
import type { TmdbApiQuery } from "../source/source.ts";
import type { Verbatim } from "../source/transport/body.ts";
import { ABSENT } from "../source/transport/exchange.ts";
import type { Transport } from "../source/transport/transport.ts";
import { contractId, MAX_TMDB_ID } from "./ids.ts";

/** Requests a path from TMDB. Throws a Problem. */
export async function passThrough(query: TmdbApiQuery, ask: Transport): Promise<Loaded | LoadedList> {
  const response = await reportRejection(ask.verbatim(query.path, query.parameters));
  return response === ABSENT ? MISSING : loadedFrom(query, response);
}

/** Reports a 400 or 422 from TMDB as an error in the request, and all other statuses as failures of the source. */
async function reportRejection(work: Promise<Verbatim | typeof ABSENT>): Promise<Verbatim | typeof ABSENT> {
  try {
    return await work;
  } catch (thrown) {
    const refused = thrown instanceof Failure && (thrown.status === 400 || thrown.status === 422);
    if (!refused) throw originProblem(thrown);
    const errors: ParameterError[] = [{ parameter: "a parameter", detail: "was refused by the source" }];
    throw new Problem("invalid-parameter", "The data source rejected a parameter.", { errors });
  }
}

function loadedFrom({ path, group }: TmdbApiQuery, { text, json }: Verbatim): Loaded | LoadedList {
  const isList = group !== "details" && group !== "settings";
  const ids = tagged(path, json);
  const airs = group === "details" ? datesIn(json) : [];
  return { value: new Json(text), isEmpty: isList && hasNoEntries(json), ids, airs };
}

const Members = v.record(v.string(), v.unknown());

/** Returns true if all lists in the response are empty. */
export function hasNoEntries(json: unknown): boolean {
  const lists = v.is(Members, json) ? Object.values(json).filter(Array.isArray) : [];
  return lists.length > 0 && lists.every(({ length }) => length === 0);
}

const Episode = v.object({ air_date: v.string() });
/** The members that contain episodes in the details of a series or season. */
const EPISODES = ["last_episode_to_air", "next_episode_to_air", "episodes"];

/** Returns the air dates of the episodes in the details. */
function datesIn(json: unknown): string[] {
  const whole = v.is(Members, json) ? json : {};
  const episodes = [whole, ...EPISODES.flatMap((name) => whole[name])];
  return episodes.flatMap((episode) => (v.is(Episode, episode) ? episode.air_date : []));
}

const Entry = v.object({
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TMDB_ID)),
  media_type: v.optional(v.string()),
});
/** The kind of the entries in each list, for entries without `media_type`. `null` if the kind depends on the path. */
const LISTS = new Map([
  ["results", null],
  ["movie_results", "movie"],
  ["tv_results", "tv"],
  ["person_results", "person"],
  ["cast", "person"],
  ["crew", "person"],
  ["guest_stars", "person"],
  ["created_by", "person"],
  ["person", "person"],
  ["media", null],
  ["episodes", "episode"],
  ["known_for", "movie"],
  ["items", "movie"],
  ["parts", "movie"],
]);

/** Returns the contract ids of all titles and people in the response, including appended sections. */
function tagged(path: string, json: unknown): { titles: number[]; people: number[] } {
  const titles = new Set<number>();
  const people = new Set<number>();
  const [of = "", number = "", section = ""] = path.split("/");
  const listed = /(?:^|\/)(tv|person)(?=\/|$)/.exec(path)?.[1] ?? "movie";
  const whole = v.is(Members, json) ? json : {};
  // Paths with `latest` or an IMDb id do not contain the TMDB number, so it is read from the response.
  const mainId = /^\d+$/.test(number) ? Number(number) : whole.id;
  if (v.is(Entry.entries.id, mainId)) add(of, mainId);
  for (const [name, members] of [[section, whole], ...Object.entries(whole)] as const) {
    if (v.is(Members, members)) addEntries(members, name);
  }
  return { titles: [...titles], people: [...people] };

  /** Adds the entries of a section, and the entries nested in them, such as the titles a person is known for. */
  function addEntries(members: v.InferOutput<typeof Members>, name: string): void {
    for (const [list, kind] of LISTS) {
      for (const entry of [members[list]].flat()) {
        if (v.is(Entry, entry)) add(entry.media_type ?? kindIn(name, list, kind), entry.id);
        if (v.is(Members, entry)) addEntries(entry, name);
      }
    }
  }

  function add(kind: string, number: number): void {
    if (kind === "person") people.add(number);
    else if (kind === "movie") titles.add(contractId({ kind: "movie", number }));
    else if (kind === "tv") titles.add(contractId({ kind: "series", number }));
  }

  /** Returns the kind of the entries in a list that have no `media_type`. */
  function kindIn(name: string, list: string, kind: string | null): string {
    if (list === "media") return String(whole.media_type);
    const [, credited] = /^(movie|tv)_credits$/.exec(name) ?? [];
    return credited ?? kind ?? listed;
  }
}
