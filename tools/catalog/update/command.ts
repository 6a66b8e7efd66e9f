/** `npm run catalog -- update`. */
import { createHash } from "node:crypto";
import { bloomFilter } from "../../../worker/origins/control/bloom.ts";
import { EVERYTHING, MAX_PURGES } from "../../../worker/origins/purge-log.ts";
import { tagsOfChanges } from "../../../worker/resources/keys.ts";
import { CommandError } from "../../options.ts";
import type { Connections } from "../connection.ts";
import { MAX_CHANGES, MAX_PURGED, readControl, recordChanges } from "../control.ts";
import type { Connection } from "../load/statements.ts";
import type { Screen } from "../progress.ts";
import { type LineFile, lineFile, numberedLines } from "../sources/lines.ts";
import { type Applied, readState, Updater } from "./apply.ts";
import type { Change } from "./change.ts";
import { ChangeReader } from "./change-reader.ts";
import type { LiveCatalog, Read } from "./live.ts";

/** Reads every line and changes nothing. */
export async function checkUpdate(paths: readonly string[], screen: Screen): Promise<void> {
  const counts = new Map<string, number>();
  for await (const { change } of changesIn(paths, null)) {
    const what =
      change.kind === "person" ? "people" : { put: "titles", remove: "removals", merge: "merges" }[change.op];
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const said = [...counts].map(([what, count]) => `${count.toLocaleString("en")} ${what}`);
  screen.write(`${said.join(", ") || "No changes"} could be applied.\n`);
}

/** Readers see changes at most this much later than they are made, plus the three seconds of the Worker. */
const RECORDED_AFTER_MS = 1_000;

/** Throws a CommandError for the first line that cannot be applied. */
export async function updateCatalog(
  connections: Connections,
  paths: readonly string[],
  screen: Screen,
): Promise<void> {
  const control = await connections.control();
  const slot = control === null ? "A" : ((await readControl(control)).live?.slot ?? "A");
  const connection = await connections.catalog(slot);
  let written = 0;
  const live: LiveCatalog = {
    async batch(statements) {
      const results = await connection.batch(statements);
      for (const result of results) written += result.written;
      return results.map(({ rows }) => rows as Read[]);
    },
  };
  const { version, applied } = await readState(live);
  const updater = new Updater(live);
  const log = changeLog({ control, first: await connections.catalog("A"), version });
  let waiting: Applied[] = [];
  let recorded = Date.now();
  let mark = applied;
  let count = 0;

  /** First the changes, then the mark: lines after the mark are applied and recorded again. */
  async function record(mark: string | null): Promise<void> {
    await log(waiting);
    await updater.finish(mark);
    waiting = [];
    recorded = Date.now();
  }

  try {
    for await (const { change, place, ...line } of changesIn(paths, mark)) {
      waiting.push(...(await updater.apply(change).catch(at(place, change.id))));
      mark = line.mark;
      count += 1;
      if (Date.now() - recorded > RECORDED_AFTER_MS) await record(mark);
    }
  } catch (thrown) {
    await record(mark);
    if (!(thrown instanceof LineError)) throw thrown;
    throw new CommandError(`${thrown.message}. ${STOPPED}`, { cause: thrown });
  }
  await record(null);
  screen.write(
    `Done: ${count.toLocaleString("en")} changes, ${written.toLocaleString("en")} rows written.\n`,
  );
}

interface ChangeLogOptions {
  /** `null`: one database alone. */
  readonly control: Connection | null;
  /** The first catalog, whose own purges Workers of the version before read, and one that has no CONTROL. */
  readonly first: Connection;
  readonly version: string;
}

/** Records changes for readers: in CONTROL, and among the purges of the first catalog. */
function changeLog({ control, first, version }: ChangeLogOptions) {
  const ids = new Set<string>();
  let last = 0;

  return async (applied: readonly Applied[]): Promise<void> => {
    // What a later line does to a title or person counts.
    const changes = [...new Map(applied.map((change) => [`${change.kind}-${change.id}`, change])).values()];
    for (let from = 0; from < changes.length; from += MAX_CHANGES) {
      const some = changes.slice(from, from + MAX_CHANGES);
      last = Math.max(Date.now(), last + 1);
      const tags = some.map(({ kind, id }) => `${kind}-${id}`);
      for (const tag of tags) ids.add(tag);
      const filter = ids.size > MAX_PURGED ? bloomFilter([...ids]) : null;
      if (control !== null) await recordChanges(control, some, { at: last, version, filter });
      const idsOf = (wanted: Applied["kind"]) => some.flatMap(({ kind, id }) => (kind === wanted ? id : []));
      // The version before this one gave lists the tags `search` and `people`.
      const both = ["search", "people", ...tagsOfChanges(idsOf("title"), idsOf("person"))];
      const purged = ids.size + both.length > MAX_PURGES ? [EVERYTHING] : both;
      await first.batch([{ sql: PURGE, parameter: { tags: purged, at: last } }, PRUNE]);
    }
  };
}

const PURGE = `
  INSERT INTO purge (tag, purged_at) SELECT value, ?1 ->> 'at' FROM json_each(?1, '$.tags') WHERE true
  ON CONFLICT (tag) DO UPDATE SET purged_at = max(purged_at, excluded.purged_at)`;
const PRUNE = `
  DELETE FROM purge WHERE tag <> '${EVERYTHING}' AND purged_at <= (SELECT purged_at FROM purge WHERE tag = '${EVERYTHING}')`;

/** A line that cannot be applied. */
class LineError extends CommandError {
  override readonly name = "LineError";
}

function at(place: string, id: number | string) {
  return (thrown: unknown): never => {
    if (thrown instanceof CommandError) throw thrown;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new LineError(`${place}: ${id === "" ? "" : `id ${id}: `}${reason}`, { cause: thrown });
  };
}

const STOPPED =
  "The lines before it are applied; correct it and run the command again, which goes on from there.";

interface PlacedChange {
  readonly change: Change;
  /** File and line. */
  readonly place: string;
  /** Identifies the lines up to this one. */
  readonly mark: string;
}

/** `applied`: the mark of the lines to leave out, if these files begin with them. */
async function* changesIn(paths: readonly string[], applied: string | null): AsyncGenerator<PlacedChange> {
  const files = paths.map(lineFile);
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
        yield { change: read(reader, { text, place }), place, mark: markOf(count, digest) };
      }
    }
  } finally {
    reader.close();
  }
}

function read(
  reader: ChangeReader,
  { text, place }: { readonly text: string; readonly place: string },
): Change {
  try {
    return reader.read(text, { place, ignore: () => {} });
  } catch (thrown) {
    return at(place, idIn(text))(thrown);
  }
}

/** For the message about a line that cannot be read. */
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
