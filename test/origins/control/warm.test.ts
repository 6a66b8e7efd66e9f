/**
 * Stored responses after a load, a switch and a rollback by the loader's own code: 5,000 titles, of which one in a hundred
 * differs. Responses of all that differ are stored, and of enough others to count what is loaded again for nothing.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { recordChanges } from "../../../tools/catalog/control.ts";
import { destinationOf, recordLoad, switchSlots } from "../../../tools/catalog/generations.ts";
import type { Answer } from "../../../worker/cache/resource.ts";
import { bodyText } from "../../../worker/cache/stored-response.ts";
import type { PurgeLog, Slot } from "../../../worker/origins/purge-log.ts";
import { entriesOf, fillSource } from "../catalog/filled.ts";
import { connections, databases, isolateAt, log, migrateControl } from "./controlled.ts";

const TITLES = 5_000;
const lang = "en";
/** Whoever is in 50 titles: a response about any of them has 50 tags that may be mistaken for changed ones. */
const STARS = 100;
const CASTS = 6_500;
const peopleOf = (id: number) => [
  1 + (id % STARS),
  ...[0, 1, 2, 3].map((at) => 1 + STARS + ((id * 4 + at) % CASTS)),
];

const isChanged = (id: number) => id % 100 === 7;
const MARK = "changed";

/** `changed`: one title in a hundred differs, and a new one takes the first rank, so that all ranks differ. */
function sourceOf(changed: boolean) {
  const ids = Array.from({ length: TITLES }, (_, at) => at + 1);
  const mark = (id: number) => (changed && isChanged(id) ? MARK : "");
  const titles = ids.map((id) => ({ id, title: `Film ${id}`, year: "1999", plot: mark(id) }));
  const first = changed ? [{ id: TITLES + 1, title: "A new film" }] : [];
  return {
    name: "a test",
    entries: () => entriesOf([...first, ...titles]),
    *credits() {
      for (const id of ids) {
        const character = `Role ${mark(id)}`;
        const cast = peopleOf(id).map((person) => ({
          id: person,
          name: `Person ${person}`,
          profile_path: null,
          character,
        }));
        yield [id, JSON.stringify({ cast })] as const;
      }
    },
  };
}

const QUERIES = {
  title: (id: number) => ({ id, lang }),
  credits: (id: number) => ({ category: "credits" as const, id, lang }),
  person: (id: number) => ({ id, lang, includeAdult: false }),
};

interface Asked {
  readonly kind: keyof typeof QUERIES;
  readonly id: number;
  readonly differs: boolean;
}

/** `part`: 0 is stored before the switch, 1 between it and the rollback. */
function sample(part: 0 | 1): Asked[] {
  const ids = Array.from({ length: TITLES }, (_, at) => at + 1);
  const chosen = ids.filter((id) => (part === 0 && id % 200 === 7) || id % 60 === 13 + part);
  const people = Array.from({ length: STARS + CASTS }, (_, at) => at + 1);
  const differing = new Set(ids.filter(isChanged).flatMap(peopleOf));
  const met = people.filter((id) => id % 2 === part && (id <= STARS / 2 || id % 100 < 2));
  return [
    ...chosen.map((id) => ({ kind: "title" as const, id, differs: isChanged(id) })),
    ...chosen.map((id) => ({ kind: "credits" as const, id, differs: isChanged(id) })),
    ...met.map((id) => ({ kind: "person" as const, id, differs: differing.has(id) })),
  ];
}

let ahead = 0;
/** Later than the machine's by what the test waits. */
const now = () => Date.now() + ahead;
const HOST = "https://warm.test";

function textOf(answer: Answer): string {
  if (answer.kind === "failed") throw answer.problem;
  return bodyText(answer);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Answered extends Asked {
  readonly hit: boolean;
  readonly body: string;
}

/** Asks an isolate that has just started, and whose data centre has stored what others have. */
async function askAll(all: readonly Asked[], purges = log()): Promise<Answered[]> {
  const { ask, settle } = isolateAt(HOST, now, purges);
  const answered: Answered[] = [];
  for (let at = 0; at < all.length; at += 50) {
    const some = all.slice(at, at + 50).map(async (asked) => {
      const answer = await ask(asked.kind, QUERIES[asked.kind](asked.id) as never);
      answered.push({ ...asked, hit: answer.cacheStatus.hit === true, body: textOf(answer) });
    });
    await Promise.all(some);
    await settle();
  }
  return answered;
}

/** Parts of the responses that were hits: of those that did not change, by their kind, and of those that did. */
function hitsOf(answered: readonly Answered[]) {
  const groups = Map.groupBy(answered, ({ kind, id, differs }) => {
    if (differs) return `changed ${kind}`;
    return kind === "person" && id <= STARS ? "star" : kind;
  });
  const part = (group: readonly Answered[]) => group.filter(({ hit }) => hit).length / group.length;
  return Object.fromEntries([...groups].map(([name, group]) => [name, part(group)]));
}

const WARM = expect.toSatisfy((part: number) => part >= 0.95, "at least 0.95");
const EXPECTED = {
  title: WARM,
  credits: WARM,
  person: WARM,
  star: WARM,
  "changed title": 0,
  "changed credits": 0,
  "changed person": 0,
};

async function load(changed: boolean): Promise<void> {
  const destination = await destinationOf(connections);
  await fillSource(sourceOf(changed), databases[destination.slot]);
  await recordLoad(connections, destination);
}

/** Counts the filters that are read from CONTROL. */
function countingFilters() {
  const counted = { filters: 0 };
  const { filter } = log();
  const purges: PurgeLog = {
    ...log(),
    async filter(difference) {
      counted.filters += 1;
      return await filter(difference);
    },
  };
  return { counted, purges };
}

/** The record of a title, as an update of the live catalog changes it. */
async function updateTitle(slot: Slot, id: number): Promise<void> {
  const database = databases[slot];
  const version = (await database.prepare("SELECT version FROM catalog").first<string>("version")) ?? "";
  const changing = "UPDATE catalog_title SET record = replace(record, ?1, ?2) WHERE id = ?3";
  const { meta } = await database.prepare(changing).bind(`Film ${id}`, `Film ${id} ${MARK}`, id).run();
  expect(meta.changes).toBe(1);
  const control = await connections.control();
  if (control === null) throw new Error("There is no CONTROL.");
  await recordChanges(control, [{ kind: "title", id, op: "put" }], { at: now(), version });
}

/** Milliseconds: two loads, and some thousands of reads, on a busy machine. */
const TIMEOUT = 120_000;

describe("two catalogs that differ in one title of a hundred", { timeout: TIMEOUT }, () => {
  beforeAll(async () => {
    await migrateControl();
    await load(false);
    await load(true);
  }, TIMEOUT);

  test("what does not differ is a hit after the switch and after the rollback, and nothing else is", async () => {
    const { counted, purges } = countingFilters();
    await askAll(sample(0), purges);
    await switchSlots(connections, "switch");
    ahead += 10_000;
    const switched = await askAll(sample(0), purges);
    expect(hitsOf(switched)).toEqual(EXPECTED);
    expect(switched.filter(({ body, differs }) => body.includes(MARK) !== differs)).toEqual([]);

    await askAll(sample(1), purges);
    const updated = sample(1).find(({ differs }) => !differs) as Asked;
    await updateTitle("B", updated.id);
    ahead += 10_000;
    expect(await askAll([updated], purges)).toMatchObject([
      { hit: false, body: expect.stringContaining(MARK) },
    ]);

    await switchSlots(connections, "rollback");
    ahead += 10_000;
    const back = await askAll([...sample(0), ...sample(1)], purges);
    // Whoever is in the title that was updated is loaded again as well.
    const others = back.filter(
      ({ kind, id }) => id !== updated.id && !(kind === "person" && peopleOf(updated.id).includes(id)),
    );
    expect(hitsOf(others)).toEqual(EXPECTED);
    expect(back.filter(({ body }) => body.includes(MARK))).toEqual([]);
    // All these isolates were new: the first one stored the filter for the others of its data centre.
    expect(counted.filters).toBe(1);
  });

  describe("an isolate that has just started", () => {
    const title = { id: 7, lang };
    beforeAll(async () => {
      await switchSlots(connections, "switch");
      ahead += 10_000;
    });

    test("waits until it knows which catalog is live", async () => {
      const { read } = log();
      const slow = { ...log(), read: async (since: number) => await pause(1_500).then(() => read(since)) };
      const { ask } = isolateAt("https://slow.test", now, slow);
      expect(textOf(await ask("title", title))).toContain(MARK);
    });

    test("reads the live catalog that its data centre knows while CONTROL is out of reach, and else none", async () => {
      const unread: PurgeLog = { ...log(), read: () => Promise.reject(new Error("out of reach")) };
      await askAll(sample(1).slice(0, 1));
      const known = isolateAt(HOST, now, unread);
      expect(textOf(await known.ask("title", { id: 1_107, lang }))).toContain(MARK);
      const unknown = isolateAt("https://unread.test", now, unread);
      expect(await unknown.ask("title", title)).toMatchObject({
        kind: "failed",
        problem: { type: "upstream-unavailable" },
      });
    });
  });
});
