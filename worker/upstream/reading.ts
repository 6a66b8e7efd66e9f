/**
 * Parses upstream responses into the contract's shape. Tolerates numbers as strings, missing and unknown fields, null
 * instead of strings, and missing groups. Entries that cannot be repaired are dropped and counted. A response with a
 * completely different shape is rejected.
 */
import * as v from "valibot";
import { buildCrewGroups, CREW_GROUPS, type Credits, uniqueCredits } from "../contract/credits.ts";
import { Id, ImagePath, type TitleRecord } from "../contract/record.ts";
import { Failure } from "../source/failure.ts";

const scalar = v.union([v.string(), v.number()]);
const text = v.fallback(
  v.pipe(
    scalar,
    v.transform((value) => String(value).toWellFormed()),
  ),
  "",
);
const names = v.fallback(
  v.union([
    v.pipe(
      v.array(v.string()),
      v.transform((list) => list.join(", ").toWellFormed()),
    ),
    text,
  ]),
  "",
);
/** An id, as a number or as a string of digits. */
export const id = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))]),
  Id,
);
const imagePath = v.fallback(v.nullable(ImagePath), null);
const flag = v.fallback(
  v.pipe(
    v.union([v.boolean(), v.picklist([0, 1, "0", "1"])]),
    v.transform((value): 0 | 1 => (Number(value) === 1 ? 1 : 0)),
  ),
  0,
);
const year = v.fallback(
  v.pipe(
    scalar,
    v.transform((value) => /^\d{4}(?!\d)/.exec(String(value).trim())?.[0] ?? ""),
  ),
  "",
);
const runtime = v.fallback(v.pipe(scalar, v.transform(String), v.trim(), v.regex(/^\d+(\.\d+)?$/)), "0");
const rating = v.fallback(v.pipe(scalar, v.transform(Number), v.finite()), 0);

const Record = v.object({
  id,
  is_adult: flag,
  type: text,
  title: text,
  original_title: text,
  year,
  countries: names,
  genres: names,
  runtime,
  rating,
  plot: text,
  poster: imagePath,
});

const person = { id, name: text, profile_path: imagePath };
const Cast = v.object({ ...person, character: text });
const Crew = v.object({ ...person, job: text });

/** A parsed value, and the number of entries that were dropped. */
export interface ReadRecords<T> {
  readonly value: T;
  readonly dropped: number;
}

/**
 * Parses search results. Throws a Failure `wrong-shape` unless the response is an array that is empty or has at least
 * one usable entry.
 */
export function readRecordList(response: unknown): ReadRecords<TitleRecord[]> {
  if (!Array.isArray(response)) throw new Failure("wrong-shape");
  const read = readEntries(Record, response);
  if (read.value.length === 0 && read.dropped > 0) throw new Failure("wrong-shape");
  return read;
}

/**
 * Parses credits. A repeated entry is returned once. Throws a Failure `wrong-shape` if the response is not an object with
 * an id or a group, or if none of its entries is usable.
 */
export function readCredits(response: unknown, requestedId: number): ReadRecords<Credits> {
  const object = v.safeParse(v.record(v.string(), v.unknown()), response);
  if (!object.success || Array.isArray(response)) throw new Failure("wrong-shape");
  const groups = object.output;
  if (!["id", "cast", ...CREW_GROUPS].some((name) => name in groups)) {
    throw new Failure("wrong-shape");
  }
  let dropped = 0;
  let entryCount = 0;
  function group<S extends typeof Cast | typeof Crew>(schema: S, name: string): v.InferOutput<S>[] {
    const entries = groups[name] ?? [];
    if (!Array.isArray(entries)) throw new Failure("wrong-shape");
    const read = readEntries(schema, entries);
    dropped += read.dropped;
    entryCount += read.value.length;
    return uniqueCredits(read.value);
  }
  const value: Credits = {
    id: v.parse(v.fallback(id, requestedId), groups.id),
    cast: group(Cast, "cast"),
    ...buildCrewGroups((name) => group(Crew, name)),
  };
  if (dropped > 0 && entryCount === 0) throw new Failure("wrong-shape");
  return { value, dropped };
}

function readEntries<S extends typeof Record | typeof Cast | typeof Crew>(
  schema: S,
  entries: readonly unknown[],
): ReadRecords<v.InferOutput<S>[]> {
  const value = entries.map((entry) => v.safeParse(schema, entry)).filter((read) => read.success);
  return { value: value.map((read) => read.output), dropped: entries.length - value.length };
}
