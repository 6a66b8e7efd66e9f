/** How a search text matches one form of a title: word by word, in order, and as a whole. */
import { describe, expect, test } from "vitest";
import { align, filledShare, keptOrder } from "../../../worker/catalog/search/alignment.ts";
import { compareWith, wholeness } from "../../../worker/catalog/search/match.ts";
import { FOR_ANSWERS } from "../../../worker/catalog/search/weights.ts";
import { fold } from "../../../worker/text/fold.ts";
import { contextOf, read } from "../reading.ts";

/** Places of the typed words in the title, where only equal words match. */
function placesOf(text: string, title: string, allowInitials = true) {
  const { pieces } = read(text);
  const compare = (index: number, known: string) => (pieces[index]?.text === known ? 1 : 0);
  return align(pieces, fold(title), { compare, allowInitials });
}

const at = (text: string, title: string) => placesOf(text, title).map((place) => place.at);

describe("a word of a title", () => {
  test("is taken by one typed word only", () => {
    expect(at("new new", "New York")).toEqual([0, -1]);
    expect(at("new new york", "New York, New York")).toEqual([0, 2, 3]);
    expect(at("starwars star", "Star Wars")).toEqual([0, -1]);
    expect(at("starbwars star", "Star Wars")).toEqual([0, -1]);
    expect(at("wallce", "Wall E")).toEqual([-1]);
    expect(at("star starwars", "Star Wars")).toEqual([0, -1]);
    expect(at("wars starwars", "Star Wars")).toEqual([1, -1]);
    expect(at("spider spider man", "Spiderman Spider")).toEqual([1, 0, 0]);
    expect(at("spider man man", "Spiderman Man")).toEqual([0, 0, 1]);
  });

  test("is taken at the expected place, otherwise later rather than earlier", () => {
    expect(at("york new", "New York, New York")).toEqual([1, 2]);
    expect(at("new york new york", "New York, New York")).toEqual([0, 1, 2, 3]);
    expect(at("york new", "New York Big New")).toEqual([1, 3]);
    expect(at("new unknown york", "York New York")).toEqual([1, -1, 2]);
  });

  test("may be typed as two, and two as one", () => {
    expect(placesOf("spider man returns", "Spiderman Returns")).toEqual([
      { at: 0, span: 1, similarity: 0.96 },
      { at: 0, span: 1, similarity: 0.96 },
      { at: 1, span: 1, similarity: 1 },
    ]);
    expect(placesOf("returnofthe jedi", "Return of the Jedi")).toEqual([
      { at: 0, span: 3, similarity: 0.96 },
      { at: 3, span: 1, similarity: 1 },
    ]);
    expect(at("returno jedi", "Return of the Jedi")).toEqual([-1, 3]);
  });

  test("may be typed as an initial, with those before it from the beginning on", () => {
    const spans = (text: string, title: string) => placesOf(text, title).map(({ at, span }) => [at, span]);
    expect(spans("tdk rises", "The Dark Knight Rises")).toEqual([
      [0, 3],
      [3, 1],
    ]);
    expect(spans("dk rises", "The Dark Knight Rises")).toEqual([
      [1, 2],
      [3, 1],
    ]);
    expect(spans("gotg2 extended", "Guardians of the Galaxy Vol. 2 Extended")).toEqual([
      [0, 6],
      [6, 1],
    ]);
    expect(spans("bb lost in translation", "Batman and Robin Lost in Translation")[0]).toEqual([-1, 0]);
    expect(spans("hg lost", "Hansel & Gretel Lost")[0]).toEqual([0, 3]);
    expect(at("kr dark", "The Dark Knight Rises")).toEqual([-1, 1]);
    expect(at("dks", "Dark Knight")).toEqual([-1]);
    expect(spans("tt rings", "Two Towers Rings")[0]).toEqual([0, 2]);
    expect(spans("o1 rings", "Ocean Twelve Rings")[0]).toEqual([0, 2]);
    expect(at("d knight", "Dark Knight")).toEqual([-1, 1]);
    expect(at("2t rings", "2 Towers Rings")).toEqual([-1, 2]);
    expect(at("abcdefghi end", "Ab Bc Cd De Ef Fg Gh Hi Ij End")).toEqual([-1, 9]);
    expect(placesOf("dk rises", "Dark Knight Rises", false)[0]?.at).toBe(-1);
  });
});

describe("the share of a title that was typed", () => {
  const share = (text: string, title: string) => {
    const words = fold(title);
    return filledShare(placesOf(text, title), words, 0, words.length);
  };

  test.each([
    ["alien", "Alien", 1],
    ["alien", "Alien Resurrection", 1 / 2],
    ["matrix", "The Matrix", 1 / 1.15],
    ["dogs", "In Dogs", 1 / 1.5],
    ["iron", "Iron Man", 1 / 2],
    ["rocky", "Rocky 2", 1 / 2],
    ["rocky 2", "Rocky 2", 1],
    ["casino", "Alien", 0],
  ])("of %j in %j counts words, articles and short words for less", (text, title, expected) => {
    expect(share(text, title)).toBeCloseTo(expected, 10);
  });

  test("is by the requested words only", () => {
    const words = fold("Thor Ragnarok Begins");
    const places = placesOf("ragnarok", "Thor Ragnarok Begins");
    expect(filledShare(places, words, 1, 2)).toBe(1);
    expect(filledShare(places, words, 1, 3)).toBe(0.5);
    expect(filledShare(places, words, 2, 3)).toBe(0);
    expect(filledShare(places, words, 1, 1)).toBe(0);
  });
});

test.each([
  ["lost in translation", 1],
  ["lost translation", 0.6],
  ["translation lost", 0],
  ["lost", 1],
  ["lost found translation", 0.6],
  ["translation in lost", 0],
])("of %j the order that is kept is %d", (text, expected) => {
  expect(keptOrder(placesOf(text, "Lost in Translation"))).toBe(expected);
});

test("a word typed as two is not its own neighbour", () => {
  expect(keptOrder(placesOf("spider man returns", "Spiderman Returns"))).toBe(1);
});

describe("a text is a whole title", () => {
  const whole = (text: string, title: string, year = 0, trust = 1) =>
    wholeness(fold(title), year, {
      ...compareWith({ ...contextOf(read(text)), titlesWith: () => 0 }, FOR_ANSWERS),
      trust,
    });

  test.each([
    ["dune", "Dune", 2021, 1],
    ["Rocky II", "Rocky 2", 1979, 1],
    ["dogman", "Dog Man", 2025, 0.99],
    ["matrix", "The Matrix", 1999, 0.97],
    ["dune 1984", "Dune", 1984, 0.98],
    ["dune movie", "Dune", 1984, 0.95],
    ["days 28", "28 Days", 2000, 0.9],
    ["knight dark", "The Dark Knight", 2008, 0.9],
    ["hansel gretel", "Hansel and Gretel", 2013, 1],
    ["z xy", "X Yz", 2013, 0],
  ])("%j of %j (%i): %d", (text, title, year, expected) => {
    expect(whole(text, title, year)).toBe(expected);
  });

  test("never if a year was typed and the title has another", () => {
    expect(whole("dune 1984", "Dune", 2021)).toBe(0);
    expect(whole("dune 1984", "Dune", 0)).toBe(0);
    expect(whole("dune 1984 movie", "Dune", 1985)).toBe(0);
  });

  test("or nearly, as far as the typed words are trusted, but for a short text or a number", () => {
    expect(whole("inceptoin", "Inception")).toBeCloseTo(0.9 - 0.5 / 9);
    expect(whole("inceptoin", "Inception", 0, 0.5)).toBeCloseTo((0.9 - 0.5 / 9) / 2);
    expect(whole("incxptixn", "Inception")).toBeCloseTo(0.9 - 1 / 9);
    expect(whole("inxxption", "Deception")).toBe(0);
    expect(whole("alein", "Alien")).toBe(0);
    expect(whole("matrxi", "Matrix")).toBeCloseTo(0.9 - 0.5 / 6);
    expect(whole("the inceptoin", "Inception")).toBeCloseTo(0.9 - 0.5 / 9);
    expect(whole("apollo 13", "Apollo 18")).toBe(0);
  });
});
