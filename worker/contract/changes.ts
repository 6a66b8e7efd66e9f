/** Changes of the catalog, in order: `/v1/changes`. */
import * as v from "valibot";
import { type InferQuery, LANG, limitOf, optional, withDefault } from "./parameters.ts";
import { Id } from "./record.ts";

export const Change = v.object({
  kind: v.pipe(
    v.picklist(["title", "person", "everything"]),
    v.description("everything: another catalog was made live. Copies have to be made again."),
  ),
  id: v.optional(v.pipe(Id, v.description("Identifier of the title or person. Absent for everything."))),
  op: v.optional(
    v.pipe(
      v.picklist(["put", "remove", "merge"]),
      v.description(
        "put: new or changed. remove: the id is unknown now. merge: the id leads to into. Absent for everything.",
      ),
    ),
  ),
  into: v.optional(v.pipe(Id, v.description("merge only: the id that replaces this one."))),
  at: v.pipe(v.string(), v.isoTimestamp(), v.description("Time of the change: ISO 8601, UTC.")),
});
export type Change = v.InferOutput<typeof Change>;

export const ChangesAnswer = v.object({
  changes: v.pipe(v.array(Change), v.description("The oldest first.")),
  next: v.pipe(v.string(), v.description("The cursor for the next request, as since.")),
});
export type ChangesAnswer = v.InferOutput<typeof ChangesAnswer>;

/** An entry of the log; a request asks for the changes after it. */
export interface Cursor {
  readonly number: number;
  /** Its time, in milliseconds since 1970. Another database may have another entry of this number. */
  readonly at: number;
  /** The place of the last change that was read of its changes, from 0; `null` if all of them were. */
  readonly place: number | null;
}

/** Ten digits of base 36 are less than 2^53. */
const CURSOR_PATTERN = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})(?:\.([0-9a-z]{1,4}))?$/;
const BASE = 36;

export function formatCursor({ number, at, place }: Cursor): string {
  const entry = `${number.toString(BASE)}-${at.toString(BASE)}`;
  return place === null ? entry : `${entry}.${place.toString(BASE)}`;
}

/** `null`: malformed. */
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
    must: "must be the value of next in an earlier response",
    format: formatCursor,
    schema: { type: "string", pattern: CURSOR_PATTERN.source },
    description: "The value of next in the previous response, unchanged. Without it, changes begin now.",
    example: "1k-mi4x2v7s",
  }),
  limit: withDefault(
    100,
    limitOf(MAX_CHANGES, {
      description: `Entries per response, at most ${MAX_CHANGES.toLocaleString("en")}.`,
      example: 100,
    }),
  ),
  lang: LANG,
};

/** Changes have no text; every operation takes a language. */
export type ChangesQuery = InferQuery<typeof CHANGES>;
