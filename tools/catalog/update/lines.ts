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
import { id } from "../../../worker/upstream/reading.ts";
import { CommandError } from "../../options.ts";
import type { OtherId } from "../load/load.ts";
import { encodeLife, listOtherNames } from "../load/people.ts";
import type { CatalogEntry } from "../load/rows.ts";
import { type SeasonPart, type StoredSeason, uniqueParts } from "../load/seasons.ts";
import { assertStorableRecord } from "../load/writer.ts";
import { mergeParts } from "../sources/given.ts";
import {
  parsedLine,
  readAlias,
  readCreditsOf,
  readEpisode,
  readPerson,
  readSeason,
  readTitle,
  readTranslation,
} from "../sources/json-lines.ts";
import { type IgnoreField, type LineFile, lineFile, numberedLines } from "../sources/lines.ts";
import type { LoadReport } from "../sources/load-report.ts";
import { checkedTitle } from "../sources/staging.ts";

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
  readonly external?: readonly OtherId[] | undefined;
  readonly seasons?: readonly StoredSeason[] | undefined;
  /**
   * The parts of seasons to replace. New episodes replace all episodes of the series, and new descriptions replace
   * all descriptions of its seasons.
   */
  readonly seasonParts?: { readonly [Kind in "seasons" | "episodes"]: readonly SeasonPart[] | undefined };
}

/** A person to update. Absent fields keep their values. */
export interface PutPerson {
  readonly op: "put";
  readonly kind: "person";
  readonly id: number;
  /** The other names, separated by line breaks. */
  readonly otherNames?: string | undefined;
  /** A `Life` as JSON. */
  readonly life?: string | undefined;
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
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new CommandError(`No such file: ${path}`);
  if (stats.isDirectory())
    throw new CommandError(`${path} is a folder. To apply the differences: update --from`);
  return lineFile(path);
}

const object = v.record(v.string(), v.unknown());
const list = v.optional(v.array(object));
const Line = v.variant("op", [
  v.strictObject({ op: v.literal("remove"), title: id }),
  v.strictObject({ op: v.literal("merge"), title: id, into: id }),
  v.strictObject({
    op: v.literal("put"),
    title: v.optional(v.union([object, id])),
    person: v.optional(object),
    credits: v.optional(object),
    akas: list,
    translations: list,
    episodes: list,
    seasons: list,
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
  const { names, life, ...fields } = readPerson(person, ignore);
  return {
    op,
    kind: "person",
    ...fields,
    otherNames: names && listOtherNames({ otherNames: names }).join("\n"),
    life: encodeLife(life) || undefined,
  };
}

function titleIn(line: Put, ignore: IgnoreField): PutTitle {
  const { op, title, credits, akas, translations, episodes, seasons } = line;
  if (title === undefined) throw new Error("it has neither a title nor a person");
  const { id, record, external, ...part } =
    typeof title === "number" ? { id: title } : recordIn(title, ignore);
  const { facts, ...merged } = mergeParts([
    part,
    { aliases: akas?.map((aka) => readAlias(aka, ignore)) },
    { translations: translations?.map((other) => readTranslation(other, ignore)) },
  ]);
  const creditsJson = credits && readCreditsOf(id, credits, ignore);
  for (const json of [JSON.stringify(record ?? null), creditsJson ?? ""]) assertStorableRecord(json);
  const entry = { ...(record && { record }), ...merged };
  const seasonParts = {
    episodes: episodes && partsIn(episodes, readEpisode, ignore),
    seasons: seasons && partsIn(seasons, readSeason, ignore),
  };
  return { op, kind: "title", id, entry, facts, credits: creditsJson, external, seasonParts };
}

function recordIn(title: v.InferOutput<typeof object>, ignore: IgnoreField) {
  const { record: uncheckedRecord, external, ...part } = readTitle(title, ignore);
  const record = checkedTitle(uncheckedRecord, ignore);
  return { id: record.id, record, external: external && titleIds(record.type, external), ...part };
}

/**
 * Returns the external ids of a title with the names that the catalog uses for their sources, as in a load
 * (`chosen.ts`).
 */
function titleIds(type: string, ids: readonly OtherId[]): OtherId[] {
  const isSeries = type === "series";
  const ofTmdb = isSeries ? "tmdb-tv" : "tmdb-movie";
  return ids.flatMap(([source, other]): OtherId[] =>
    source === "tvdb" && !isSeries ? [] : [[source === "tmdb" ? ofTmdb : source, other]],
  );
}

/** Parses a list of parts. Omits malformed ones, as in a load. */
function partsIn(
  rows: readonly unknown[],
  read: (row: unknown, ignore: IgnoreField) => SeasonPart,
  ignore: IgnoreField,
): SeasonPart[] {
  const parts = rows.flatMap((row) => {
    try {
      return read(row, ignore);
    } catch (thrown) {
      ignore((thrown as Error).message);
      return [];
    }
  });
  return uniqueParts(parts, ({ season, episode }) =>
    ignore(`there is another entry for season ${season}${episode < 0 ? "" : `, episode ${episode}`}`),
  );
}
