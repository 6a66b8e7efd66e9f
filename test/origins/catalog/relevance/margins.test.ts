/**
 * What each part of the ranking is worth: how many ranks of popularity it outweighs. The title that is meant is put further
 * and further down behind a rival of rank 1 that lacks this one part; the thresholds are what is reached.
 */
import { expect, test } from "vitest";
import { compareWith } from "../../../../worker/origins/catalog/search/match.ts";
import { rank } from "../../../../worker/origins/catalog/search/ranking.ts";
import { parseSearchText } from "../../../../worker/origins/catalog/search/search-text.ts";
import { FOR_ANSWERS } from "../../../../worker/origins/catalog/search/weights.ts";

interface Case {
  readonly part: string;
  readonly q: string;
  /** Folded forms, `|` between parts and a line for each form. */
  readonly meant: string;
  readonly rival: string;
  readonly years?: readonly [number, number];
  readonly around?: number;
  /** Number of titles with a word, 3 unless it is here. */
  readonly titlesWith?: Readonly<Record<string, number>>;
  /** The meant title is first at this rank. */
  readonly outweighs: number;
}

const RANKS = [2, 5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120];

/** The last of the ranks at which the meant title comes first; 0 for none. */
function outweighed({ q, meant, rival, years = [0, 0], around, titlesWith = {} }: Case): number {
  const searchText = parseSearchText(q);
  if (searchText === null) throw new Error("nothing to search for");
  const context = {
    searchText,
    size: 10_000,
    around: around ?? null,
    titlesWith: (word: string) => titlesWith[word] ?? 3,
  };
  const reached = RANKS.findLast((place) => {
    const candidates = [
      { rank: 1, forms: rival, year: years[1] },
      { rank: place, forms: meant, year: years[0] },
    ];
    return rank(candidates, compareWith(context, FOR_ANSWERS))[0]?.candidate.rank === place;
  });
  return reached ?? 0;
}

const CASES: readonly Case[] = [
  { part: "a whole title", q: "alpha", meant: "alpha", rival: "alpha beta", outweighs: 5_120 },
  {
    part: "a whole title but for a letter",
    q: "alpha betta",
    meant: "alpha beta",
    rival: "alpha beta gamma",
    titlesWith: { betta: 0 },
    outweighs: 5_120,
  },
  {
    part: "the order of the words",
    q: "alpha beta gamma",
    meant: "alpha beta gamma delta",
    rival: "alpha gamma beta delta",
    outweighs: 160,
  },
  { part: "the beginning of a title", q: "beta", meant: "beta alpha", rival: "alpha beta", outweighs: 40 },
  {
    part: "the share of a title that was typed",
    q: "alpha beta",
    meant: "alpha beta gamma",
    rival: "alpha beta gamma delta epsilon zeta",
    outweighs: 80,
  },
  {
    part: "a word of a title taken once",
    q: "alpha alpha",
    meant: "alpha alpha delta",
    rival: "alpha gamma delta",
    outweighs: 5_120,
  },
  {
    part: "a word typed as two",
    q: "spider man far home",
    meant: "spiderman far away home",
    rival: "spider far away home",
    outweighs: 5_120,
  },
  {
    part: "two words typed as one",
    q: "spiderman far home",
    meant: "spider man far away home",
    rival: "spider far away home",
    outweighs: 5_120,
  },
  {
    part: "the year in the text",
    q: "alpha beta 1984",
    meant: "alpha beta gamma",
    rival: "alpha beta gamma",
    years: [1984, 1999],
    outweighs: 5_120,
  },
  {
    part: "the exact year of the soft filter",
    q: "alpha",
    meant: "alpha",
    rival: "alpha",
    years: [1984, 1985],
    around: 1984,
    outweighs: 1_280,
  },
  {
    part: "a whole part of a title",
    q: "ragnarok",
    meant: "thor | ragnarok",
    rival: "thor ragnarok",
    outweighs: 20,
  },
  { part: "the display title", q: "alpha", meant: "alpha", rival: "beta\nalpha", outweighs: 5_120 },
  {
    part: "a title that was not a working title",
    q: "alpha beta",
    meant: "gamma\nalpha beta",
    rival: "delta\n~ alpha beta",
    outweighs: 5_120,
  },
  {
    part: "a rare word",
    q: "alpha beta gamma",
    meant: "alpha beta delta",
    rival: "beta gamma delta",
    titlesWith: { alpha: 1, beta: 900, gamma: 900 },
    outweighs: 5_120,
  },
  {
    part: "a word as typed, that the catalog has",
    q: "alien night",
    meant: "alien night day",
    rival: "aliens night day",
    outweighs: 2_560,
  },
  {
    part: "neighbours on the keyboard",
    q: "natrix delta",
    meant: "matrix delta gamma",
    rival: "patrix delta gamma",
    titlesWith: { natrix: 0 },
    outweighs: 20,
  },
  {
    part: "swapped letters",
    q: "amtrix delta",
    meant: "matrix delta gamma",
    rival: "abtrix delta gamma",
    titlesWith: { amtrix: 0 },
    outweighs: 10,
  },
  {
    part: "another spelling of a numeral",
    q: "rocky 2",
    meant: "rocky ii",
    rival: "rocky iii",
    outweighs: 5_120,
  },
  {
    part: "one word too many",
    q: "alpha beta zeta",
    meant: "alpha beta",
    rival: "alpha delta zeta",
    titlesWith: { zeta: 900 },
    outweighs: 5_120,
  },
  {
    part: "a mistyped beginning",
    q: "delta ajdustm",
    meant: "delta adjustment",
    rival: "delta gamma",
    titlesWith: { ajdustm: 0 },
    outweighs: 5_120,
  },
  { part: "spaces as typed", q: "dog man", meant: "dog man", rival: "dogman", outweighs: 5_120 },
];

test.each(CASES)("$part outweighs $outweighs ranks", (given) => {
  expect(outweighed(given)).toBeGreaterThanOrEqual(given.outweighs);
});

test.each([
  ["quantum toaster", "quantum of solace"],
  ["kljgs", "the kings man"],
  ["alpha zeta theta", "alpha beta"],
])("%s is not taken for %s, however popular", (q, forms) => {
  const searchText = parseSearchText(q);
  if (searchText === null) throw new Error("nothing to search for");
  const context = { searchText, size: 10_000, titlesWith: () => 3, around: null };
  expect(rank([{ rank: 1, forms, year: 0 }], compareWith(context, FOR_ANSWERS))).toEqual([]);
});
