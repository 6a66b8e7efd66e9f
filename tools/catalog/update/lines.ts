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
import type { SeriesExtent } from "../../../worker/contract/people.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { id } from "../../../worker/origins/upstream/reading.ts";
import { CommandError } from "../../options.ts";
import type { WholeTitle } from "../load/load.ts";
import { otherNamesOf } from "../load/people.ts";
import type { TranslatedFields } from "../load/rows.ts";
import { assertStorableRecord } from "../load/writer.ts";
import { type AliasUse, countryOf, RARELY_TYPED } from "../sources/alias-kinds.ts";
import { VOTES_PER_POINT } from "../sources/chosen.ts";
import { parsedLine, ROW_READERS } from "../sources/json-lines.ts";
import {
  type IgnoreField,
  type LineFile,
  lineFile,
  numberedLines,
  type RowContext,
} from "../sources/lines.ts";
import type { LoadReport } from "../sources/load-report.ts";
import { assertTitle, checkedTitle, type RowSink } from "../sources/staging.ts";
import type { CatalogChange, ChangedPart, PlacedChange } from "./change.ts";

/** A line, or a title of a source, that cannot be applied. */
export class LineError extends CommandError {
  override readonly name = "LineError";
}

/** Makes a LineError of what a line throws. */
export function lineError(
  { place, id }: { readonly place: string; readonly id: number | string },
  thrown: unknown,
): LineError {
  if (thrown instanceof CommandError) throw thrown;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new LineError(`${place}: ${id === "" ? "" : `id ${id}: `}${reason}`, { cause: thrown });
}

/** Ends with the first line that cannot be read. */
export async function* changesIn(
  paths: readonly string[],
  report: LoadReport,
): AsyncGenerator<PlacedChange | LineError> {
  for (const file of paths.map(fileAt)) {
    for await (const [line, text] of numberedLines(file)) {
      const place = `${file.path}:${line}`;
      const reasons: string[] = [];
      const shown = /"(?:id|title)":\s*"?(\d+)/.exec(text)?.[1] ?? "";
      const fault = (reason: string) => ({ file: file.path, line, id: Number(shown), reason });
      let change: CatalogChange;
      try {
        change = changeIn(text, { place, ignore: (reason) => reasons.push(reason) });
      } catch (thrown) {
        yield lineError({ place, id: shown }, thrown);
        return;
      }
      report.loaded(reasons.map(fault));
      yield { change, place };
    }
  }
}

export async function countLines(paths: readonly string[]): Promise<number> {
  let count = 0;
  for (const file of paths.map(fileAt)) for await (const _ of numberedLines(file)) count += 1;
  return count;
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
function changeIn(text: string, context: RowContext): CatalogChange {
  const line = v.parse(Line, parsedLine(text, context.ignore));
  if (line.op === "remove") return { op: "remove", kind: "title", id: line.title };
  if (line.op === "merge") {
    if (line.title === line.into) throw new Error("a title cannot be merged into itself");
    return { op: "merge", kind: "title", id: line.title, into: line.into };
  }
  const { op: _, person, ...ofTitle } = line;
  if (person === undefined) return titleIn(line, context);
  if (Object.keys(ofTitle).length > 0) throw new Error("a person needs a line of their own");
  return personIn(person, context);
}

function titleIn({ title, credits, akas, translations }: Put, context: RowContext): CatalogChange {
  if (title === undefined) throw new Error("it has neither a title nor a person");
  const rows = new GivenRows();
  ROW_READERS.titles(title, rows, context);
  for (const aka of akas ?? []) ROW_READERS.akas({ ...aka, id: title.id }, rows, context);
  for (const other of translations ?? []) ROW_READERS.translations({ ...other, id: title.id }, rows, context);
  if (credits !== undefined) ROW_READERS.credits({ ...credits, id: title.id }, rows, context);
  const given: Readonly<Record<ChangedPart, readonly unknown[]>> = {
    popularity: [title.votes, title.popularity],
    language: [title.lang],
    series: [title.last_year, title.seasons, title.in_production],
    aliases: [title.aliases, akas],
    translations: [title.translations, translations],
    credits: [credits],
    external: [title.external],
  };
  const isLeftOut = (part: ChangedPart) =>
    given[part].every((field) => field === undefined || field === null);
  const whole = rows.title();
  return {
    op: "put",
    kind: "title",
    id: whole.entry.record.id,
    whole,
    leftOut: (Object.keys(given) as ChangedPart[]).filter(isLeftOut),
  };
}

function personIn(person: v.InferOutput<typeof object>, context: RowContext): CatalogChange {
  const rows = new GivenRows();
  ROW_READERS.people(person, rows, context);
  const { id: of } = v.parse(v.object({ id }), person);
  return {
    op: "put",
    kind: "person",
    id: of,
    otherNames:
      person.also_known_as === undefined ? null : otherNamesOf({ otherNames: [...rows.names] }).join("\n"),
    external:
      person.external === undefined
        ? null
        : rows.external.map(([source, external]) => [source, external, "person", of]),
  };
}

/** The rows of one line, as a load stages the lines of all files. */
class GivenRows implements RowSink {
  readonly names = new Set<string>();
  readonly external: (readonly [source: string, external: string])[] = [];
  #record: TitleRecord | null = null;
  #popularity = { popularity: 0, votes: 0 };
  #language: string | null = null;
  #series: SeriesExtent | undefined;
  #credits: string | null = null;
  readonly #aliases = new Map<string, boolean>();
  readonly #regions = new Map<string, string>();
  readonly #translations = new Map<string, TranslatedFields>();

  addTitle(record: TitleRecord, { ignore }: { readonly ignore: IgnoreField }): void {
    this.#record = checkedTitle(record, ignore);
    assertStorableRecord(JSON.stringify(this.#record));
  }

  addPopularity(_id: number, { popularity, votes }: { popularity: number; votes: number }): void {
    this.#popularity = { popularity: votes + VOTES_PER_POINT * popularity, votes };
  }

  addLanguage(_id: number, lang: string): void {
    this.#language = lang;
  }

  addSeries(_id: number, extent: SeriesExtent): void {
    this.#series = extent;
  }

  addAlias(_id: number, title: string, use: AliasUse = {}): void {
    assertTitle(title);
    const isRare = RARELY_TYPED.has(use.kind ?? "alternative");
    this.#aliases.set(title, isRare && this.#aliases.get(title) !== false);
    this.#regions.set(title, this.#regions.get(title) || countryOf(use));
  }

  addTranslation(_id: number, lang: string, fields: TranslatedFields): void {
    this.#translations.set(lang, fields);
  }

  addCredits(_id: number, record: string): void {
    assertStorableRecord(record);
    this.#credits = record;
  }

  addPersonDetails(_id: number, names: readonly string[]): void {
    for (const name of names) this.names.add(name);
  }

  addExternal(source: string, external: string): void {
    this.external.push([source, external]);
  }

  /** Sorted as SQLite sorts them for a load. */
  title(): WholeTitle {
    if (this.#record === null) throw new Error("not a title record");
    const { id, type } = this.#record;
    const aliases = [...this.#aliases].sort(byBytes);
    const ofTmdb = type === "series" ? "tmdb-tv" : "tmdb-movie";
    return {
      entry: {
        record: this.#record,
        ...this.#popularity,
        language: this.#language,
        series: this.#series,
        aliases: aliases.filter(([, isRare]) => !isRare).map(([title]) => title),
        workingTitles: aliases.filter(([, isRare]) => isRare).map(([title]) => title),
        regions: this.#regions,
        translations: new Map([...this.#translations].sort(byBytes)),
      },
      credits: this.#credits,
      external: this.external.map(([source, external]) => [
        source === "tmdb" ? ofTmdb : source,
        external,
        "title",
        id,
      ]),
    };
  }
}

const byBytes = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
