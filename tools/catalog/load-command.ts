/** `npm run catalog -- load`. */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { consoleLog } from "../../worker/log.ts";
import { migrateLocally, withLocalDatabase } from "./database.ts";
import { type LoadServices, load } from "./load/load.ts";
import { readMigrations } from "./load/migrations.ts";
import { boundTarget } from "./load/target.ts";
import { ProgressLine } from "./progress.ts";
import { loadRemotely } from "./remote.ts";
import { assertFits, gigabytes } from "./size.ts";
import { type StagedSource, stagedSource } from "./sources/staged.ts";
import type { Selection } from "./sources/staging.ts";
import { formatMalformed, Tally } from "./sources/tally.ts";

export interface LoadOptions {
  readonly paths: readonly string[];
  readonly selection: Selection;
  readonly state: string;
  readonly remote: boolean;
  readonly dryRun: boolean;
}

/** Throws, with the old catalog untouched, when anything stands in the way. */
export async function loadCommand({ paths, selection, state, remote, dryRun }: LoadOptions): Promise<void> {
  const line = new ProgressLine(process.stdout, () => performance.now());
  const source = await readSource(paths, selection, state, line);
  let isLoaded = false;
  try {
    const services = { migrations: readMigrations(), now: () => new Date(), report: reporter(line, source) };
    const folder = stagingFolder(state);
    const titles = remote
      ? await loadRemotely(checked(source, 0), { folder, dryRun, say: console.log, services })
      : await loadLocally(source, resolve(state), services);
    line.done();
    isLoaded = true;
    console.log(dryRun ? `${titles} titles are ready to be sent.` : `The catalog holds ${titles} titles.`);
    // For whoever collects the output of a nightly load beside the Worker's log.
    if (!dryRun && !process.stdout.isTTY) consoleLog({ event: "load-finished", titles, remote });
  } finally {
    if (isLoaded) source.remove();
    else source.close();
  }
}

/** Reads the files, and says what was malformed in them. */
export async function readSource(
  paths: readonly string[],
  selection: Selection,
  state: string,
  line: ProgressLine,
): Promise<StagedSource> {
  const tally = new Tally();
  const source = await stagedSource(paths, selection, {
    folder: stagingFolder(state),
    tally,
    progress: (file, read) => line.reading(file, read),
  });
  line.done();
  if (tally.total > 0) {
    console.log(`${tally.total} malformed rows were left out, such as`);
    for (const row of tally.shown) console.log(`  ${formatMalformed(row)}`);
  }
  console.log(`${source.titles} titles, about ${gigabytes(source.bytes)} in the database.`);
  return source;
}

async function loadLocally(
  source: StagedSource,
  state: string,
  services: Omit<LoadServices, "target">,
): Promise<number> {
  await migrateLocally(state);
  return withLocalDatabase(state, async (database) => {
    const held = (await database.prepare("SELECT 1").run()).meta.size_after;
    return load(checked(source, held), { ...services, target: boundTarget(database) });
  });
}

function checked(source: StagedSource, held: number): StagedSource {
  assertFits(source.bytes, held);
  return source;
}

function reporter(line: ProgressLine, { titles }: StagedSource): NonNullable<LoadServices["report"]> {
  return (step, count) => line.writing(step, count, step === "titles" ? titles : null);
}

function stagingFolder(state: string): string {
  return join(state, "catalog");
}

/** For `check`, which takes nothing up again. */
export function forgetStaging(state: string): void {
  rmSync(stagingFolder(state), { recursive: true, force: true });
}
