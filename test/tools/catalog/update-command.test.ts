/** `catalog -- update`: lines in order, errors by file, line and id, and what readers learn. */

import { join } from "node:path";
import { expect, test } from "vitest";
import type { Connections } from "../../../tools/catalog/connection.ts";
import type { Connection } from "../../../tools/catalog/load/statements.ts";
import { LoadReport } from "../../../tools/catalog/sources/load-report.ts";
import { starterSource } from "../../../tools/catalog/starter/read.ts";
import { Updater } from "../../../tools/catalog/update/apply.ts";
import { changesIn } from "../../../tools/catalog/update/changes-in.ts";
import { checkUpdate, updateCatalog } from "../../../tools/catalog/update/command.ts";
import { folderOf, lines, title } from "./folder.ts";
import { connectionTo, contentsOf, copyOf, loaded, withControl } from "./updated.ts";

/** The path of a file with these lines; a text stands as it is. */
function fileOf(rows: readonly unknown[]): string {
  const text = rows.map((row) => (typeof row === "string" ? `${row}\n` : lines([row]))).join("");
  return join(folderOf({ "update.jsonl": text }), "update.jsonl");
}

const STARTER = await loaded(starterSource());
const FRESH = contentsOf(STARTER);

function setUp() {
  const made = withControl(copyOf(STARTER));
  async function update(rows: readonly unknown[], connections: Connections = made.connections) {
    let out = "";
    const write = (text: string) => (out += text);
    await updateCatalog(connections, [fileOf(rows)], { write }).catch((thrown) => {
      throw new Error(`${out}${(thrown as Error).message}`);
    });
    return out;
  }
  const find = (id: number) => made.catalog.prepare("SELECT record FROM catalog_title WHERE id = ?").get(id);
  return { ...made, update, find };
}

const person = (id: number, name: string) => ({ id, name, profile_path: null, character: "Someone" });

test("a title that is put has its people, and both are among the changes; removed, both are nowhere", async () => {
  const { catalog, update, changes } = setUp();
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

  await update([{ op: "remove", title: 90_001 }]);
  expect(contentsOf(catalog)).toEqual(FRESH);
});

test("a statement is given at most 25 ids or rows, however many people a title has", async () => {
  const { catalog, connections, update } = setUp();
  const first = await connections.catalog("A");
  const lengths: number[] = [];
  const watched: Connection = {
    batch(statements) {
      for (const one of statements)
        if (typeof one !== "string" && Array.isArray(one.parameter)) lengths.push(one.parameter.length);
      return first.batch(statements);
    },
  };
  const cast = Array.from({ length: 120 }, (_, at) => person(90_100 + at, `Person${at} Nobody`));
  const rows = [
    { op: "put", title: title(90_001, "Nowhere Station"), credits: { cast } },
    { op: "put", title: title(90_001, "Nowhere Terminus"), credits: { cast: cast.toReversed() } },
    { op: "remove", title: 90_001 },
  ];
  await update(rows, { ...connections, catalog: async () => watched });

  expect(Math.max(...lengths)).toBe(25);
  expect(contentsOf(catalog)).toEqual(FRESH);
});

test("a catalog that no command has loaded is recorded as live, and when it was updated", async () => {
  const { control, update } = setUp();
  await update([{ op: "remove", title: 61 }]);
  const recorded = control.prepare("SELECT slot, updated_at FROM live JOIN generation USING (slot)").get();
  expect(recorded).toEqual({ slot: "A", updated_at: expect.stringMatching(/^\d{4}-/) });
});

test("what a line leaves out stays as it is", async () => {
  const { catalog, update } = setUp();
  const known = FRESH.titles.find(({ id }) => id === 61);
  await update([{ op: "put", title: JSON.parse(String(known?.record)) }]);

  expect(contentsOf(catalog)).toEqual(FRESH);
});

test("an update stops at the first line that cannot be applied, and goes on from there when it is repeated", async () => {
  const { update, find, changes } = setUp();
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
  const { catalog, update, find } = setUp();
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
  expect(contentsOf(catalog)).toEqual(FRESH);
});

test("a chain of merges ends at one title, and all of it can be repeated", async () => {
  const { catalog, update, changes } = setUp();
  await update([90_001, 90_002, 90_003].map((id) => ({ op: "put", title: title(id, `Number ${id}`) })));
  const chain = [
    { op: "merge", title: 90_001, into: 90_002 },
    { op: "merge", title: 90_002, into: 90_003 },
  ];
  await update(chain);
  const [merged, told] = [catalog.prepare("SELECT id, into_id FROM catalog_merged").all(), changes()];
  expect(merged.map(({ into_id }) => into_id)).toEqual([90_003, 90_003]);
  await update(chain);
  expect(changes()).toEqual(told);
  await expect(update([{ op: "merge", title: 90_003, into: 90_001 }])).rejects.toThrow(
    "id 90003: a title cannot be merged into itself",
  );
});

test("a catalog whose tokens another version made is refused", async () => {
  const { catalog, update } = setUp();
  catalog.exec("UPDATE catalog SET tokens = tokens + 1");
  await expect(update([{ op: "remove", title: 61 }])).rejects.toThrow("loaded by another version");
});

test("a malformed field is left out, and shown with file, line and id", async () => {
  const { update, find } = setUp();
  const out = await update([
    { op: "remove", title: 12_345 },
    { op: "put", title: title(90_001, "One", { rating: 77, external: { imdb: "NO ID" } }) },
  ]);
  expect(out).toMatch(
    /^2 malformed fields were ignored, such as\n.*\n.*update\.jsonl:2: id 90001: imdb "NO ID"/,
  );
  expect(String(find(90_001)?.record)).toContain('"rating":0');
});

test("a line that cannot be read stops the update with file and line, which goes on from there when it is repeated", async () => {
  const { update, find } = setUp();
  const [one, three] = [1, 3].map((id) => ({ op: "put", title: title(90_000 + id, `Number ${id}`) }));
  await expect(update([one, '{"op": "put", "title": {"id": 90002', three])).rejects.toThrow(
    /update\.jsonl:2: id 90002: .*JSON.*The lines before it are applied/,
  );
  await expect(update([one, { op: "put", titel: {} }, three])).rejects.toThrow(/update\.jsonl:2: .*titel/);
  const both = { ...one, person: { id: 7 } };
  await expect(update([one, both, three])).rejects.toThrow(
    /jsonl:2: id 90001: a person needs a line of their own/,
  );
  expect([find(90_001), find(90_003)]).toEqual([expect.anything(), undefined]);

  expect(await update([one, three])).toMatch(/^Done: 1 changes/);
  expect(find(90_003)).toBeDefined();
});

test("a dry run counts the lines by kind, shows what is malformed, and stops at what cannot be read", async () => {
  let out = "";
  const write = (text: string) => (out += text);
  const rows = [
    { op: "put", title: title(90_001, "One", { rating: 77 }) },
    { op: "put", title: title(90_002, "Two") },
    { op: "remove", title: 61 },
    { op: "merge", title: 61, into: 34 },
    { op: "put", person: { id: 7, also_known_as: ["Seven"] } },
  ];
  await checkUpdate([fileOf(rows)], { write });
  expect(out).toMatch(
    /^1 malformed fields were ignored[\s\S]*2 titles, 1 removals, 1 merges, 1 people could be applied\.\n$/,
  );
  await expect(checkUpdate([fileOf([...rows, "{"])], { write })).rejects.toThrow(/update\.jsonl:6: .*JSON/);
});

test.each([
  ["a missing file", "nowhere.jsonl", /^No such file: .*nowhere\.jsonl$/],
  ["a folder", ".", /is a folder; to apply what differs: update --from$/],
])("%s is refused in a sentence", async (_, name, message) => {
  await expect(checkUpdate([join(folderOf({}), name)], { write: () => {} })).rejects.toThrow(message);
});

test("two updates at once both apply, and readers learn of every change once", async () => {
  const { catalog, update, changes } = setUp();
  const some = (first: number) =>
    Array.from({ length: 10 }, (_, at) => ({
      op: "put",
      title: title(first + at, `Film ${first + at}`),
      credits: { cast: [person(80_000 + at, `Person ${at}`)] },
    }));
  await Promise.all([update(some(90_000)), update(some(91_000))]);

  const { catalog: other, update: alone } = setUp();
  await alone([...some(90_000), ...some(91_000)]);
  // The rank of a new title depends on which others came before it; those of the starter stay in their order.
  const held = ({ order, ...rest }: ReturnType<typeof contentsOf>) => ({
    ...rest,
    order: order.filter((id) => Number(id) < 90_000),
  });
  expect(held(contentsOf(catalog))).toEqual(held(contentsOf(other)));
  const ids = changes().flatMap(({ kind, id }) => (kind === "title" ? Number(id) : []));
  expect(ids.sort()).toEqual([...some(90_000), ...some(91_000)].map((line) => line.title.id));
});

test("what an update applied before it was killed, the next one tells readers", async () => {
  const { catalog, update, changes } = setUp();
  const killed = new Updater(connectionTo(catalog), async () => {});
  await killed.apply({ op: "remove", kind: "title", id: 61 });
  expect(changes()).toEqual([]);

  await update([{ op: "put", title: title(90_001, "One") }]);
  expect(changes()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "title", id: 61, op: "remove" }),
      expect.objectContaining({ kind: "title", id: 90_001, op: "put" }),
    ]),
  );
});

test("a killed update goes on after the last line that it applied", async () => {
  const { catalog, update, find } = setUp();
  const rows = [
    { op: "merge", title: 34, into: 61 },
    { op: "remove", title: 61 },
    { op: "put", title: title(90_001, "One") },
  ];
  const killed = new Updater(connectionTo(catalog), async () => {});
  for await (const { change, mark } of changesIn([fileOf(rows.slice(0, 2))], null, new LoadReport()))
    await killed.apply(change, mark);
  expect(await update(rows)).toMatch(/^Done: 1 changes/);
  expect(find(90_001)).toBeDefined();
});

test("votes change the order of lists, and nothing that a caller has read by its id", async () => {
  const { catalog, control, update, changes } = setUp();
  const record = JSON.parse(
    String(catalog.prepare("SELECT record FROM catalog_title WHERE id = 61").get()?.record),
  );
  const told = () => control.prepare("SELECT at FROM change WHERE tag = 'lists'").get();
  await update([{ op: "put", title: { ...record, votes: 1 } }]);
  expect(contentsOf(catalog).order.at(-1)).toBe(61);
  expect([changes(), told()]).toEqual([[], expect.anything()]);
});

test("an update stops when the other catalog is made live, which it would not change", async () => {
  const { control, connections, changes, update } = setUp();
  control.exec(
    `INSERT INTO generation SELECT value, key + 1, value, 1, 1, 1, '', '', NULL FROM json_each('["A", "B"]')`,
  );
  const makeLive = (slot: string) => control.exec(`INSERT OR REPLACE INTO live VALUES (1, '${slot}', 0)`);
  makeLive("A");
  const switched: Connections = {
    ...connections,
    async catalog(slot) {
      const { batch } = await connections.catalog(slot);
      return { batch: (statements) => batch(statements).finally(() => makeLive("B")) };
    },
  };
  await expect(update([{ op: "remove", title: 61 }], switched)).rejects.toThrow(
    "The other catalog was made live meanwhile",
  );
  expect(changes()).toEqual([]);
});
