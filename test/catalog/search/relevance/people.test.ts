/** People of the starter catalog are found by their names, in the forms in which people write them. */
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { catalogOrigin } from "../../../../worker/catalog/catalog.ts";
import { PeopleAnswer } from "../../../../worker/contract/people.ts";
import { jsonOf } from "../../../../worker/source/loaded.ts";
import { database, fillSource } from "../../kit.ts";
import { STARTER, starterTitles } from "./starter.ts";

const titles = starterTitles();

beforeAll(() => fillSource(STARTER));

/** Everyone in the starter catalog, once. */
const everyone = [
  ...new Set(
    titles
      .flatMap(({ credits }) => [...credits.cast, ...credits.director, ...credits.writer])
      .map(({ name }) => name),
  ),
];
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
const byPlain = Map.groupBy(everyone, plain);
const unique = everyone.filter((name) => byPlain.get(plain(name))?.length === 1);
const some = unique.filter((name, at) => at % 18 === 0 && name.includes(" "));
const longest = (words: readonly string[]) => words.reduce((a, b) => (b.length > a.length ? b : a));
const inLongest = (name: string, change: (word: string) => string) => {
  const words = plain(name).split(" ");
  return words.map((word) => (word === longest(words) ? change(word) : word)).join(" ");
};

async function bestOf(text: string): Promise<string | undefined> {
  const asked = { text, lang: "en", page: 1, limit: 20 };
  const json = jsonOf(await catalogOrigin(database).can.people(asked));
  return v.parse(PeopleAnswer, JSON.parse(json))[0]?.name;
}

test.each<[string, (name: string) => string, (name: string) => boolean]>([
  ["the exact name", (name) => name, () => true],
  ["without accents", plain, () => true],
  ["in another order", (name) => name.split(" ").reverse().join(" "), (name) => name.split(" ").length === 2],
  ["joined", (name) => name.replaceAll(" ", ""), () => true],
  [
    "with two letters swapped",
    (name) => inLongest(name, (word) => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`),
    (name) => longest(name.split(" ")).length > 5,
  ],
  [
    "with a letter missing",
    (name) => inLongest(name, (word) => `${word.slice(0, 3)}${word.slice(4)}`),
    (name) => longest(name.split(" ")).length > 5,
  ],
])("a person is found by %s", async (_, change, fits) => {
  const asked = some.filter(fits);
  expect(asked.length).toBeGreaterThan(50);
  const missed: string[] = [];
  for (const name of asked) {
    const first = await bestOf(change(name));
    if (first !== name) missed.push(`${change(name)}: ${first}, not ${name}`);
  }
  expect(missed.length / asked.length, missed.join("\n")).toBeLessThanOrEqual(0.02);
});
