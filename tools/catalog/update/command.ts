/** `npm run catalog -- update`. */
import { CommandError } from "../../options.ts";
import type { Connections } from "../connection.ts";
import { liveSlot } from "../generations.ts";
import { type Connection, sqlOf } from "../load/statements.ts";
import type { ProgressLine, Screen } from "../progress.ts";
import { LoadReport } from "../sources/load-report.ts";
import type { StagedSource } from "../sources/staged.ts";
import { priceOf } from "../storage.ts";
import { readState, Updater } from "./apply.ts";
import type { Change } from "./change.ts";
import { changeLog } from "./change-log.ts";
import { at, changesIn, LineError, type PlacedChange } from "./changes-in.ts";
import { differentPeople, differentTitles, peopleChanges, titleChanges } from "./from.ts";

/** Reads every line and changes nothing. */
export async function checkUpdate(paths: readonly string[], screen: Screen): Promise<void> {
  const counts = new Map<string, number>();
  const report = new LoadReport();
  for await (const { change } of changesIn(paths, null, report)) {
    const what =
      change.kind === "person" ? "people" : { put: "titles", remove: "removals", merge: "merges" }[change.op];
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const said = [...counts].map(([what, count]) => `${count.toLocaleString("en")} ${what}`);
  for (const line of report.lines()) screen.write(`${line}\n`);
  screen.write(`${said.join(", ") || "No changes"} could be applied.\n`);
}

/** Readers see changes at most this much later than they are made, plus the three seconds of the Worker. */
const TOLD_AFTER_MS = 1_000;

/** Throws a CommandError for the first line that cannot be applied. */
export async function updateCatalog(
  connections: Connections,
  paths: readonly string[],
  screen: Screen,
): Promise<void> {
  const report = new LoadReport();
  const update = await openUpdate(connections);
  try {
    await update.apply(changesIn(paths, update.applied, report), STOPPED);
  } finally {
    for (const line of report.lines()) screen.write(`${line}\n`);
  }
  screen.write(`${update.done()}\n`);
}

const STOPPED =
  "The lines before it are applied; correct it and run the command again, which goes on from there.";

/** If a larger share of the titles differs, a load takes less time. */
const MAX_SHARE = 0.05;

/** Sends what differs between the live catalog and the source. */
export async function updateFrom(
  connections: Connections,
  source: StagedSource,
  { isDry, line, screen }: { readonly isDry: boolean; readonly line: ProgressLine; readonly screen: Screen },
): Promise<void> {
  const update = await openUpdate(connections);
  const compared = { byId: source.byId(), personDetails: source.personDetails };
  const titles = await differentTitles(update.live, compared.byId, (count) =>
    line.comparing(count, source.titles),
  );
  line.done();
  const count = titles.put.length + titles.removed.length;
  const countOf = (some: readonly number[]) => some.length.toLocaleString("en");
  if (count > source.titles * MAX_SHARE)
    line.say(`${count.toLocaleString("en")} titles differ: a load takes less time.`);
  if (!isDry) await update.apply(placed(source.name, titleChanges(compared.byId, titles)), AGAIN);
  const people = await differentPeople(update.live, compared);
  const different = `${countOf(titles.put)} titles to put, ${countOf(titles.removed)} to remove, ${countOf(people)} people with other names or ids`;
  line.say(`${different}.`);
  if (isDry) return;
  await update.apply(placed(source.name, peopleChanges(compared, people)), AGAIN);
  screen.write(`${update.done()}\n`);
}

const NOT_LIVE =
  "The other catalog was made live meanwhile; this update changed the one that was live before. Run it again.";
const AGAIN = "What was sent before is applied; run the command again for the others.";

async function* placed(place: string, changes: Iterable<Change>): AsyncGenerator<PlacedChange> {
  for (const change of changes) yield { change, place, mark: null };
}

interface OpenUpdate {
  readonly live: Connection;
  /** How far an earlier update came. */
  readonly applied: string | null;
  /** Throws a CommandError, which ends with `advice`, for the first change that cannot be applied. */
  apply(changes: AsyncIterable<PlacedChange>, advice: string): Promise<void>;
  /** What was done, in words. */
  done(): string;
}

async function openUpdate(connections: Connections): Promise<OpenUpdate> {
  const control = await connections.control();
  const slot = (await liveSlot(connections)) ?? "A";
  const meter = metered();
  const live = meter.count(await connections.catalog(slot));
  const { version, applied } = await readState(live);
  const updater = new Updater(live, changeLog({ control: meter.count(control), catalog: live, version }));
  let count = 0;

  async function assertLive(): Promise<void> {
    if ((await liveSlot(connections)) !== slot) throw new CommandError(NOT_LIVE);
  }

  async function tell(mark: string | null): Promise<void> {
    await updater.finish(mark);
    await assertLive();
  }

  return {
    live,
    applied,
    async apply(changes, advice) {
      await assertLive();
      let told = Date.now();
      let mark = applied;
      try {
        for await (const { change, place, ...line } of changes) {
          await updater.apply(change, line.mark).catch(at(place, change.id));
          mark = line.mark;
          count += 1;
          if (Date.now() - told <= TOLD_AFTER_MS) continue;
          await tell(mark);
          told = Date.now();
        }
      } catch (thrown) {
        await updater.finish(mark, { isWhole: true });
        if (!(thrown instanceof LineError)) throw thrown;
        throw new LineError(`${thrown.message}. ${advice}`, { cause: thrown });
      }
      await tell(null);
    },
    done: () => `Done: ${count.toLocaleString("en")} changes, ${meter.inWords()}`,
  };
}

/** Counts what D1 bills for, and finds the statement that blocked the database longest. */
function metered() {
  let written = 0;
  let slowest = { took: 0, sql: "" };
  return {
    count: (connection: Connection): Connection => ({
      async batch(statements) {
        const results = await connection.batch(statements);
        for (const [at, result] of results.entries()) {
          written += result.written;
          if (result.took > slowest.took) slowest = { took: result.took, sql: sqlOf(statements[at] ?? "") };
        }
        return results;
      },
    }),
    inWords(): string {
      const [name] = /\bcatalog\w*|\b(?:change|purge|difference)\b/.exec(slowest.sql) ?? ["none"];
      return `${written.toLocaleString("en")} rows written (${priceOf(written)}); the slowest statement took ${slowest.took.toFixed(0)} ms (${name}).`;
    },
  };
}
