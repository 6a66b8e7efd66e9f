/** Names of files matched to titles: `/v1/match`, and lists that do not fit into an address, sent as JSON. */
import * as v from "valibot";
import { parseJson } from "./json.ts";
import { type InferQuery, LANG, type Parameter, type Parameters, readQuery, refusal } from "./parameters.ts";
import { EXTERNAL_SOURCES, FindAnswer } from "./people.ts";
import { ADULT, type FindQuery, isExternalId } from "./query.ts";
import { TitleRecord } from "./record.ts";

/** Code points of a name. */
export const LONGEST_NAME = 1_000;
/** Names, or ids, in one request. */
export const MAX_LIST = 100;

export const NAME: Parameter<string, "name"> = {
  name: "name",
  parse: parseName,
  must: `must be a file name or a path of 1 to ${LONGEST_NAME} characters`,
  schema: { type: "string", minLength: 1, maxLength: LONGEST_NAME },
  description: `Name of a file, or a path, 1–${LONGEST_NAME} characters.`,
  example: "The.Matrix.1999.1080p.BluRay.x264-GRP.mkv",
};
export const MATCH = { name: NAME, lang: LANG, includeAdult: ADULT };
export type MatchQuery = InferQuery<typeof MATCH>;

/** `null`: blank or too long. */
function parseName(value: string): string | null {
  const name = value.toWellFormed();
  return name.trim() === "" || [...name].length > LONGEST_NAME ? null : name;
}

/** Throws a Problem `invalid-parameter` that names every name it refuses. */
export function parseMatches(body: string): MatchQuery[] {
  const { name, ...beside } = MATCH;
  return readList(body, { field: "names", item: name, beside }).map(([name, values]) => ({
    name,
    ...values,
  }));
}

const EXTERNAL_ID: ListItem<Omit<FindQuery, "lang">> = {
  parse(text) {
    const [name, external = ""] = text.split(":", 2);
    const source = EXTERNAL_SOURCES.find((known) => known === name);
    const isId = source !== undefined && isExternalId(source, external) && text === `${source}:${external}`;
    return isId ? { source, external } : null;
  },
  must: `must be a source and an id such as imdb:tt0133093; the sources are ${EXTERNAL_SOURCES.join(", ")}`,
};

/** Throws a Problem `invalid-parameter` that names every id it refuses. */
export function parseFinds(body: string): FindQuery[] {
  const ids = readList(body, { field: "ids", item: EXTERNAL_ID, beside: { lang: LANG } });
  return ids.map(([id, values]) => ({ ...id, ...values }));
}

type ListItem<T> = Pick<Parameter<T>, "parse" | "must">;

interface ListSpec<T, P extends Parameters> {
  readonly field: string;
  readonly item: ListItem<T>;
  readonly beside: P;
}

const Body = v.record(v.string(), v.unknown());

/**
 * A body of JSON: a list of strings, each with the parameters beside the list, which are strings or numbers. Other fields are
 * ignored.
 */
function readList<T, P extends Parameters>(
  body: string,
  { field, item, beside }: ListSpec<T, P>,
): [T, InferQuery<P>][] {
  const parsed = parseJson(Body, body);
  if (parsed === null) throw refusal({ parameter: "body", detail: "must be a JSON object" });
  const list = parsed[field];
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_LIST)
    throw refusal({ parameter: field, detail: `must be an array of 1 to ${MAX_LIST} strings` });
  const given = new URLSearchParams();
  for (const { name } of Object.values(beside)) {
    const value = parsed[name];
    if (value === undefined) continue;
    if (typeof value !== "string" && typeof value !== "number")
      throw refusal({ parameter: name, detail: "must be a string" });
    given.set(name, String(value));
  }
  const names = list.map((_, at) => `${field}[${at}]`);
  const items = names.map((name) => [name, { ...item, name, isInPath: true }]);
  const texts = list.map((text, at) => [names[at], typeof text === "string" ? text : ""]);
  const parameters = { ...beside, ...Object.fromEntries(items) };
  const read: Readonly<Record<string, unknown>> = readQuery(parameters, given, Object.fromEntries(texts));
  const values = Object.fromEntries(Object.keys(beside).map((name) => [name, read[name]]));
  return names.map((name) => [read[name] as T, values as InferQuery<P>]);
}

/** The fields parsed from the name of a file. */
export const ParsedName = v.strictObject({
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
export type ParsedName = v.InferOutput<typeof ParsedName>;

export const FileMatch = v.strictObject({
  title: TitleRecord,
  confidence: v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(1),
    v.description("Probability that the title is the right one."),
  ),
});
export type FileMatch = v.InferOutput<typeof FileMatch>;

export const MatchAnswer = v.strictObject({
  name: v.pipe(v.string(), v.description("The name as sent.")),
  read: ParsedName,
  match: v.pipe(v.nullable(FileMatch), v.description("The title; null if none is certain enough.")),
  others: v.pipe(v.array(FileMatch), v.maxLength(5), v.description("Other titles, likeliest first.")),
});
export type MatchAnswer = v.InferOutput<typeof MatchAnswer>;

/** In the order of the names. */
export const MatchesAnswer = v.array(MatchAnswer);

/** In the order of the ids; `null`: unknown id. */
export const FindsAnswer = v.array(v.nullable(FindAnswer));
