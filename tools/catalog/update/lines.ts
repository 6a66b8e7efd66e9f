/**
 * Parses the changes of an update from JSON Lines:
 *
 *     {"op": "put", "title": {…a line of titles…}, "credits": {…}, "akas": [{…}], "translations": [{…}], "episodes": [{…}],
 *       "seasons": [{…}]}
 *     {"op": "remove", "title": 603}
 *     {"op": "merge", "title": 604, "into": 603}
 *     {"op": "put", "person": {…a line of people…}}
 *
 * Credits, akas and the other parts have the same format as in the files of a load (`json-lines.ts`). `title` may be
 * an id if the title's own fields do not change.
 */
import { statSync } from "node:fs";
import * as v from "valibot";
import { CREW_GROUPS } from "../../../worker/contract/credits.ts";
import type { Life } from "../../../worker/contract/facts.ts";
import { id } from "../../../worker/upstream/reading.ts";
import { CommandError } from "../../options.ts";
import type { OtherId } from "../load/load.ts";
import type { CatalogEntry } from "../load/rows.ts";
import { type SeasonPart, type StoredSeason, uniqueParts } from "../load/seasons.ts";
import { assertStorableRecord } from "../load/writer.ts";
import { mergeParts } from "../sources/given.ts";
import {
  noteUnread,
  parsedLine,
  readAlias,
  readCreditsOf,
  readEpisode,
  readPerson,
  readSeason,
  readTitle,
  readTranslation,
} from "../sources/json-lines.ts";
import { type LineFile, lineFile, numberedLines } from "../sources/lines.ts";
import type { Fault, LoadReport } from "../sources/load-report.ts";
import {
  type IgnoreField,
  list,
  Malformed,
  object,
  PERSON_IDS,
  readFields,
  id as readId,
  required,
} from "../sources/values.ts";

/** A title to insert or update. In an update, absent fields keep their values. */
export interface PutTitle {
  readonly op: "put";
  readonly kind: "title";
  readonly id: number;
  readonly entry: Partial<CatalogEntry>;
  /** The facts to replace. Other facts keep their values. */
  readonly facts?: CatalogEntry["facts"] | undefined;
  /** The credits as JSON. */
  readonly credits?: string | null | undefined;
  /** The external ids. The source `tmdb` is used for both films and series. */
  readonly external?: readonly OtherId[] | undefined;
  readonly seasons?: readonly StoredSeason[] | undefined;
  /**
   * The parts of seasons to replace. New episodes replace all episodes of the series, and new descriptions replace
   * all descriptions of its seasons.
   */
  readonly seasonParts?: { readonly [Kind in "seasons" | "episodes"]: readonly SeasonPart[] | undefined };
  /** The fields of the record and the members that the line does not have in a readable form. */
  readonly unread?: ReadonlySet<string>;
}

/** A person to update. Absent fields keep their values. */
export interface PutPerson {
  readonly op: "put";
  readonly kind: "person";
  readonly id: number;
  readonly otherNames?: readonly string[] | undefined;
  /** The dates and places to replace. */
  readonly life?: Life;
  readonly external?: readonly OtherId[] | undefined;
}

export type CatalogChange =
  | PutTitle
  | PutPerson
  | { readonly op: "remove"; readonly kind: "title"; readonly id: number }
  | { readonly op: "merge"; readonly kind: "title"; readonly id: number; readonly into: number };

export interface PlacedChange {
  readonly change: CatalogChange;
  /** The file and line of the change, or the name of the source. */
  readonly place: string;
}

/** The error for a line that cannot be read or applied. */
export class LineError extends CommandError {
  override readonly name = "LineError";

  constructor(place: string, id: number | string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${place}: ${id === "" ? "" : `id ${id}: `}${reason}`, { cause });
  }
}

/** Yields the changes in the files. Ends after a LineError if a line cannot be read. */
export async function* changesIn(
  paths: readonly string[],
  report: LoadReport,
): AsyncGenerator<PlacedChange | LineError> {
  for (const file of paths.map(fileAt)) {
    for await (const [line, text] of numberedLines(file)) {
      const place = `${file.path}:${line}`;
      const shown = /"(?:id|title)":\s*"?(\d+)/.exec(text)?.[1] ?? "";
      const ignored: Fault[] = [];
      const ignore: IgnoreField = (reason, field, value) =>
        ignored.push({ file: file.path, line, id: Number(shown), reason, field, value });
      try {
        yield { change: changeIn(text, ignore), place };
      } catch (thrown) {
        report.endFile(file.path);
        yield new LineError(place, shown, thrown);
        return;
      }
      report.loaded(ignored, { isMalformed: ignored.some(({ field }) => MEMBERS.has(field ?? "")) });
    }
    report.endFile(file.path);
  }
}

/** The members that contain other values. A line in which one of them is malformed counts as malformed. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...["credits", "cast", ...CREW_GROUPS, "external", "aliases", "akas", "translations", "also_known_as"],
  ...["episodes", "seasons"],
]);

function fileAt(path: string): LineFile {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new CommandError(`No such file: ${path}`);
  if (stats.isDirectory())
    throw new CommandError(`${path} is a folder. To apply the differences: update --from`);
  return lineFile(path);
}

const anything = v.optional(v.unknown());
const Line = v.variant("op", [
  v.strictObject({ op: v.literal("remove"), title: id }),
  v.strictObject({ op: v.literal("merge"), title: id, into: id }),
  v.strictObject({
    op: v.literal("put"),
    title: anything,
    person: anything,
    credits: anything,
    akas: anything,
    translations: anything,
    episodes: anything,
    seasons: anything,
  }),
]);
type Put = Extract<v.InferOutput<typeof Line>, { op: "put" }>;

/** Parses a line. Throws an error if it is malformed. */
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
  const unread = new Set<string>();
  const { names, external, ...fields } = readPerson(person, (reason, field = "", value) => {
    unread.add(field in PERSON_IDS ? "external" : field);
    ignore(reason, field, value);
  });
  return {
    op,
    kind: "person",
    ...fields,
    otherNames: unread.has("also_known_as") ? undefined : names,
    external: unread.has("external") ? undefined : external,
  };
}

function titleIn(line: Put, ignore: IgnoreField): PutTitle {
  const { op, title } = line;
  if (title === undefined) throw new Error("it has neither a title nor a person");
  const isRecord = !(object(title) instanceof Malformed);
  const { id, record, unread, external, ...part } = isRecord
    ? recordIn(title, line, ignore)
    : { id: required("title", title, readId), unread: new Set<string>() };
  const noteFor = (member: string) => noteUnread(unread, member, ignore);
  const parts = [
    part,
    { aliases: entriesIn(line, "akas", readAlias, noteFor("otherNames")) },
    { translations: entriesIn(line, "translations", readTranslation, noteFor("translations")) },
  ];
  const { facts, ...merged } = mergeParts(parts, ignore);
  const credits = readFields({ credits: object }, line, noteFor("credits")).credits;
  const creditsJson = credits && readCreditsOf(id, credits, noteFor("credits"));
  for (const json of [JSON.stringify(record ?? null), creditsJson ?? ""]) assertStorableRecord(json);
  const entry = { ...(record && { record }), ...merged };
  const seasonParts = {
    episodes: partsIn(line, "episodes", readEpisode, noteFor("episodes")),
    seasons: partsIn(line, "seasons", readSeason, noteFor("seasons")),
  };
  return { op, kind: "title", id, entry, facts, credits: creditsJson, external, seasonParts, unread };
}

function recordIn(title: unknown, { episodes, seasons }: Put, ignore: IgnoreField) {
  const { record: read, external, isUntyped, unread, ...part } = readTitle(title, ignore);
  if (isUntyped) unread.add("type");
  const isSeries = isUntyped && (episodes ?? seasons) !== undefined;
  const record = isSeries ? { ...read, type: "series" } : read;
  return { id: record.id, record, unread, external, ...part };
}

/**
 * Returns the external ids of a title with the names that the catalog uses for their sources, as in a load
 * (`chosen.ts`).
 */
export function titleIds(type: string, ids: readonly OtherId[]): OtherId[] {
  const isSeries = type === "series";
  const ofTmdb = isSeries ? "tmdb-tv" : "tmdb-movie";
  return ids.flatMap(([source, other]): OtherId[] =>
    source === "tvdb" && !isSeries ? [] : [[source === "tmdb" ? ofTmdb : source, other]],
  );
}

type ListMember = "akas" | "translations" | "episodes" | "seasons";

/** Reads the entries of a member. Omits malformed ones, as in a load. */
function entriesIn<T>(
  line: Put,
  member: ListMember,
  read: (row: unknown, ignore: IgnoreField) => T,
  ignore: IgnoreField,
): T[] | undefined {
  const entries = readFields({ [member]: list }, line, ignore)[member];
  return entries?.flatMap((row) => {
    try {
      return [read(row, ignore)];
    } catch (thrown) {
      ignore((thrown as Error).message, member, row);
      return [];
    }
  });
}

function partsIn(
  line: Put,
  member: ListMember,
  read: (row: unknown, ignore: IgnoreField) => SeasonPart,
  ignore: IgnoreField,
): SeasonPart[] | undefined {
  const parts = entriesIn(line, member, read, ignore);
  return (
    parts &&
    uniqueParts(parts, ({ season, episode }) =>
      ignore(
        `there is another entry for season ${season}${episode < 0 ? "" : `, episode ${episode}`}`,
        member,
      ),
    )
  );
}
