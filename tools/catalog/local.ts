/** The local D1: migrated, and filled with the starter catalog when it is empty. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../wrangler.ts";
import { insertStatements } from "./sql.ts";
import { readStarter } from "./starter/read.ts";

const DATABASE = "marquee-catalog";

/** `state`: the folder wrangler keeps its local state in. Gives how many titles the catalog holds. */
export async function prepareLocalCatalog(state: string): Promise<number> {
  const local = ["--local", "--persist-to", state];
  await run("wrangler", ["d1", "migrations", "apply", DATABASE, ...local]);
  const held = await countTitles(local);
  if (held > 0) return held;

  const folder = mkdtempSync(join(tmpdir(), "marquee-"));
  try {
    const file = join(folder, "starter.sql");
    const titles = readStarter();
    writeFileSync(file, [...insertStatements(titles)].join("\n"));
    await run("wrangler", ["d1", "execute", DATABASE, ...local, "--yes", "--file", file]);
    return titles.length;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function countTitles(local: readonly string[]): Promise<number> {
  const command = "SELECT count(*) AS titles FROM title";
  const printed = await run("wrangler", [
    "d1",
    "execute",
    DATABASE,
    ...local,
    "--json",
    "--command",
    command,
  ]);
  const [answer]: { results: { titles: number }[] }[] = JSON.parse(printed);
  return answer?.results[0]?.titles ?? 0;
}
