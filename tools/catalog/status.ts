/** Prints what the catalog contains, and checks the local catalog (`npm run catalog -- status` and `check`). */
import * as v from "valibot";
import { Credits } from "../../worker/contract/credits.ts";
import { TitleRecord } from "../../worker/contract/record.ts";
import { CommandError } from "../options.ts";
import { type Connections, localConnections } from "./connection.ts";
import type { Generation } from "./control.ts";
import { hasLocalDatabase, withLocalDatabases } from "./database.ts";
import { readStatus, type Status } from "./generations.ts";
import { type Connection, query } from "./load/statements.ts";
import type { Screen } from "./progress.ts";
import { gigabytes } from "./storage.ts";

/** Prints the status as text, or as a line of JSON. */
export async function showStatus(
  connections: Connections | null,
  { isJson, screen }: { readonly isJson: boolean; readonly screen: Screen },
): Promise<void> {
  const status = connections === null ? NOTHING : await readStatus(connections);
  screen.write(isJson ? `${JSON.stringify(asJson(status))}\n` : inWords(status));
}

const NOTHING: Status = { live: null, previous: null, next: null, loading: null };

function asJson({ live, previous, next, loading }: Status) {
  return {
    live: live && generationAsJson(live),
    previous: previous && generationAsJson(previous),
    next: next && generationAsJson(next),
    loading,
  };
}

function generationAsJson({ number, version: _, wasLive: __, ...generation }: Generation) {
  const { slot, ...others } = generation;
  return { slot, generation: number, ...others };
}

function inWords({ live, previous, next, loading }: Status): string {
  const lines = [
    live === null ? `${EMPTY} Fill it with: npm run catalog -- load <folder or files>` : described(live),
  ];
  if (previous !== null) lines.push(`the previous generation: ${described(previous)}`);
  if (next !== null) lines.push(`loaded and never live: ${described(next)}`);
  if (loading !== null) {
    const { slot, part, parts, source, startedAt } = loading;
    lines.push(
      `unfinished load into slot ${slot}: ${part} of ${parts} parts from ${source}, begun ${startedAt}`,
    );
  }
  return lines.map((line) => `${line}\n`).join("");
}

function described({ slot, number, titles, people, source, loadedAt, updatedAt, bytes }: Generation): string {
  const updated = updatedAt === null ? "" : `, updated ${updatedAt}`;
  return `${titles} titles and ${people} people from ${source}, loaded ${loadedAt}${updated}, ${gigabytes(bytes)} (generation ${number}, slot ${slot})`;
}

export const EMPTY = "The catalog is empty.";

/** Checks that the stored counts match the rows and that every stored record is valid. */
export async function checkCatalog(state: string, screen: Screen): Promise<void> {
  const faults = hasLocalDatabase(state)
    ? await withLocalDatabases(state, async (databases) => {
        const connections = localConnections(databases);
        const { live } = await readStatus(connections);
        return live === null ? [EMPTY] : await faultsIn(await connections.catalog(live.slot));
      })
    : [EMPTY];
  for (const fault of faults) screen.write(`${fault}\n`);
  if (faults.length > 0) throw new CommandError("The catalog is incomplete. Load it again.");
  screen.write("The catalog is complete.\n");
}

async function faultsIn(catalog: Connection): Promise<string[]> {
  const [[counts] = []] = await query(catalog, [COUNTS]);
  if (counts === undefined) return [EMPTY];
  const faults: string[] = [];
  if (counts.titles !== counts.stated)
    faults.push(`${counts.titles} titles, but ${counts.stated} are stated`);
  if (counts.titles !== counts.candidates)
    faults.push(`${counts.candidates} of ${counts.titles} titles can be found`);
  if (counts.strays !== 0) faults.push(`${counts.strays} credits have no title`);
  faults.push(...(await faultyRecords(catalog, "title", "rank", TitleRecord)));
  faults.push(...(await faultyRecords(catalog, "credits", "id", Credits)));
  return faults;
}

const COUNTS = `
  SELECT titles AS stated,
    (SELECT count(*) FROM catalog_title) AS titles,
    (SELECT count(*) FROM catalog_candidate) AS candidates,
    (SELECT count(*) FROM catalog_credits WHERE id NOT IN (SELECT id FROM catalog_title)) AS strays
  FROM catalog`;

const PAGE = 500;

async function faultyRecords(
  catalog: Connection,
  table: "title" | "credits",
  key: "rank" | "id",
  schema: typeof TitleRecord | typeof Credits,
): Promise<string[]> {
  const faults: string[] = [];
  const page = `SELECT ${key} AS key, record FROM catalog_${table} WHERE ${key} > ?1 AND record <> '' ORDER BY ${key} LIMIT ${PAGE}`;
  for (let last = 0; ; ) {
    const [records = []] = await query<{ key: number; record: string }>(catalog, [
      { sql: page, parameter: last },
    ]);
    for (const row of records) {
      const read = v.safeParse(schema, JSON.parse(row.record));
      if (!read.success)
        faults.push(`${table} ${row.key}: ${v.getDotPath(read.issues[0]) ?? ""} ${read.issues[0].message}`);
      last = row.key;
    }
    if (records.length < PAGE) return faults;
  }
}
