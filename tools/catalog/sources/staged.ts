/** Reads files into a staging file, from which a load gets the titles in order of popularity. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { CommandError } from "../../options.ts";
import { isStorageError } from "../storage.ts";
import { type ChosenTitles, chosenTitles, type Selection } from "./chosen.ts";
import { imdbKind, readImdb } from "./imdb.ts";
import { jsonLinesKind, readJsonLines } from "./json-lines.ts";
import { type LineFile, lineFile, type Progress } from "./lines.ts";
import type { LoadReport } from "./load-report.ts";
import { Staging } from "./staging.ts";
import { isWikidata, readWikidata } from "./wikidata.ts";

interface StagingServices {
  /** The folder for the staging file, so that a later load can resume. If `null`, a temporary file is used. */
  readonly folder: string | null;
  readonly report: LoadReport;
  readonly progress?: Progress;
}

export interface StagedSource extends ChosenTitles {
  readonly name: string;
  /** Identifies the files, including their sizes and times, so that it changes when a file changes. */
  readonly fingerprint: string;
  /** Closes the staging file but keeps it, so that a later load can resume. */
  close(): void;
  /** Removes the staging file after a successful load. */
  remove(): void;
}

/** Reads the files. Throws if they contain no catalog or mix formats, or if no title is selected. */
export async function stagedSource(
  paths: readonly string[],
  selection: Selection,
  { folder, report, progress }: StagingServices,
): Promise<StagedSource> {
  const files = catalogFiles(paths, report);
  const identity = fingerprint(files, selection);
  const name = `${identity}.sqlite`;
  if (folder !== null) removeOld(folder, name);
  const staging = new Staging(folder === null ? null : join(folder, name));
  const services = { report, kinds: selection.kinds, ...(progress && { progress }) };
  try {
    const imdb = files.filter(isImdb);
    if (imdb.length > 0) await readImdb(imdb, staging, services);
    for (const file of files.filter(isJsonLines))
      await staging.step(file.path, () => readJsonLines(file, staging, services));
    for (const file of files.filter(isOfWikidata))
      await staging.step(file.path, () => readWikidata(file, staging, services));
    report.skippedSteps.push(...staging.skipped);
    const source = paths.join(", ");
    staging.completeTypes();
    const chosen = chosenTitles(staging, selection, (id, reason, field, value) =>
      report.ignored({ file: source, line: null, id, reason, field, value }),
    );
    if (chosen.titles === 0) throw new CommandError(nothingChosen(staging, selection, source));
    for (const [from, external, kind, id] of chosen.sharedIds())
      report.ignored({
        file: source,
        line: null,
        id,
        field: from,
        value: external,
        reason: `is an id of others, too; ${kind} ${id} keeps it`,
      });
    for (const { id, reason } of chosen.largeSeasons())
      report.leftOut({ file: source, line: null, id, reason });
    report.ignoredEpisodes += chosen.ignoredEpisodes;
    return {
      ...chosen,
      name: source,
      fingerprint: identity,
      close: () => staging.close(),
      remove: () => staging.remove(),
    };
  } catch (thrown) {
    // After a storage error, such as a full disk, the staging file is kept so that the next load can resume. After
    // other errors, a file must be corrected and therefore read again.
    if (isStorageError(thrown)) staging.close();
    else staging.remove();
    throw thrown;
  }
}

const KEPT_MS = 86_400_000;

/** Removes other staging files that are older than a day. */
function removeOld(folder: string, name: string): void {
  if (!existsSync(folder)) return;
  const others = readdirSync(folder).filter((file) => file.includes(".sqlite") && !file.startsWith(name));
  for (const path of others.map((file) => join(folder, file)))
    if (statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path);
}

function nothingChosen(staging: Staging, { minVotes }: Selection, name: string): string {
  if (staging.ids().next().done) return `There is no title in ${name}.`;
  return `No title in ${name} has ${minVotes} votes.`;
}

const isImdb = ({ name }: LineFile) => imdbKind(name) !== null;
const isJsonLines = ({ name }: LineFile) => jsonLinesKind(name) !== null;
const isTitles = ({ name }: LineFile) => jsonLinesKind(name) === "titles";
const isOfWikidata = ({ name }: LineFile) => isWikidata(name);

/** Returns the files to read, IMDb dumps first and Wikidata last. A file that is named twice is only read once. */
function catalogFiles(paths: readonly string[], report: LoadReport): LineFile[] {
  const unique = new Map(paths.flatMap(filesAt).map((file) => [realpathSync(file.path), file]));
  const files = [...unique.values()];
  const isRead = (file: LineFile) => isImdb(file) || isJsonLines(file) || isOfWikidata(file);
  report.unreadFiles.push(...files.filter((file) => !isRead(file)).map(({ path }) => path));
  const imdb = files.filter(isImdb);
  const lines = files.filter(isJsonLines);
  if (imdb.length > 0 && lines.length > 0)
    throw new CommandError("Load either JSON Lines or IMDb dumps, not both.");
  if (imdb.length + lines.length === 0) throw new CommandError(`There is no catalog in ${paths.join(", ")}.`);
  // Titles come first, because the dates in other files are compared with their years.
  const byKind = lines.toSorted((one, other) => Number(isTitles(other)) - Number(isTitles(one)));
  return [...imdb, ...byKind, ...files.filter(isOfWikidata)];
}

/** Returns the path of the file in a folder that Windows has made of a dump, or the path itself. */
function unpackedBeside(path: string): string {
  const file = join(path, "data.tsv");
  return imdbKind(basename(path)) !== null && existsSync(file) ? file : path;
}

/** Returns the files in a folder, or the file itself if `path` is one. Throws if the file has an unknown format. */
function filesAt(path: string): LineFile[] {
  if (!existsSync(path)) throw new CommandError(`No such file or folder: ${path}`);
  const named = unpackedBeside(path);
  if (!statSync(named).isDirectory()) {
    const file = lineFile(named);
    if (isImdb(file) || isJsonLines(file) || isOfWikidata(file)) return [file];
    throw new CommandError(`${path} is not a recognised catalog file. See docs/catalog.md.`);
  }
  const paths = readdirSync(path)
    .filter((name) => !name.startsWith("."))
    .sort();
  return paths
    .map((name) => unpackedBeside(join(path, name)))
    .filter((file) => statSync(file).isFile())
    .map(lineFile);
}

/**
 * The version of the staging schema. Must be increased with every change to the schema, so that a load does not
 * resume from an outdated staging file.
 */
const STAGING_FORM = "13";

/** Returns a hash of the files' paths, sizes and modification times, and of the kinds that are read. */
function fingerprint(files: readonly LineFile[], { kinds = [] }: Selection): string {
  const hash = createHash("sha256").update(`${STAGING_FORM} ${kinds}`);
  for (const { path, bytes } of files) hash.update(`${path}\n${bytes}\n${statSync(path).mtimeMs}\n`);
  return hash.digest("hex").slice(0, 16);
}
