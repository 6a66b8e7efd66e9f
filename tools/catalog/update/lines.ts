/**
 * The changes of an update in files, JSON Lines of
 *
 *     {"op": "put", "title": {…a line of titles…}, "credits": {…}, "akas": [{…}], "translations": [{…}]}
 *     {"op": "remove", "title": 603}
 *     {"op": "merge", "title": 604, "into": 603}
 *     {"op": "put", "person": {…a line of people…}}
 *
 * whose parts are read as the files of a load are (`json-lines.ts`).
 */
import { statSync } from "node:fs";
import * as v from "valibot";
import { id } from "../../../worker/upstream/reading.ts";
import { CommandError } from "../../options.ts";
import type { OtherId } from "../load/load.ts";
import { otherNamesOf } from "../load/people.ts";
import type { CatalogEntry } from "../load/rows.ts";
import { assertStorableRecord } from "../load/writer.ts";
import { mergeParts } from "../sources/given.ts";
import {
  parsedLine,
  readAlias,
  readCreditsOf,
  readPerson,
  readTitle,
  readTranslation,
} from "../sources/json-lines.ts";
import { type IgnoreField, type LineFile, lineFile, numberedLines } from "../sources/lines.ts";
import type { LoadReport } from "../sources/load-report.ts";
import { checkedTitle } from "../sources/staging.ts";

/** What is absent stays as it is. */
export interface PutTitle {
  readonly op: "put";
  readonly kind: "title";
  readonly id: number;
  readonly entry: Pick<CatalogEntry, "record"> & Partial<CatalogEntry>;
  /** Facts that replace those of the same name. */
  readonly facts?: CatalogEntry["facts"] | undefined;
  /** JSON. */
  readonly credits?: string | null | undefined;
  readonly external?: readonly OtherId[] | undefined;
}

/** What is absent stays as it is. */
export interface PutPerson {
  readonly op: "put";
  readonly kind: "person";
  readonly id: number;
  /** One per line. */
  readonly otherNames?: string | undefined;
  readonly external?: readonly OtherId[] | undefined;
}

export type CatalogChange =
  | PutTitle
  | PutPerson
  | { readonly op: "remove"; readonly kind: "title"; readonly id: number }
  | { readonly op: "merge"; readonly kind: "title"; readonly id: number; readonly into: number };

export interface PlacedChange {
  readonly change: CatalogChange;
  /** File and line, or the source. */
  readonly place: string;
}

/** A line that cannot be applied. */
export class LineError extends CommandError {
  override readonly name = "LineError";

  constructor(place: string, id: number | string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${place}: ${id === "" ? "" : `id ${id}: `}${reason}`, { cause });
  }
}

/** Ends with the first line that cannot be read. */
export async function* changesIn(
  paths: readonly string[],
  report: LoadReport,
): AsyncGenerator<PlacedChange | LineError> {
  for (const file of paths.map(fileAt)) {
    for await (const [line, text] of numberedLines(file)) {
      const place = `${file.path}:${line}`;
      const shown = /"(?:id|title)":\s*"?(\d+)/.exec(text)?.[1] ?? "";
      const reasons: string[] = [];
      try {
        yield { change: changeIn(text, (reason) => reasons.push(reason)), place };
      } catch (thrown) {
        yield new LineError(place, shown, thrown);
        return;
      }
      report.loaded(reasons.map((reason) => ({ file: file.path, line, id: Number(shown), reason })));
    }
  }
}

function fileAt(path: string): LineFile {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandError(`No such file: ${path}`);
  if (found.isDirectory())
    throw new CommandError(`${path} is a folder; to apply what differs: update --from`);
  return lineFile(path);
}

const object = v.record(v.string(), v.unknown());
const list = v.optional(v.array(object));
const Line = v.variant("op", [
  v.strictObject({ op: v.literal("remove"), title: id }),
  v.strictObject({ op: v.literal("merge"), title: id, into: id }),
  v.strictObject({
    op: v.literal("put"),
    title: v.optional(object),
    person: v.optional(object),
    credits: v.optional(object),
    akas: list,
    translations: list,
  }),
]);
type Put = Extract<v.InferOutput<typeof Line>, { op: "put" }>;

/** Throws if the line is malformed. */
function changeIn(text: string, ignore: IgnoreField): CatalogChange {
  const line = v.parse(Line, parsedLine(text, ignore));
  if (line.op === "remove") return { op: "remove", kind: "title", id: line.title };
  if (line.op === "merge") {
    if (line.title === line.into) throw new Error("a title cannot be merged into itself");
    return { op: "merge", kind: "title", id: line.title, into: line.into };
  }
  const { op, person, ...ofTitle } = line;
  if (person === undefined) return titleIn(line, ignore);
  if (Object.keys(ofTitle).length > 0) throw new Error("a person needs a line of their own");
  const { names, ...given } = readPerson(person, ignore);
  return {
    op,
    kind: "person",
    ...given,
    otherNames: names && otherNamesOf({ otherNames: names }).join("\n"),
  };
}

function titleIn({ op, title, credits, akas, translations }: Put, ignore: IgnoreField): PutTitle {
  if (title === undefined) throw new Error("it has neither a title nor a person");
  const { record: given, external, ...part } = readTitle(title, ignore);
  const record = checkedTitle(given, ignore);
  const { facts, ...merged } = mergeParts([
    part,
    { aliases: akas?.map((aka) => readAlias(aka, ignore)) },
    { translations: translations?.map((other) => readTranslation(other, ignore)) },
  ]);
  const creditsJson = credits && readCreditsOf(record.id, credits, ignore);
  for (const json of [JSON.stringify(record), creditsJson ?? ""]) assertStorableRecord(json);
  const ofTmdb = record.type === "series" ? "tmdb-tv" : "tmdb-movie";
  const ids = external?.map(([source, other]): OtherId => [source === "tmdb" ? ofTmdb : source, other]);
  const entry = { record, ...merged };
  return { op, kind: "title", id: record.id, entry, facts, credits: creditsJson, external: ids };
}
