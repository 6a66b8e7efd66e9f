/** An update deletes a title from indexes without text by making its tokens again, so they must be those that a load wrote. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { titleRows } from "../../../tools/catalog/load/rows.ts";
import { readStarter } from "../../../tools/catalog/starter/read.ts";
import { browseFacts } from "../../../worker/catalog/store/browse-facts.ts";
import { personNames, TOKENS_VERSION } from "../../../worker/catalog/store/names.ts";

/** The forms that the starter lacks: initials, Arabic, Thai, compounds of accents, letters that no form decomposes. */
const NAMES = [
  "J. K. Rowling",
  "أحمد زكي",
  "ทองดี",
  "Jean-Pierre Léaud",
  "Łukasz Żal",
  "花樣年華",
  "活著",
  "O'Toole",
  "ﬁ Ⅳ ½",
];

/** After a change of the starter alone, only the digest is new. */
test("the tokens of titles and people have not changed without a new version", () => {
  const titles = readStarter().map((title) => {
    const otherNames = [...title.otherNames, ...NAMES.map((name) => ({ title: name }))];
    const entry = { ...title, facts: { ...title.facts, votes: 90 }, otherNames };
    const { rows, words } = titleRows(entry, 1, 0);
    const rated = { ...entry, record: { ...entry.record, rating: (title.facts.popularity ?? 0) / 10 } };
    return [rows.filter(([table]) => table !== "title"), [...words], browseFacts(rated)];
  });
  const people = [1, 100_000].map((place) => {
    const { tokens, words } = personNames(NAMES, place);
    return [tokens, [...words]];
  });
  const digest = createHash("sha256")
    .update(JSON.stringify([titles, people]))
    .digest("hex")
    .slice(0, 16);
  expect({ version: TOKENS_VERSION, digest }).toEqual({ version: 11, digest: "cead5a5a35c7b89f" });
});
