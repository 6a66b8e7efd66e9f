/** `catalog -- update`: lines in order, errors by file, line and id, and what readers learn. */

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Connections } from "../../../tools/catalog/connection.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import { type Connection, parametersOf, sqlOf } from "../../../tools/catalog/load/statements.ts";
import { starterSource } from "../../../tools/catalog/starter/read.ts";
import { updateCatalog } from "../../../tools/catalog/update/command.ts";
import { folderOf, lines, title } from "./folder.ts";
import { contentsOf, loaded } from "./updated.ts";

function connected(database: DatabaseSync): Connection {
  return {
    async batch(statements) {
      database.exec("BEGIN");
      try {
        const results = statements.map((statement) => {
          const rows = database.prepare(sqlOf(statement)).all(...parametersOf(statement));
          return { rows, bytes: 0, written: 1, took: 0 };
        });
        database.exec("COMMIT");
        return results;
      } catch (thrown) {
        database.exec("ROLLBACK");
        throw thrown;
      }
    },
  };
}

async function setUp() {
  const catalog = await loaded(starterSource());
  const control = new DatabaseSync(":memory:");
  for (const { statements } of readMigrations("control")) for (const one of statements) control.exec(one);
  const connections: Connections = {
    catalog: async () => connected(catalog),
    control: async () => connected(control),
  };
  let out = "";
  async function update(rows: readonly unknown[]): Promise<string> {
    const folder = folderOf({ "update.jsonl": lines(rows) });
    out = "";
    await updateCatalog(connections, [join(folder, "update.jsonl")], {
      isTTY: true,
      write: (text) => (out += text),
    });
    return out;
  }
  const changes = () =>
    control.prepare("SELECT kind, id, op, into_id FROM change WHERE number > 1 ORDER BY number").all();
  const find = (id: number) => catalog.prepare("SELECT record FROM catalog_title WHERE id = ?").get(id);
  return { catalog, update, changes, find };
}

const person = (id: number, name: string) => ({ id, name, profile_path: null, character: "Someone" });

test("a title that is put has its people, and both are among the changes", async () => {
  const { catalog, update, changes } = await setUp();
  await update([
    { op: "put", title: title(90_001, "Nowhere Station"), credits: { cast: [person(90_002, "Ada Nobody")] } },
  ]);

  expect(changes()).toEqual([
    { kind: "title", id: 90_001, op: "put", into_id: null },
    { kind: "person", id: 90_002, op: "put", into_id: null },
  ]);
  const { index, personIndex, people } = contentsOf(catalog);
  expect(index).toContain("nowhere 90001");
  expect(personIndex).toContain("ada 90002");
  expect(people).toContainEqual(expect.objectContaining({ id: 90_002, titles: ["90001 ASomeone"] }));
});

test("what a line leaves out stays as it is", async () => {
  const { catalog, update } = await setUp();
  const [before] = [contentsOf(catalog)];
  const known = before.titles.find(({ id }) => id === 61);
  await update([{ op: "put", title: JSON.parse(String(known?.record)) }]);

  expect(contentsOf(catalog)).toEqual(before);
});

test("a removed title is nowhere, and its id leads nowhere", async () => {
  const { catalog, update } = await setUp();
  const fresh = contentsOf(catalog);
  await update([
    { op: "put", title: title(90_001, "Nowhere Station"), credits: { cast: [person(90_002, "Ada Nobody")] } },
  ]);
  await update([{ op: "remove", title: 90_001 }]);

  expect(contentsOf(catalog)).toEqual(fresh);
});

test("an update stops at the first line that cannot be applied, and goes on from there when it is repeated", async () => {
  const { update, find, changes } = await setUp();
  const rows = [
    { op: "put", title: title(90_001, "One") },
    { op: "merge", title: 61, into: 12_345 },
    { op: "put", title: title(90_003, "Three") },
  ];
  await expect(update(rows)).rejects.toThrow(
    /update\.jsonl:2: id 61: there is no title 12345 to merge it into\. The lines before it are applied/,
  );
  expect([find(90_001), find(90_003)]).toEqual([expect.anything(), undefined]);
  expect(changes()).toHaveLength(1);

  expect(await update(rows.toSpliced(1, 1))).toMatch(/^Done: 1 changes/);
  expect(find(90_003)).toBeDefined();
});

test("a merged title leads to the other one, and keeps its ids in other sources until the other one is removed", async () => {
  const { catalog, update, find } = await setUp();
  const fresh = contentsOf(catalog);
  const merged = () => catalog.prepare("SELECT id, into_id FROM catalog_merged").all();
  const known = () => catalog.prepare("SELECT id FROM catalog_external WHERE external = 'Q90001'").all();
  await update([
    { op: "put", title: title(90_002, "Two") },
    { op: "put", title: title(90_001, "One", { external: { wikidata: "Q90001" } }) },
    { op: "merge", title: 90_001, into: 90_002 },
  ]);
  expect(find(90_001)).toBeUndefined();
  expect([merged(), known()]).toEqual([[{ id: 90_001, into_id: 90_002 }], [{ id: 90_001 }]]);

  await update([{ op: "remove", title: 90_002 }]);
  expect([merged(), known()]).toEqual([[], []]);
  expect(contentsOf(catalog)).toEqual(fresh);
});

test("a catalog whose tokens another version made is refused", async () => {
  const { catalog, update } = await setUp();
  catalog.exec("UPDATE catalog SET tokens = tokens + 1");
  await expect(update([{ op: "remove", title: 61 }])).rejects.toThrow("loaded by another version");
});
