import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { backUp, restore } from "../../../tools/catalog/backup.ts";
import { withLocalDatabases } from "../../../tools/catalog/database.ts";
import { query } from "../../../tools/catalog/load/statements.ts";
import { createFolder } from "./folder.ts";

/** Adds rows to CONTROL and A. */
async function write(state: string, rows: number): Promise<void> {
  await withLocalDatabases(state, async ({ open }) => {
    for (const name of ["control", "A"] as const) {
      const database = await open(name);
      await database.batch(["CREATE TABLE IF NOT EXISTS test (n INTEGER)"]);
      for (let n = 0; n < rows; n += 1) await database.batch([`INSERT INTO test VALUES (${n})`]);
    }
  });
}

/** Returns the numbers of rows in CONTROL and A. */
async function count(state: string): Promise<number[]> {
  return await withLocalDatabases(state, async ({ open }) => {
    const counts: number[] = [];
    for (const name of ["control", "A"] as const) {
      const [[row] = []] = await query<{ rows: number }>(await open(name), [
        "SELECT count(*) AS rows FROM test",
      ]);
      counts.push(row?.rows ?? 0);
    }
    return counts;
  });
}

describe("npm run catalog -- backup", () => {
  test("restores the databases as they were", async () => {
    const folder = createFolder({});
    const [state, file] = [join(folder, "state"), join(folder, "backup")];
    await write(state, 3);
    // The databases are open, as in a server.
    await withLocalDatabases(state, async ({ open }) => {
      await (await open("A")).batch(["INSERT INTO test VALUES (9)"]);
      await backUp(state, file);
    });
    await write(state, 2);
    await restore(state, file);
    expect(await count(state)).toEqual([3, 4]);
    expect(readdirSync(folder).toSorted()).toEqual(["backup", "state"]);
  });

  test("rejects a state without a catalog", async () => {
    const folder = createFolder({});
    await expect(backUp(join(folder, "state"), join(folder, "backup"))).rejects.toThrow(
      "There is no catalog in",
    );
    expect(existsSync(join(folder, "backup"))).toBe(false);
  });
});

describe("npm run catalog -- restore", () => {
  test("changes nothing when the file is incomplete", async () => {
    const folder = createFolder({});
    const [state, file] = [join(folder, "state"), join(folder, "backup")];
    await write(state, 1);
    await backUp(state, file);
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    await expect(restore(state, file)).rejects.toThrow("is not a complete backup. Nothing was changed.");
    expect(await count(state)).toEqual([1, 1]);
  });

  test("refuses while a server uses the state", async () => {
    const folder = createFolder({});
    const [state, file] = [join(folder, "state"), join(folder, "backup")];
    await write(state, 1);
    await backUp(state, file);
    const lock = JSON.stringify(join(process.cwd(), "tools/serve/lock.ts"));
    const program = `import { shareState } from ${lock}; shareState(${JSON.stringify(state)}); console.log("held"); setInterval(() => {}, 1e4);`;
    const server = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(server.stdout, "data");
    await expect(restore(state, file)).rejects.toThrow("A server uses");
    server.kill("SIGKILL");
    await once(server, "exit");
    await restore(state, file);
    expect(await count(state)).toEqual([1, 1]);
  });
});
