/** Names of files matched to titles: `/v1/match`, and lists that do not fit into an address, sent as JSON. */
import * as v from "valibot";
import { parseJson } from "./json.ts";
import { type Parameters, readParameters } from "./parameters.ts";
import { EXTERNAL_SOURCES, FindAnswer } from "./people.ts";
import { type FindQuery, isExternalId } from "./people-query.ts";
import { Problem } from "./problem.ts";
import { parseAdult, parseLang } from "./query.ts";
import { TitleRecord } from "./record.ts";

/** Code points of a name. */
export const LONGEST_NAME = 1_000;
/** Names, or ids, in one request. */
export const MAX_LIST = 100;

export interface MatchQuery {
  readonly name: string;
  readonly lang: string;
  readonly includeAdult: boolean;
}

const NAME_MUST = `must be a file name or a path of 1 to ${LONGEST_NAME} characters`;

export function parseMatch(values: URLSearchParams): MatchQuery {
  return readParameters(values, (parameters) => {
    if (parameters.get("name") === null) parameters.refuse("name", NAME_MUST);
    const name = parameters.read("name", { otherwise: "", parse: parseName, must: NAME_MUST });
    return { name, lang: parseLang(parameters), includeAdult: parseAdult(parameters) };
  });
}

/** `null`: blank or too long. */
function parseName(value: string): string | null {
  const name = value.toWellFormed();
  return name.trim() === "" || [...name].length > LONGEST_NAME ? null : name;
}

/** Throws a Problem `invalid-parameter` that names every name it refuses. */
export function parseMatches(body: string): MatchQuery[] {
  return readList(body, "names", (names, parameters) => {
    const lang = parseLang(parameters);
    const includeAdult = parseAdult(parameters);
    return names.map((value, at) => {
      const name = typeof value === "string" ? parseName(value) : null;
      if (name === null) parameters.refuse(`names[${at}]`, NAME_MUST);
      return { name: name ?? "", lang, includeAdult };
    });
  });
}

const ID_MUST = `must be a source and an id such as imdb:tt0133093; the sources are ${EXTERNAL_SOURCES.join(", ")}`;

/** Throws a Problem `invalid-parameter` that names every id it refuses. */
export function parseFinds(body: string): FindQuery[] {
  return readList(body, "ids", (ids, parameters) => {
    const lang = parseLang(parameters);
    return ids.map((value, at) => {
      const id = typeof value === "string" ? value : "";
      const [name, external = ""] = id.split(":", 2);
      const source = EXTERNAL_SOURCES.find((known) => known === name);
      const isId = source !== undefined && isExternalId(source, external) && id === `${source}:${external}`;
      if (!isId) parameters.refuse(`ids[${at}]`, ID_MUST);
      return { source: source ?? "imdb", external, lang };
    });
  });
}

const Body = v.record(v.string(), v.unknown());
const PARAMETERS = ["lang", "include_adult"];

/** A body of JSON: a list, and parameters beside it, as strings or numbers. Other fields are ignored. */
function readList<T>(
  body: string,
  field: string,
  read: (list: readonly unknown[], parameters: Parameters) => T,
): T {
  const parsed = parseJson(Body, body);
  if (parsed === null) throw refused("body", "must be a JSON object");
  const list = parsed[field];
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_LIST) {
    throw refused(field, `must be an array of 1 to ${MAX_LIST} strings`);
  }
  const values = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = parsed[name];
    if (value === undefined) continue;
    if (typeof value !== "string" && typeof value !== "number") throw refused(name, "must be a string");
    values.set(name, String(value));
  }
  return readParameters(values, (parameters) => read(list, parameters));
}

function refused(parameter: string, detail: string): Problem {
  return new Problem("invalid-parameter", `${parameter} ${detail}.`, { errors: [{ parameter, detail }] });
}

/** What a name says. */
export const Reading = v.strictObject({
  title: v.pipe(v.string(), v.description("The title; empty if the name contains none.")),
  year: v.pipe(v.nullable(v.string()), v.description("Year in the name.")),
  type: v.pipe(v.nullable(v.literal("series")), v.description("series, if the name says so.")),
  season: v.pipe(v.nullable(v.number()), v.description("Number of the season.")),
  episodes: v.pipe(v.array(v.number()), v.description("Numbers of the episodes, a range in full.")),
  date: v.optional(v.pipe(v.string(), v.description("Date of a daily episode, as in 2024-05-01."))),
  part: v.pipe(
    v.nullable(v.string()),
    v.description("Disc, as in cd1 or disc 2; extra for trailers, samples and other extras."),
  ),
  edition: v.pipe(v.nullable(v.string()), v.description("Edition as written, dots as spaces.")),
});
export type Reading = v.InferOutput<typeof Reading>;

export const Match = v.strictObject({
  title: TitleRecord,
  confidence: v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(1),
    v.description("Probability that the title is the right one."),
  ),
});
export type Match = v.InferOutput<typeof Match>;

export const MatchAnswer = v.strictObject({
  name: v.pipe(v.string(), v.description("The name as sent.")),
  read: Reading,
  match: v.pipe(v.nullable(Match), v.description("The title; null if none is certain enough.")),
  others: v.pipe(v.array(Match), v.maxLength(5), v.description("Other titles, likeliest first.")),
});
export type MatchAnswer = v.InferOutput<typeof MatchAnswer>;

/** In the order of the names. */
export const MatchesAnswer = v.array(MatchAnswer);

/** In the order of the ids; `null`: unknown id. */
export const FindsAnswer = v.array(v.nullable(FindAnswer));
