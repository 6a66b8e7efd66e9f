/**
 * What each part of the ranking is worth: how many ranks of popularity it outweighs. The title that is meant is put further
 * and further down behind a rival of rank 1 that lacks this one part; the thresholds are what is reached.
 */
import { expect, test } from "vitest";
import { compareWith } from "../../../../worker/catalog/search/match.ts";
import { rank } from "../../../../worker/catalog/search/ranking.ts";
import { FOR_ANSWERS } from "../../../../worker/catalog/search/weights.ts";
import { contextOf, read } from "../../reading.ts";

/** Folded forms, `|` between parts and a line for each form. */
interface Case {
  readonly q: string;
  readonly meant: string;
  readonly rival: string;
  readonly more: {
    readonly years?: readonly [number, number];
    readonly around?: number;
    /** Number of titles with a word, 3 unless it is here. */
    readonly titlesWith?: Readonly<Record<string, number>>;
  };
}

const RANKS = [2, 5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120];

/** The last of the ranks at which the meant title comes first; 0 for none. */
function outweighed({ q, meant, rival, more }: Case): number {
  const { years = [0, 0], around = null, titlesWith } = more;
  const context = { ...contextOf(read(q), titlesWith), around };
  const reached = RANKS.findLast((place) => {
    const candidates = [
      { rank: 1, forms: rival, year: years[1] },
      { rank: place, forms: meant, year: years[0] },
    ];
    return rank(candidates, compareWith(context, FOR_ANSWERS))[0]?.candidate.rank === place;
  });
  return reached ?? 0;
}

/** Ranks, the part, the text, the title that is meant and its rival. */
const CASES: readonly (readonly [number, string, string, string, string, Case["more"]?])[] = [
  [5_120, "a whole title", "alpha", "alpha", "alpha beta"],
  [
    5_120,
    "a whole title but for a letter",
    "alpha betta",
    "alpha beta",
    "alpha beta gamma",
    { titlesWith: { betta: 0 } },
  ],
  [160, "the order of the words", "alpha beta gamma", "alpha beta gamma delta", "alpha gamma beta delta"],
  [40, "the beginning of a title", "beta", "beta alpha", "alpha beta"],
  [
    80,
    "the share of a title that was typed",
    "alpha beta",
    "alpha beta gamma",
    "alpha beta gamma delta epsilon zeta",
  ],
  [5_120, "a word of a title taken once", "alpha alpha", "alpha alpha delta", "alpha gamma delta"],
  [5_120, "a word typed as two", "spider man far home", "spiderman far away home", "spider far away home"],
  [5_120, "two words typed as one", "spiderman far home", "spider man far away home", "spider far away home"],
  [
    5_120,
    "the year in the text",
    "alpha beta 1984",
    "alpha beta gamma",
    "alpha beta gamma",
    { years: [1984, 1999] },
  ],
  [
    1_280,
    "the exact year of the soft filter",
    "alpha",
    "alpha",
    "alpha",
    { years: [1984, 1985], around: 1984 },
  ],
  [20, "a whole part of a title", "ragnarok", "thor | ragnarok", "thor ragnarok"],
  [5_120, "the display title", "alpha", "alpha", "beta\nalpha"],
  [5_120, "a title that was not a working title", "alpha beta", "gamma\nalpha beta", "delta\n~ alpha beta"],
  [
    5_120,
    "a rare word",
    "alpha beta gamma",
    "alpha beta delta",
    "beta gamma delta",
    { titlesWith: { alpha: 1, beta: 900, gamma: 900 } },
  ],
  [2_560, "a word as typed, that the catalog has", "alien night", "alien night day", "aliens night day"],
  [
    20,
    "neighbours on the keyboard",
    "natrix delta",
    "matrix delta gamma",
    "patrix delta gamma",
    { titlesWith: { natrix: 0 } },
  ],
  [
    10,
    "swapped letters",
    "amtrix delta",
    "matrix delta gamma",
    "abtrix delta gamma",
    { titlesWith: { amtrix: 0 } },
  ],
  [5_120, "another spelling of a numeral", "rocky 2", "rocky ii", "rocky iii"],
  [
    5_120,
    "one word too many",
    "alpha beta zeta",
    "alpha beta",
    "alpha delta zeta",
    { titlesWith: { zeta: 900 } },
  ],
  [
    5_120,
    "a mistyped beginning",
    "delta ajdustm",
    "delta adjustment",
    "delta gamma",
    { titlesWith: { ajdustm: 0 } },
  ],
  [
    160,
    "a number before other words, which is no year",
    "2001 s",
    "2001 space odyssey",
    "shrek",
    { years: [1968, 2001] },
  ],
  [5_120, "spaces as typed", "dog man", "dog man", "dogman"],
];

for (const [ranks, part, q, meant, rival, more = {}] of CASES) {
  test(`${ranks} ranks are outweighed by ${part}`, () => {
    expect(outweighed({ q, meant, rival, more })).toBeGreaterThanOrEqual(ranks);
  });
}

test("a mistyped word alone means the best known of the titles that have it, however long", () => {
  const context = contextOf(read("jurasic"), { jurasic: 0 });
  const candidates = ["jurassic park", "jurassic"].map((forms, at) => ({
    rank: 1 + 99 * at,
    forms,
    year: 0,
  }));
  expect(rank(candidates, compareWith(context, FOR_ANSWERS)).map(({ candidate }) => candidate.rank)).toEqual([
    1, 100,
  ]);
});

test.each([
  ["quantum toaster", "quantum of solace"],
  ["kljgs", "the kings man"],
  ["alpha zeta theta", "alpha beta"],
  ["last lieutenant original best", "the last lieutenant"],
  ["lieutenant original", "the last lieutenant"],
])("%s is not taken for %s, however popular", (q, forms) => {
  expect(rank([{ rank: 1, forms, year: 0 }], compareWith(contextOf(read(q)), FOR_ANSWERS))).toEqual([]);
});
