/** Catalog changes in log order, as `/v1/changes` returns them. */
import * as v from "valibot";
import { createLimit, type InferQuery, LANG, optional, withDefault } from "./parameters.ts";
import { Id } from "./record.ts";

export const Change = v.object({
  kind: v.pipe(
    v.picklist(["title", "person", "everything"]),
    v.description("everything: the catalog was replaced, so copy all data again."),
  ),
  id: v.optional(v.pipe(Id, v.description("Identifier of the title or person. Absent for everything."))),
  op: v.optional(
    v.pipe(
      v.picklist(["put", "remove", "merge"]),
      v.description(
        "put: added or changed. remove: the id no longer exists. merge: the id was replaced by into. Absent for everything.",
      ),
    ),
  ),
  into: v.optional(v.pipe(Id, v.description("merge only: the id that replaces this one."))),
  at: v.pipe(v.string(), v.isoTimestamp(), v.description("Time of the change: ISO 8601, UTC.")),
});
export type Change = v.InferOutput<typeof Change>;

export const ChangesResponse = v.object({
  changes: v.pipe(v.array(Change), v.description("Changes, oldest first.")),
  next: v.pipe(v.string(), v.description("The cursor to send as since in the next request.")),
});
export type ChangesResponse = v.InferOutput<typeof ChangesResponse>;

/** The position in the log after which a request continues. */
export interface Cursor {
  readonly number: number;
  /**
   * The time of the entry in epoch milliseconds. It distinguishes entries with the same number, because a restored
   * database may assign a number again.
   */
  readonly at: number;
  /**
   * The zero-based index of the last change that has been read from this entry, or `null` if the whole entry has been
   * read.
   */
  readonly place: number | null;
}

/** Matches a cursor. Each number has at most ten base-36 digits, which keeps it below 2^53. */
const CURSOR_PATTERN = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})(?:\.([0-9a-z]{1,4}))?$/;
const BASE = 36;

export function formatCursor({ number, at, place }: Cursor): string {
  const entry = `${number.toString(BASE)}-${at.toString(BASE)}`;
  return place === null ? entry : `${entry}.${place.toString(BASE)}`;
}

function parseCursor(text: string): Cursor | null {
  const [, number, at, place] = CURSOR_PATTERN.exec(text) ?? [];
  if (number === undefined || at === undefined) return null;
  return {
    number: Number.parseInt(number, BASE),
    at: Number.parseInt(at, BASE),
    place: place === undefined ? null : Number.parseInt(place, BASE),
  };
}

const MAX_CHANGES = 1_000;
export const CHANGES = {
  since: optional<Cursor, "since">({
    name: "since",
    parse: parseCursor,
    expected: "must be the value of next in an earlier response",
    format: formatCursor,
    schema: { type: "string", pattern: CURSOR_PATTERN.source },
    description: "The value of next in the previous response, unchanged. Without it, changes begin now.",
    example: "1k-mi4x2v7s",
  }),
  limit: withDefault(
    100,
    createLimit(MAX_CHANGES, {
      description: `Entries per response, at most ${MAX_CHANGES.toLocaleString("en")}.`,
      example: 100,
    }),
  ),
  lang: LANG,
};

/** A request for changes. Changes contain no text, but every query needs a language. */
export type ChangesQuery = InferQuery<typeof CHANGES>;
