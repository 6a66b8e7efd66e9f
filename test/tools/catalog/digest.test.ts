/** What differs between two generations, from their digests alone. */
import { expect, test } from "vitest";
import { changedTags } from "../../../tools/catalog/load/digest.ts";
import type { Source } from "../../../tools/catalog/load/load.ts";
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import type { Credits } from "../../../worker/contract/credits.ts";
import { madeUpCredits } from "../../bench/search/made-up-people.ts";
import { madeUpEntries, madeUpTitles } from "../../bench/search/titles.ts";
import { loaded } from "./updated.ts";

const SIZE = 2_000;
const entries = [...madeUpEntries(SIZE, madeUpTitles(SIZE))];
const credits = [...madeUpCredits(SIZE)];

async function digestsOf(source: Partial<Source>): Promise<Map<number, string>> {
  const database = await loaded({
    name: "made up",
    entries: () => entries,
    credits: () => credits,
    ...source,
  });
  const rows = database.prepare("SELECT chunk, digests FROM catalog_digest").all();
  return new Map(rows.map(({ chunk, digests }) => [Number(chunk), String(digests)]));
}

const digests = await digestsOf({});

/** From the digests of a load of the same files, with these changes. */
async function differences(source: Partial<Source>): Promise<string[]> {
  const [one, other] = [digests, await digestsOf(source)];
  const chunks = [...new Set([...one.keys(), ...other.keys()])];
  return chunks.flatMap((chunk) => [...changedTags(chunk, one.get(chunk) ?? "", other.get(chunk) ?? "")]);
}

const changed = (id: number, change: (entry: CatalogEntry) => CatalogEntry) =>
  entries.map((entry) => (entry.record.id === id ? change(entry) : entry));

test("nothing differs after the same files, nor when all ranks move by one", async () => {
  expect(await differences({})).toEqual([]);
  const [first, ...others] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) throw new Error("There are no titles.");
  const moved = await differences({ entries: () => [...others, first] });
  expect(moved.filter((tag) => tag.startsWith("title-"))).toEqual([]);
});

test("a title differs whose plot, credits or external id did, or that one of the two lacks", async () => {
  const plot = (entry: CatalogEntry) => ({ ...entry, record: { ...entry.record, plot: "Another." } });
  expect(await differences({ entries: () => changed(77, plot) })).toEqual(["title-77"]);
  const id = ["wikidata", "Q1", "title", 78] as const;
  expect(await differences({ externalIds: () => [id] })).toEqual(["title-78"]);
  const lacking = await differences({ entries: () => entries.filter(({ record }) => record.id !== 79) });
  expect(lacking.filter((tag) => tag.startsWith("title-"))).toEqual(["title-79"]);
});

test("a person differs whose role or name did, and the title with it", async () => {
  const [[title, json] = [0, ""]] = credits.slice(99);
  const { cast }: Credits = JSON.parse(json);
  const renamed = credits.map(([id, text]) =>
    id === title ? ([id, text.replace('"Role 0"', '"Another"')] as const) : ([id, text] as const),
  );
  const person = cast.find(({ character }) => character === "Role 0");
  const expected = [`person-${person?.id}`, `title-${title}`];
  expect((await differences({ credits: () => renamed })).sort()).toEqual(expected);
});
