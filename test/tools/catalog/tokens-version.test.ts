/**
 * To remove a title from a contentless index, an update computes its tokens again. They must be the tokens that the
 * load wrote.
 */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { titleRows } from "../../../tools/catalog/load/rows.ts";
import { readStarter } from "../../../tools/catalog/starter/read.ts";
import { browseFacts } from "../../../worker/catalog/store/browse-facts.ts";
import { personNames, TOKENS_VERSION } from "../../../worker/catalog/store/names.ts";
import { listRoleTokens } from "../../../worker/catalog/store/role-names.ts";

/**
 * Names with features that the starter lacks: initials, Arabic, Thai, combined accents, and letters without a
 * decomposition.
 */
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

const credits = JSON.stringify({
  cast: NAMES.map((name) => ({ character: `${name} (voice) / Doctor Ann ${name} / Nurse` })),
});

describe("TOKENS_VERSION", () => {
  /** If only the starter changed, update the digest but not the version. */
  test("changes with the tokens of titles and people", () => {
    const titles = readStarter().map((title) => {
      const otherNames = [...title.otherNames, ...NAMES.map((name) => ({ title: name }))];
      const entry = { ...title, facts: { ...title.facts, votes: 90 }, otherNames };
      const { rows, words } = titleRows(entry, 1, 0);
      const rated = { ...entry, record: { ...entry.record, rating: (title.facts.popularity ?? 0) / 10 } };
      return [
        rows.filter(([table]) => table !== "title"),
        [...words],
        browseFacts({ ...rated, aired: ["2008", "2026-11-28"], roles: listRoleTokens(JSON.parse(credits)) }),
      ];
    });
    const people = [1, 100_000].map((place) => {
      const { tokens, words } = personNames(NAMES, place);
      return [tokens, [...words]];
    });
    const digest = createHash("sha256")
      .update(JSON.stringify([titles, people]))
      .digest("hex")
      .slice(0, 16);
    expect({ version: TOKENS_VERSION, digest }).toEqual({ version: 17, digest: "a809d73d40c156c3" });
  });
});
