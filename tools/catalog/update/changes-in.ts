/**
 * The changes of an update in files, with what is needed to go on after a line that cannot be applied. JSON Lines of
 *
 *     {"op": "put", "title": {…a line of titles…}, "credits": {…}, "akas": [{…}], "translations": [{…}]}
 *     {"op": "remove", "title": 603}
 *     {"op": "merge", "title": 604, "into": 603}
 *     {"op": "put", "person": {…a line of people…}}
 *
 * The parts are read as the files of a load are (`json-lines.ts`), each line in a staging file of its own, which is rolled back.
 */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import * as v from "valibot";
import { id } from "../../../worker/origins/upstream/reading.ts";
import { CommandError } from "../../options.ts";
import { otherNamesOf } from "../load/people.ts";
import { chosenTitles } from "../sources/chosen.ts";
import { parseJson, ROW_READERS } from "../sources/json-lines.ts";
import { type LineFile, lineFile, numberedLines, type RowContext } from "../sources/lines.ts";
import type { Fault, LoadReport } from "../sources/load-report.ts";
import { Staging } from "../sources/staging.ts";
import type { Change, Part } from "./change.ts";

export interface PlacedChange {
  readonly change: Change;
  /** File and line, or the source. */
  readonly place: string;
  /** Identifies the lines up to this one; `null`: there is nothing to go on from. */
  readonly mark: string | null;
}

/** A line, or a title of a source, that cannot be applied. */
export class LineError extends CommandError {
  override readonly name = "LineError";
}

/** Makes a LineError of what a line throws. */
export function at(place: string, id: number | string) {
  return (thrown: unknown): never => {
    if (thrown instanceof CommandError) throw thrown;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new LineError(`${place}: ${id === "" ? "" : `id ${id}: `}${reason}`, { cause: thrown });
  };
}

/** `applied`: the mark of the lines to leave out, if these files begin with them. */
export async function* changesIn(
  paths: readonly string[],
  applied: string | null,
  report: LoadReport,
): AsyncGenerator<PlacedChange> {
  const files = paths.map(fileAt);
  const skipped = applied !== null && (await beginWith(files, applied)) ? Number(applied.split(" ")[0]) : 0;
  const reader = new ChangeReader();
  const digest = createHash("sha256");
  let count = 0;
  try {
    for (const file of files) {
      for await (const [line, text] of numberedLines(file)) {
        count += 1;
        digest.update(`${text}\n`);
        if (count <= skipped) continue;
        const place = `${file.path}:${line}`;
        const ignored: Fault[] = [];
        const ignore = (reason: string) =>
          ignored.push({ file: file.path, line, id: Number(idIn(text)), reason });
        const change = read(reader, text, { place, ignore });
        report.loaded(ignored);
        yield { change, place, mark: markOf(count, digest) };
      }
    }
  } finally {
    reader.close();
  }
}

function fileAt(path: string): LineFile {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandError(`No such file: ${path}`);
  if (found.isDirectory())
    throw new CommandError(`${path} is a folder; to apply what differs: update --from`);
  return lineFile(path);
}

function read(reader: ChangeReader, text: string, context: RowContext): Change {
  try {
    return reader.read(text, context);
  } catch (thrown) {
    return at(context.place, idIn(text))(thrown);
  }
}

/** For messages about a line. */
function idIn(text: string): string {
  const [, id] = /"(?:id|title)":\s*(\d+)/.exec(text) ?? [];
  return id ?? "";
}

const markOf = (lines: number, digest: ReturnType<typeof createHash>) =>
  `${lines} ${digest.copy().digest("hex").slice(0, 32)}`;

async function beginWith(files: readonly LineFile[], mark: string): Promise<boolean> {
  const lines = Number(mark.split(" ")[0]);
  const digest = createHash("sha256");
  let count = 0;
  for (const file of files) {
    for await (const [, text] of numberedLines(file)) {
      if (count === lines) break;
      count += 1;
      digest.update(`${text}\n`);
    }
  }
  return markOf(count, digest) === mark;
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

class ChangeReader {
  readonly #staging = new Staging(null);

  /** Throws if the line is malformed. */
  read(text: string, context: RowContext): Change {
    const line = v.parse(Line, parseJson(text, context.ignore));
    if (line.op === "remove") return { op: "remove", kind: "title", id: line.title };
    if (line.op === "merge") {
      if (line.title === line.into) throw new Error("a title cannot be merged into itself");
      return { op: "merge", kind: "title", id: line.title, into: line.into };
    }
    const { op: _, person, ...ofTitle } = line;
    if (person !== undefined && Object.keys(ofTitle).length > 0)
      throw new Error("a person needs a line of their own");
    this.#staging.database.exec("BEGIN");
    try {
      return line.person === undefined ? this.#title(line, context) : this.#person(line, context);
    } finally {
      this.#staging.database.exec("ROLLBACK");
    }
  }

  close(): void {
    this.#staging.close();
  }

  #title({ title, credits, akas, translations }: Put, context: RowContext): Change {
    if (title === undefined) throw new Error("it has neither a title nor a person");
    const staging = this.#staging;
    ROW_READERS.titles(title, staging, context);
    for (const aka of akas ?? []) ROW_READERS.akas({ ...aka, id: title.id }, staging, context);
    for (const other of translations ?? [])
      ROW_READERS.translations({ ...other, id: title.id }, staging, context);
    if (credits !== undefined) ROW_READERS.credits({ ...credits, id: title.id }, staging, context);
    const chosen = chosenTitles(staging, {});
    const [entry] = [...chosen.entries()];
    const [stored] = [...chosen.credits()];
    const external = [...chosen.externalIds()];
    if (entry === undefined) throw new Error("not a title record");
    const given: Readonly<Record<Part, readonly unknown[]>> = {
      popularity: [title.votes, title.popularity],
      language: [title.lang],
      aliases: [title.aliases, akas],
      translations: [title.translations, translations],
      credits: [credits],
      external: [title.external],
    };
    const isLeftOut = (part: Part) => given[part].every((field) => field === undefined || field === null);
    return {
      op: "put",
      kind: "title",
      id: entry.record.id,
      whole: { entry, credits: stored?.[1] ?? null, external },
      leftOut: (Object.keys(given) as Part[]).filter(isLeftOut),
    };
  }

  #person({ person = {} }: Put, context: RowContext): Change {
    ROW_READERS.people(person, this.#staging, context);
    const chosen = chosenTitles(this.#staging, {});
    const ids = v.parse(v.object({ id }), person);
    const names = otherNamesOf(chosen.personDetails(ids.id)).join("\n");
    return {
      op: "put",
      kind: "person",
      id: ids.id,
      otherNames: person.also_known_as === undefined ? null : names,
      external: person.external === undefined ? null : [...chosen.externalIds()],
    };
  }
}
