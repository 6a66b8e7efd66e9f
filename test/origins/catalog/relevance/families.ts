/**
 * Made-up titles in families, each of which needs one part of the ranking or of the candidate generation: without
 * that part another title of the family comes first, or none. Always the same.
 */
import { oneOf, random } from "../../../bench/search/titles.ts";
import type { GivenTitle } from "../filled.ts";

export interface FamilyQuery {
  readonly kind: string;
  readonly q: string;
  /** The year filter. */
  readonly f?: string;
  /** What comes first, as `Title year`; `null`: nothing is found. */
  readonly first: string | null;
}

const ONSETS = "b br c cl d dr f fl g gr h j k l m n p pr qu r s sh st t tr v w z".split(" ");
const VOWELS = "a e i o u ai ea io".split(" ");
const CODAS = "b ck d g l ll m n nd p r rt s st t x".split(" ");
const OF_EACH = 16;

type Next = () => number;

/** A word that looks English; `used` keeps words of different families apart. */
function makeWords(next: Next): () => string {
  const used = new Set<string>();
  return function word(): string {
    const syllables = Array.from({ length: 2 }, () => oneOf(ONSETS, next) + oneOf(VOWELS, next));
    const made = `${syllables.join("")}${oneOf(CODAS, next)}`;
    if (used.has(made.slice(0, 5))) return word();
    used.add(made.slice(0, 5));
    return made;
  };
}

export interface Family {
  /** The more popular titles first. */
  readonly titles: readonly GivenTitle[];
  readonly queries: readonly FamilyQuery[];
}

export const capital = (text: string) =>
  text.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
const swapAt = (word: string, at: number) =>
  word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
const dropAt = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1);

export type MakeFamily = (word: () => string, next: Next) => Family;

const FAMILIES: readonly MakeFamily[] = [
  (word) => {
    const [one, other, third] = [word(), word(), word()];
    const whole = capital(one);
    return {
      titles: [
        { title: capital(`${one} ${other} ${third}`), year: "2010" },
        { title: capital(`${third} of ${one}`), year: "2011" },
        { title: whole, year: "1950" },
      ],
      queries: [{ kind: "whole title", q: one, first: `${whole} 1950` }],
    };
  },
  (word) => {
    const [one, other] = [word(), word()];
    const reversed = capital(`${other} ${one} Night`);
    return {
      titles: [
        { title: capital(`${one} ${other} Day`), year: "2000" },
        { title: reversed, year: "1960" },
      ],
      queries: [{ kind: "order of the words", q: `${other} ${one}`, first: `${reversed} 1960` }],
    };
  },
  (word) => {
    const begun = word();
    return {
      titles: [
        { title: capital(`${begun}an`), year: "2001" },
        { title: capital(`${begun}ed`), year: "2002" },
      ],
      queries: [{ kind: "popularity", q: begun, first: `${capital(`${begun}an`)} 2001` }],
    };
  },
  (word) => {
    const name = capital(`${word()} ${word()}`);
    const years = ["2015", "1988", "1954"];
    return {
      titles: years.map((year) => ({ title: name, year })),
      queries: [
        { kind: "year in the text", q: `${name} 1988`, first: `${name} 1988` },
        { kind: "year filter", q: name, f: "1954", first: `${name} 1954` },
        { kind: "soft year filter", q: name, f: "1955~", first: `${name} 1954` },
      ],
    };
  },
  (word) => {
    const name = capital(word());
    return {
      titles: ["", " II", " III"].map((numeral, at) => ({ title: name + numeral, year: `199${at}` })),
      queries: [
        { kind: "numerals", q: `${name} 2`, first: `${name} II 1991` },
        { kind: "numerals", q: `${name} three`, first: `${name} III 1992` },
      ],
    };
  },
  (word) => {
    const [one, other] = [word(), word()];
    const name = capital(`${one}-${other}`);
    const spaced = capital(`${word()} ${word()}`);
    return {
      titles: [
        { title: name, year: "1970" },
        { title: spaced, year: "1971" },
      ],
      queries: [
        { kind: "joined", q: one + other, first: `${name} 1970` },
        { kind: "joined", q: spaced.replace(" ", ""), first: `${spaced} 1971` },
      ],
    };
  },
  (word) => {
    const [long, other, third] = [`${word()}${word()}`, word(), word()];
    const name = capital(`${long} ${other} ${third}`);
    return {
      titles: [{ title: name, year: "1980" }],
      queries: [
        {
          kind: "split inside",
          q: `${long.slice(0, 5)} ${long.slice(5)} ${other} ${third}`,
          first: `${name} 1980`,
        },
        { kind: "joined inside", q: `${long} ${other}${third}`, first: `${name} 1980` },
        { kind: "joined inside", q: `${long}${other} ${third}`, first: `${name} 1980` },
      ],
    };
  },
  (word, next) => {
    const [one, other] = [word(), word()];
    const name = capital(`${one} ${other}`);
    const at = 1 + Math.floor(next() * (one.length - 3));
    return {
      titles: [{ title: name, year: "1985" }],
      queries: [
        { kind: "mistyped", q: `${swapAt(one, at)} ${other}`, first: `${name} 1985` },
        { kind: "mistyped", q: `${dropAt(one, at)} ${dropAt(other, at)}`, first: `${name} 1985` },
        { kind: "mistyped word alone", q: dropAt(one, at), first: `${name} 1985` },
      ],
    };
  },
  (word) => {
    const parts = [word(), word(), word(), word()];
    const name = capital(`the ${parts.join(" ")}`);
    return {
      titles: [{ title: name, year: "1990" }],
      queries: [
        { kind: "initials", q: parts.map((part) => part[0]).join(""), first: `${name} 1990` },
        { kind: "word missing", q: `${parts[0]} ${parts[1]} ${parts[3]}`, first: `${name} 1990` },
        { kind: "unknown word added", q: `${parts.join(" ")} zzyqxw`, first: `${name} 1990` },
      ],
    };
  },
  (word) => {
    const [name, original] = [capital(`${word()} ${word()}`), capital(`${word()} ${word()}`)];
    return {
      titles: [{ title: name, original_title: original, year: "1966" }],
      queries: [{ kind: "original title", q: original, first: `${name} 1966` }],
    };
  },
  (word) => {
    const [part, rest] = [word(), word()];
    const name = capital(`${rest}: ${part} ${word()}`);
    const other = capital(`${word()} ${part} ${word()} ${word()}`);
    return {
      titles: [
        { title: other, year: "1999" },
        { title: name, year: "1998" },
      ],
      queries: [{ kind: "part of a title", q: name.split(": ")[1] ?? "", first: `${name} 1998` }],
    };
  },
  (word, next) => {
    const letters = Array.from({ length: 9 }, () => oneOf("bcdfghjklmnpqrstvwxz".split(""), next)).join("");
    return { titles: [], queries: [{ kind: "nonsense", q: `${letters} ${word()}qxj`, first: null }] };
  },
];

/** Families, mixed so that each kind has popular and unknown titles. */
export function families(kinds: readonly MakeFamily[] = FAMILIES): {
  titles: GivenTitle[];
  queries: FamilyQuery[];
} {
  const next = random(7);
  const word = makeWords(next);
  const made = Array.from({ length: OF_EACH }, () => kinds.map((make) => make(word, next))).flat();
  return {
    titles: made.flatMap(({ titles }) => titles),
    queries: made.flatMap(({ queries }) => queries),
  };
}
