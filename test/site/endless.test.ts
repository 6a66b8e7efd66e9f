/** Tests that pages remain small if an upstream sends very long texts. */
import { describe, expect, test } from "vitest";
import { toSlug } from "../../worker/contract/slug.ts";
import { json } from "../faults/behaviours.ts";
import { sharedBehindFaults } from "../faults/behind.ts";

/** Texts that are hard to truncate, sort, upper-case, measure or lay out from right to left. */
const PIECES = {
  "one word": "x",
  words: "word ",
  Han: "人",
  "Han in words": "七人の侍",
  Thai: "ภาพยนตร์",
  Arabic: "اثنا عشر ",
  "accents out of order": "\u0301\u0323",
  "emoji held together": "👩‍",
  "halves of emoji": "\\ud83d",
  spaces: " ",
  commas: ", ",
  quotes: '\\"',
};

const behind = sharedBehindFaults(
  {},
  {
    behaviour(socket, call) {
      const search = call.parameters.get("category") === "search";
      json(search ? RECORDS : createCredits(call.parameters.get("id") ?? "1"))(socket, call);
    },
  },
);

/** Records near the maximum size. `JSON.stringify()` would escape their unpaired surrogates. */
const RECORDS = `[${Object.values(PIECES)
  .map((piece, at) => {
    const text = `"Endless ${repeatToSize(piece, 200_000)}"`;
    return `{"id":${at + 1},"type":${text},"title":${text},"original_title":${text},"genres":${text},"year":"1999"}`;
  })
  .join()}]`;

function createCredits(id: string): string {
  if (id !== "1") return `{"id":${id},"cast":[]}`;
  const jobs = Array.from({ length: 20_000 }, (_, at) => `{"id":1,"name":"A","job":"Job ${at}"}`);
  const named = Object.values(PIECES).map(
    (piece, at) =>
      `{"id":${at + 1},"name":"${repeatToSize(piece, 100_000)}","job":"${repeatToSize(piece, 100_000)}"}`,
  );
  return `{"id":${id},"writer":[${jobs}],"director":[${named}]}`;
}

function repeatToSize(piece: string, bytes: number): string {
  return piece.repeat(Math.floor(bytes / 4 / piece.length));
}

async function measurePage(path: string): Promise<number> {
  const response = await fetch(`${behind.server.url}${path}`);
  expect(response.status, path).toBe(200);
  return (await response.arrayBuffer()).byteLength;
}

describe("/search with very long upstream texts", () => {
  test("returns less than 200 kB", async () => {
    expect(await measurePage("/search?q=endless")).toBeLessThan(200_000);
  });
});

describe.each(Object.entries(PIECES))("title with very long texts: %s", (name, piece) => {
  const id = Object.keys(PIECES).indexOf(name) + 1;
  const { title } = JSON.parse(`{"title":"Endless ${repeatToSize(piece, 4_000)}"}`);
  const slug = encodeURIComponent(toSlug({ title: title.toWellFormed(), year: "1999" }));

  test("returns less than 100 kB", async () => {
    expect(await measurePage(`/title/${id}/${slug}`)).toBeLessThan(100_000);
  });
});

describe("credits with very long texts", () => {
  test("list each person and job once", async () => {
    expect(await measurePage("/title/1/endless/credits")).toBeLessThan(500_000);
  });
});
