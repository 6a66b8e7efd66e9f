/** Tests how an update applies its lines, reports errors, and records changes for API clients. */

import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import type { Connections } from "../../../tools/catalog/connection.ts";
import { type Connection, getParameters, toQuery, toSql } from "../../../tools/catalog/load/statements.ts";
import { ProgressLine } from "../../../tools/catalog/progress.ts";
import { LoadReport } from "../../../tools/catalog/sources/load-report.ts";
import { stagedSource } from "../../../tools/catalog/sources/staged.ts";
import { starterSource } from "../../../tools/catalog/starter/read.ts";
import { checkUpdate, updateCatalog } from "../../../tools/catalog/update/command.ts";
import { createFolder, lines, title } from "./folder.ts";
import { connectionTo, copyDatabase, loaded, readContents, withControl } from "./updated.ts";

/** Writes a file with these lines and returns its path. Strings are written unchanged. */
function createFile(rows: readonly unknown[]): string {
  const text = rows.map((row) => (typeof row === "string" ? `${row}\n` : lines([row]))).join("");
  return join(createFolder({ "update.jsonl": text }), "update.jsonl");
}

const STARTER = await loaded(starterSource());
const FRESH = readContents(STARTER);

function setUp() {
  const made = withControl(copyDatabase(STARTER));
  async function update(rows: readonly unknown[], connections: Connections = made.connections) {
    let out = "";
    const line = new ProgressLine({ write: (text) => (out += text) }, () => 0);
    await updateCatalog(connections, [createFile(rows)], { line }).catch((thrown) => {
      throw new Error(`${out}${(thrown as Error).message}`);
    });
    return out;
  }
  const find = (id: number) => made.catalog.prepare("SELECT record FROM catalog_title WHERE id = ?").get(id);
  return { ...made, update, find };
}

const person = (id: number, name: string) => ({ id, name, profile_path: null, character: "Someone" });

describe("npm run catalog -- update", () => {
  test("adds and removes a title with its people", async () => {
    const { catalog, update, changes } = setUp();
    await update([
      {
        op: "put",
        title: title(90_001, "Nowhere Station"),
        credits: { cast: [person(90_002, "Ada Nobody")] },
      },
    ]);

    const told = [
      { kind: "title", id: 90_001, op: "put", into: null },
      { kind: "person", id: 90_002, op: "put", into: null },
    ];
    expect(changes()).toEqual(told);
    const { index, personIndex, people } = readContents(catalog);
    expect(index).toContain("nowhere 90001");
    expect(personIndex).toContain("ada 90002");
    expect(people).toContainEqual(expect.objectContaining({ id: 90_002, titles: ["90001 ASomeone"] }));

    await update([{ op: "put", title: title(90_001, "Nowhere Again") }]);
    expect(changes().slice(2)).toEqual([told[0]]);

    await update([{ op: "remove", title: 90_001 }]);
    expect(readContents(catalog)).toEqual(FRESH);
  });

  test("adopts a catalog that no command has loaded", async () => {
    const { catalog, control, update } = setUp();
    await update([{ op: "remove", title: 61 }]);
    await update([{ op: "put", title: title(61, "Again") }]);
    const recorded = control
      .prepare("SELECT slot, updated_at, writes FROM live JOIN generation USING (slot)")
      .get();
    expect(recorded).toEqual({ slot: "A", updated_at: expect.stringMatching(/^\d{4}-/), writes: 2 });
    expect(catalog.prepare("SELECT changes FROM catalog").get()).toEqual({ changes: 2 });
  });

  test("keeps fields that a line omits", async () => {
    const { catalog, update } = setUp();
    const [film, series] = [61, 151];
    const known = FRESH.titles.filter(({ id }) => id === film || id === series);
    await update(known.map(({ record }) => ({ op: "put", title: JSON.parse(String(record)) })));

    expect(readContents(catalog)).toEqual(FRESH);
  });

  test("stops at a line it cannot apply and can be repeated", async () => {
    const { update, find, changes } = setUp();
    const rows = [
      { op: "put", title: title(90_001, "One") },
      { op: "merge", title: 61, into: 12_345 },
      { op: "put", title: title(90_003, "Three") },
    ];
    await expect(update(rows)).rejects.toThrow(
      /update\.jsonl:2: id 61: there is no title 12345 to merge it into$/,
    );
    expect([find(90_001), find(90_003)]).toEqual([expect.anything(), undefined]);
    expect(new Set(changes().map(({ id }) => id))).toEqual(new Set([90_001]));

    expect(await update(rows.toSpliced(1, 1))).toMatch(/^Done: 2 changes/m);
    expect(find(90_003)).toBeDefined();
  });
});

describe("catalog update of seasons", () => {
  /** A starter series with seasons. */
  const ID = 143;
  const [EPISODE, OTHER] = [
    { season: 7, episode: 1, title: "New" },
    { season: 7, episode: 2, aired: "2030-01-01" },
  ];
  const numbersIn = ({ catalog }: ReturnType<typeof setUp>, id = ID) =>
    catalog
      .prepare(
        "SELECT season, json_array_length(episodes) AS episodes FROM catalog_season WHERE id = ? ORDER BY 1",
      )
      .all(id)
      .map(({ season, episodes }) => [season, episodes]);

  test("replaces all episodes and records a change of the title", async () => {
    const made = setUp();
    await made.update([{ op: "put", title: ID, episodes: [OTHER, EPISODE] }]);
    expect(numbersIn(made)).toEqual([[7, 2]]);
    expect(made.changes()).toEqual([{ kind: "title", id: ID, op: "put", into: null }]);
  });

  test("leaves everything else unchanged when the episodes are removed", async () => {
    const made = setUp();
    await made.update([{ op: "put", title: ID, episodes: [] }]);
    // The index also loses the air dates of the episodes.
    const withoutSeasons = ({ browse, ...others }: typeof FRESH) => ({
      ...others,
      browse: browse.filter((entry) => !(/^x\d/.test(entry) && entry.endsWith(` ${ID}`))),
      seasons: null,
      titles: null,
    });
    expect(withoutSeasons(readContents(made.catalog))).toEqual(withoutSeasons(FRESH));
    expect(numbersIn(made)).toEqual([]);
  });

  test("changes nothing when a line has neither seasons nor episodes", async () => {
    const made = setUp();
    await made.update([{ op: "put", title: ID }]);
    expect(readContents(made.catalog)).toEqual(FRESH);
  });

  test("keeps described seasons when their episodes are removed", async () => {
    const made = setUp();
    await made.update([
      { op: "put", title: ID, seasons: [{ season: 1, name: "One" }, { season: 9 }], episodes: [EPISODE] },
      { op: "put", title: ID, episodes: [] },
    ]);
    expect(numbersIn(made)).toEqual([
      [1, 0],
      [9, 0],
    ]);
    await made.update([{ op: "put", title: ID, episodes: [EPISODE], seasons: [] }]);
    expect(numbersIn(made)).toEqual([[7, 1]]);
  });

  test("ignores and reports the episodes of a film", async () => {
    const made = setUp();
    const out = await made.update([{ op: "put", title: title(90_001, "One"), episodes: [EPISODE] }]);
    expect(out).toMatch(
      /^1 malformed value was left out:\n.*update\.jsonl:1: id 90001: a film has no episodes/m,
    );
    expect(numbersIn(made, 90_001)).toEqual([]);
  });

  test.each([
    ["a repeated episode", [EPISODE, { ...EPISODE, title: "Again" }]],
    ["an episode without a number", [EPISODE, { season: 7 }]],
    ["a text", "all"],
  ])("stops at %s before it writes anything", async (_, episodes) => {
    const made = setUp();
    await expect(made.update([{ op: "put", title: ID, episodes }])).rejects.toThrow(
      /1 of 1 rows of .* are malformed, more than 1 %; nothing was changed/,
    );
    expect(readContents(made.catalog)).toEqual(FRESH);
  });

  test("keeps stored episodes if one of a hundred lines is malformed", async () => {
    const made = setUp();
    await made.update([{ op: "put", title: ID, episodes: [EPISODE] }]);
    const others = Array.from({ length: 99 }, () => ({ op: "remove", title: 12_345 }));
    await made.update([...others, { op: "put", title: ID, episodes: [{ season: 8, episode: "one" }] }]);
    expect(numbersIn(made)).toEqual([[7, 1]]);
  });

  test("stops at the id of an unknown title", async () => {
    const { update } = setUp();
    await expect(update([{ op: "put", title: 99_999, episodes: [] }])).rejects.toThrow(
      "there is no title 99999",
    );
  });

  test("does not add seasons to a film", async () => {
    const { catalog, update } = setUp();
    await update([{ op: "put", title: 61, episodes: [EPISODE] }]);
    expect(readContents(catalog)).toEqual(FRESH);
  });
});

describe("catalog update that adds a title to a collection", () => {
  test("records a change of every title in the collection", async () => {
    const { update, changes } = setUp();
    const collection = { name: "The Godfather Collection" };
    await update([{ op: "put", title: title(90_003, "Part Three", { collection }) }]);
    expect(changes().map(({ id }) => id)).toEqual([90_003, 54, 55]);
  });
});

describe("merged title", () => {
  test("redirects and keeps its external ids", async () => {
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
    expect(readContents(catalog)).toEqual(FRESH);
  });

  test("follows a chain of merges to one title", async () => {
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
    await update([{ op: "merge", title: 90_009, into: 90_001 }]);
    expect(changes().at(-1)).toEqual({ kind: "title", id: 90_009, op: "merge", into: 90_003 });
    await expect(update([{ op: "merge", title: 90_003, into: 90_001 }])).rejects.toThrow(
      "id 90003: a title cannot be merged into itself",
    );
  });
});

describe("catalog update", () => {
  test("rejects a catalog with tokens from another version", async () => {
    const { catalog, update } = setUp();
    catalog.exec("UPDATE catalog SET tokens = tokens + 1");
    await expect(update([{ op: "remove", title: 61 }])).rejects.toThrow("loaded by another version");
  });

  test("omits a malformed field and reports its file, line and id", async () => {
    const { update, find } = setUp();
    const out = await update([
      { op: "remove", title: 12_345 },
      { op: "put", title: title(90_001, "One", { rating: 77, external: { imdb: "NO ID" } }) },
    ]);
    expect(out).toMatch(/1 malformed value was left out:\n.*update\.jsonl:2: id 90001: imdb "NO ID"/);
    expect(String(find(90_001)?.record)).toContain('"rating":0');
  });

  test("applies the lines before an unreadable one", async () => {
    const { update, find } = setUp();
    const [one, three] = [1, 3].map((id) => ({ op: "put", title: title(90_000 + id, `Number ${id}`) }));
    await expect(update([one, '{"op": "put", "title": {"id": 90002', three])).rejects.toThrow(
      /update\.jsonl:2: id 90002: .*JSON/,
    );
    await expect(update([one, { op: "put", titel: {} }, three])).rejects.toThrow(/update\.jsonl:2: .*titel/);
    const both = { ...one, person: { id: 7 } };
    await expect(update([one, both, three])).rejects.toThrow(
      /jsonl:2: id 90001: a person needs a line of their own/,
    );
    expect([find(90_001), find(90_003)]).toEqual([expect.anything(), undefined]);

    expect(await update([one, three])).toMatch(/^Done: 2 changes/m);
    expect(find(90_003)).toBeDefined();
  });

  test("counts lines and reports faults in a dry run", async () => {
    let out = "";
    const write = (text: string) => (out += text);
    const rows = [
      { op: "put", title: title(90_001, "One", { rating: 77 }) },
      { op: "put", title: title(90_002, "Two") },
      { op: "remove", title: 61 },
      { op: "merge", title: 61, into: 34 },
      { op: "put", person: { id: 7, also_known_as: ["Seven"] } },
    ];
    await checkUpdate([createFile(rows)], { write });
    expect(out).toMatch(
      /^1 malformed value was left out[\s\S]*5 changes could be applied\. 1 value was left out; see above\.\n$/,
    );
    await expect(checkUpdate([createFile([...rows, "{"])], { write })).rejects.toThrow(
      /update\.jsonl:6: .*JSON/,
    );
  });

  test.each([
    ["a missing file", "nowhere.jsonl", /^No such file: .*nowhere\.jsonl$/],
    ["a folder", ".", /is a folder. To apply the differences: update --from$/],
  ])("rejects %s", async (_, name, message) => {
    await expect(checkUpdate([join(createFolder({}), name)], { write: () => {} })).rejects.toThrow(message);
  });

  test("can be applied concurrently with another update", async () => {
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
    expect(readContents(catalog)).toEqual(readContents(other));
    const ids = changes().flatMap(({ kind, id }) => (kind === "title" ? Number(id) : []));
    expect([...new Set(ids)].sort()).toEqual([...some(90_000), ...some(91_000)].map((line) => line.title.id));
  });

  test("stops when the other catalog goes live", async () => {
    const { control, connections, changes, update } = setUp();
    control.exec(
      `INSERT INTO generation SELECT value, key + 1, value, 1, 1, 1, '', '', NULL, 0, 1 FROM json_each('["A", "B"]')`,
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
});

describe("external id claimed by two titles", () => {
  const claiming = (id: number, name: string) => ({
    op: "put",
    title: title(id, name, { external: { wikidata: "Q90000" } }),
  });
  const owners = (catalog: DatabaseSync) =>
    catalog.prepare("SELECT id FROM catalog_external WHERE external = 'Q90000'").all();

  test("is kept by the title with the lower id, and reported", async () => {
    const { catalog, update } = setUp();
    await update([claiming(90_001, "One")]);
    expect(await update([claiming(90_002, "Two")])).toMatch(
      /jsonl:1: id 90002: wikidata Q90000 is an id of title 90001, which keeps it/,
    );
    expect(owners(catalog)).toEqual([{ id: 90_001 }]);
  });

  test("moves to the lower title id and records both titles", async () => {
    const { catalog, update, changes } = setUp();
    const compared = () => catalog.prepare("SELECT hash FROM catalog_title WHERE id = 90002").get();
    await update([claiming(90_002, "Two")]);
    const before = compared();
    await update([claiming(90_001, "One")]);
    expect(compared()).not.toEqual(before);
    expect(owners(catalog)).toEqual([{ id: 90_001 }]);
    expect(changes().filter(({ id }) => id === 90_002).length).toBeGreaterThan(1);
    expect(changes().filter(({ kind }) => kind === "person")).toEqual([]);
  });

  test("belongs to the lower title id after updates and loads", async () => {
    for (const rows of [
      [claiming(90_001, "One"), claiming(90_002, "Two")],
      [claiming(90_002, "Two"), claiming(90_001, "One")],
    ]) {
      const { catalog, update } = setUp();
      await update(rows);
      expect(owners(catalog)).toEqual([{ id: 90_001 }]);
      const folder = createFolder({ "titles.jsonl": lines(rows.map((row) => row.title)) });
      const report = new LoadReport();
      const source = await stagedSource([folder], {}, { folder: null, report });
      expect(owners(await loaded(source))).toEqual([{ id: 90_001 }]);
      expect(report.lines().at(-1)).toMatch(
        /wikidata "Q90000" is an id of others, too; title 90001 keeps it$/,
      );
      source.remove();
    }
  });
});

describe("large credits", () => {
  test("can be stored and removed beyond D1's statement limit", async () => {
    const { catalog, update } = setUp();
    const cast = [{ ...person(90_002, "Ada"), character: `it's "large"; 𝄞`.repeat(9_000) }];
    await update([{ op: "put", title: title(90_001, "One"), credits: { cast } }]);
    const stored = catalog.prepare("SELECT record FROM catalog_credits WHERE id = 90001").get();
    expect(JSON.parse(String(stored?.record)).cast).toEqual(cast);
    await update([{ op: "remove", title: 90_001 }]);
    expect(readContents(catalog)).toEqual(FRESH);
  });
});

describe("catalog update of long texts", () => {
  const MEGABYTE = 1_000_000;
  const [MAX_CALL, MAX_STATEMENT, MAX_PARAMETER] = [10 * MEGABYTE, 100_000, 2 * MEGABYTE];

  function measured(connection: Connection) {
    const calls: number[] = [];
    const statements: number[] = [];
    const parameters: number[] = [];
    const batch: Connection["batch"] = (given) => {
      calls.push(Buffer.byteLength(JSON.stringify(toQuery(given))));
      statements.push(...given.map((one) => Buffer.byteLength(toSql(one))));
      parameters.push(...given.flatMap(getParameters).map((one) => Buffer.byteLength(one)));
      return connection.batch(given);
    };
    const most = () => [calls, statements, parameters].map((sizes) => Math.max(0, ...sizes));
    return { connection: { batch }, most };
  }

  /** Returns text that shares no words with the text of any other title. */
  const text = (id: number, length: number) =>
    Array.from({ length: length / 10 }, (_, at) =>
      `\u00e9'${(id * length + at).toString(36)}`.padEnd(9, "x"),
    ).join(" ");

  test.each([
    ["plots", 60, (id: number) => ({ title: title(id, `Number ${id}`, { plot: text(id, 190_000) }) })],
    [
      "credits",
      60,
      (id: number) => ({
        title: title(id, `Number ${id}`),
        credits: {
          cast: Array.from({ length: 60 }, (_, at) => ({
            ...person(id * 100 + at, `Person ${at}`),
            character: text(id, 3_000),
          })),
        },
      }),
    ],
  ])("stays within D1's limits with %s", async (_, count, put) => {
    const { catalog, control, connections, update } = setUp();
    const [live, log] = [measured(connectionTo(catalog)), measured(connectionTo(control))];
    const watched = {
      ...connections,
      catalog: async () => live.connection,
      control: async () => log.connection,
    };
    const ids = Array.from({ length: count }, (_, at) => 90_000 + at);
    await update(
      ids.map((id) => ({ op: "put", ...put(id) })),
      watched,
    );
    await update(
      ids.map((id) => ({ op: "put", title: title(id, "Another", { plot: "Short." }), akas: [] })),
      watched,
    );
    await update(
      ids.map((id) => ({ op: "remove", title: id })),
      watched,
    );
    for (const { most } of [live, log]) {
      const [call = 0, statement = 0, parameter = 0] = most();
      expect(call).toBeLessThanOrEqual(MAX_CALL);
      expect(statement).toBeLessThanOrEqual(MAX_STATEMENT);
      expect(parameter).toBeLessThanOrEqual(MAX_PARAMETER);
    }
    expect(readContents(catalog)).toEqual(FRESH);
  });
});

describe("line of a catalog update", () => {
  test("is rejected when it contains U+0000", async () => {
    const { update } = setUp();
    await expect(update([{ op: "put", title: title(90_001, "One\0") }])).rejects.toThrow(
      /jsonl:1: id 90001: a text contains U\+0000/,
    );
  });

  test("accepts numeric strings as ids", async () => {
    const { catalog, update, find } = setUp();
    const own = { ...title(90_001, "One"), id: "90001" };
    await update([
      {
        op: "put",
        title: own,
        akas: [{ title: "Another One" }],
        credits: { cast: [{ ...person(90_002, "Ada"), id: "90002" }] },
      },
    ]);
    expect(JSON.parse(String(find(90_001)?.record)).id).toBe(90_001);
    expect(catalog.prepare("SELECT id FROM catalog_person WHERE name = 'Ada'").all()).toEqual([
      { id: 90_002 },
    ]);
    await update([{ op: "remove", title: "90001" }]);
    expect(readContents(catalog)).toEqual(FRESH);
  });
});

describe("title ranks", () => {
  test("do not change when new titles are inserted between them", async () => {
    const { catalog, update } = setUp();
    const ranks = (where: string) =>
      catalog.prepare(`SELECT rank, popularity FROM catalog_title WHERE ${where} ORDER BY rank`).all();
    const before = ranks("id < 90000");
    const last = before.findLastIndex((row) => row.popularity === before[9]?.popularity);
    const popularity = Number(before[last]?.popularity) - 0.001;
    const added = Array.from({ length: 40 }, (_, at) => ({
      op: "put",
      title: title(90_000 + at, `Number ${at}`, { popularity: popularity / 10 }),
    }));
    await update([{ op: "put", title: { ...title(61, "Another"), votes: 1 } }, ...added]);
    expect(ranks("id < 90000").map(({ rank }) => rank)).toEqual(before.map(({ rank }) => rank));
    const inserted = ranks("id >= 90000").map(({ rank }) => Number(rank));
    expect(new Set(inserted).size).toBe(40);
    const between = inserted.filter(
      (rank) => rank > Number(before[last]?.rank) && rank < Number(before[last + 1]?.rank),
    );
    expect(between).toHaveLength(15);
  });
});

describe("change entries of an update", () => {
  test("are recorded before the write and moved to the end afterwards", async () => {
    const { control, connections, update } = setUp();
    const told: unknown[] = [];
    const numbers = () =>
      control
        .prepare("SELECT number FROM change WHERE changes LIKE '%title-61%'")
        .all()
        .map(({ number }) => number);
    const first = await connections.catalog("A");
    const watched: Connection = {
      batch(statements) {
        if (statements.length > 1 && toSql(statements[0] ?? "").startsWith("UPDATE catalog "))
          told.push(numbers());
        return first.batch(statements);
      },
    };
    await update([{ op: "remove", title: 61 }], { ...connections, catalog: async () => watched });
    expect(told).toEqual([[3]]);
    expect(numbers()).toEqual([4]);
  });

  test("mark lists as changed once, at the end", async () => {
    const { control, connections, update } = setUp();
    const some = (first: number) =>
      Array.from({ length: 250 }, (_, at) => ({ op: "put", title: title(first + at, `Film ${first + at}`) }));
    const lists = () => control.prepare("SELECT number FROM change WHERE changes LIKE '%lists%'").all();
    await update(some(90_000));
    const [last] = control.prepare("SELECT max(number) AS number FROM change").all();
    expect(lists()).toEqual([last]);

    const killed: Connections = {
      ...connections,
      async control() {
        const { batch } = await connections.control();
        return {
          batch: (all) => (String(all).includes("lists") ? Promise.reject(new Error("killed")) : batch(all)),
        };
      },
    };
    await expect(update([{ op: "remove", title: 61 }], killed)).rejects.toThrow("killed");
    expect(lists()).toHaveLength(1);
    await update([]);
    expect(lists()).toHaveLength(2);
    await update([]);
    expect(lists()).toHaveLength(2);
  });
});
