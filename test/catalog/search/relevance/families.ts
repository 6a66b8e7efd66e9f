/**
 * Generates families of titles, always the same ones. Each family depends on one part of the search: without that
 * part, a wrong title comes first, or none.
 */
import { oneOf, random } from "../../../bench/search/titles.ts";
import type { GivenTitle } from "../../kit.ts";

export interface FamilyQuery {
  readonly kind: string;
  readonly q: string;
  /** The filter, with a year, a kind, or both. */
  readonly f?: string | undefined;
  /** The expected first result as `Title year`, or `null` if nothing should match. */
  readonly first: string | null;
}

interface Family {
  /** Sorted by popularity. */
  readonly titles: readonly GivenTitle[];
  readonly queries: readonly FamilyQuery[];
}

const ONSETS = "b br c cl d dr f fl g gr h j k l m n p pr qu r s sh st t tr v w z".split(" ");
const VOWELS = "a e i o u ai ea io".split(" ");
const CODAS = "b ck d g l ll m n nd p r rt s st t x".split(" ");
const QUERIES_PER_KIND = 16;

type Next = () => number;

/** Returns a generator of words that look English. `used` prevents families from sharing a word. */
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

const capital = (text: string) => text.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
const swapAt = (word: string, at: number) =>
  word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
const dropAt = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1);

type MakeFamily = (word: () => string, next: Next) => Family;

/** Creates a family of titles, sorted by popularity, and queries with the title that each should find first. */
function family(
  titles: readonly (readonly [title: string, year: number, original?: string])[],
  queries: readonly (readonly [kind: string, q: string, first: string, f?: string])[],
): Family {
  const given = titles.map(([title, year, original_title]) => ({
    title: capital(title),
    year: String(year),
    ...(original_title !== undefined && { original_title }),
  }));
  return {
    titles: given,
    queries: queries.map(([kind, q, first, f]) => ({ kind, q, first: capital(first), f })),
  };
}

const FAMILIES: readonly MakeFamily[] = [
  (word) => {
    const [one, other, third] = [word(), word(), word()];
    return family(
      [
        [`${one} ${other} ${third}`, 2010],
        [`${third} of ${one}`, 2011],
        [one, 1950],
      ],
      [["whole title", one, `${one} 1950`]],
    );
  },
  (word) => {
    const [one, other] = [word(), word()];
    return family(
      [
        [`${one} ${other} day`, 2000],
        [`${other} ${one} night`, 1960],
      ],
      [["order of the words", `${other} ${one}`, `${other} ${one} night 1960`]],
    );
  },
  (word) => {
    const begun = word();
    return family(
      [
        [`${begun}an`, 2001],
        [`${begun}ed`, 2002],
      ],
      [["popularity", begun, `${begun}an 2001`]],
    );
  },
  (word) => {
    const name = capital(`${word()} ${word()}`);
    return family(
      [2015, 1988, 1954].map((year) => [name, year] as const),
      [
        ["year in the text", `${name} 1988`, `${name} 1988`],
        ["year filter", name, `${name} 1954`, "1954"],
        ["soft year filter", name, `${name} 1954`, "1955~"],
      ],
    );
  },
  (word) => {
    const name = word();
    const titles = [name, `${name} II`, `${name} III`].map((title, at) => [title, 1990 + at] as const);
    return family(titles, [
      ["numerals", `${capital(name)} 2`, `${name} II 1991`],
      ["numerals", `${capital(name)} three`, `${name} III 1992`],
    ]);
  },
  (word) => {
    const [one, other] = [word(), word()];
    const spaced = `${word()} ${word()}`;
    return family(
      [
        [`${one}-${other}`, 1970],
        [spaced, 1971],
      ],
      [
        ["joined", one + other, `${one}-${other} 1970`],
        ["joined", capital(spaced).replace(" ", ""), `${spaced} 1971`],
      ],
    );
  },
  (word) => {
    const [long, other, third] = [`${word()}${word()}`, word(), word()];
    const name = `${long} ${other} ${third}`;
    const split = `${long.slice(0, 5)} ${long.slice(5)} ${other} ${third}`;
    return family(
      [[name, 1980]],
      [
        ["split inside", split, `${name} 1980`],
        ["joined inside", `${long} ${other}${third}`, `${name} 1980`],
        ["joined inside", `${long}${other} ${third}`, `${name} 1980`],
      ],
    );
  },
  (word, next) => {
    const [one, other] = [word(), word()];
    const at = 1 + Math.floor(next() * (one.length - 3));
    const first = `${one} ${other} 1985`;
    return family(
      [[`${one} ${other}`, 1985]],
      [
        ["mistyped", `${swapAt(one, at)} ${other}`, first],
        ["mistyped", `${dropAt(one, at)} ${dropAt(other, at)}`, first],
        ["mistyped word alone", dropAt(one, at), first],
      ],
    );
  },
  (word) => {
    const parts = [word(), word(), word(), word()];
    const name = `the ${parts.join(" ")}`;
    const initials = parts.map((part) => part[0]).join("");
    return family(
      [[name, 1990]],
      [
        ["initials", initials, `${name} 1990`],
        ["word missing", `${parts[0]} ${parts[1]} ${parts[3]}`, `${name} 1990`],
        ["unknown word added", `${parts.join(" ")} zzyqxw`, `${name} 1990`],
      ],
    );
  },
  (word) => {
    const [name, original] = [`${word()} ${word()}`, capital(`${word()} ${word()}`)];
    return family([[name, 1966, original]], [["original title", original, `${name} 1966`]]);
  },
  (word) => {
    const [part, rest] = [word(), word()];
    const name = `${rest}: ${part} ${word()}`;
    const other = `${word()} ${part} ${word()} ${word()}`;
    return family(
      [
        [other, 1999],
        [name, 1998],
      ],
      [["part of a title", capital(name).split(": ")[1] ?? "", `${name} 1998`]],
    );
  },
  (word, next) => {
    const letters = Array.from({ length: 9 }, () => oneOf("bcdfghjklmnpqrstvwxz".split(""), next)).join("");
    return { titles: [], queries: [{ kind: "nonsense", q: `${letters} ${word()}qxj`, first: null }] };
  },
];

const NUMBERS = [
  ["two thousand twelve", "2012"],
  ["nineteen eighty four", "1984"],
  ["one hundred and one", "101"],
  ["forty seven", "47"],
  ["three hundred sixty five", "365"],
  ["twenty forty nine", "2049"],
] as const;

/** Titles that are abbreviated as initials, consonants, digits or words, or typed with wrong small words. */
export const ABBREVIATIONS: readonly MakeFamily[] = [
  (word) => {
    const parts = [word(), word(), word(), word(), word()];
    const name = `the ${parts.join(" ")}`;
    const initials = parts.map((part) => part[0]).join("");
    return family(
      [[name, 1991]],
      [
        ["initials with the article", `t${initials}`, `${name} 1991`],
        ["initials without the article", initials, `${name} 1991`],
      ],
    );
  },
  (word) => {
    const [one, other, part, rival] = [word(), word(), word(), word()];
    const name = `${one} of ${other}: ${part}`;
    return family(
      [
        [`${rival} ${part}`, 2001],
        [name, 2002],
      ],
      [["initials beside words", `${one[0]}o${other[0]} ${part}`, `${name} 2002`]],
    );
  },
  (word) => {
    const [one, other, part] = [word(), word(), word()];
    const name = `${one} 3: ${part} of the ${other}`;
    return family(
      [
        [`${one} 2: ${word()}`, 2003],
        [name, 2004],
      ],
      [
        ["number beside an initial", `${one[0]}3 ${part} of the ${other}`, `${name} 2004`],
        ["number beside an initial", `${one[0]}3 ${other}`, `${name} 2004`],
      ],
    );
  },
  (word) => {
    const [one, other] = [word(), word()];
    const name = `the ${one} of the ${other}`;
    const typed = ["hte # of the @", "the # fo the @", "teh # of th @", "the # of @ hte", "te # fo teh @"];
    const queries = typed.map((form) => form.replace("#", one).replace("@", other));
    return family(
      [[name, 1974]],
      queries.map((q) => ["small word mistyped", q, `${name} 1974`] as const),
    );
  },
  (word) => {
    const [one, other] = [`${word()}${word()}`, word()];
    const consonants = one.replaceAll(/[aeiou]/g, "");
    const rest = consonants.slice(/[aeiou]/.test(one[1] ?? "") ? 1 : 2);
    const typed = [`${consonants} ${other}`, consonants, `${one[0]}${one[1]}${rest} ${other}`];
    const first = `${one} ${other} 1976`;
    return family(
      [[`${one} ${other}`, 1976]],
      typed.map((q) => ["consonants", q, first] as const),
    );
  },
  (word, next) => {
    const one = word();
    const [words, digits] = oneOf(NUMBERS, next);
    return family(
      [
        [one, 1977],
        [`${one} ${digits}`, 1978],
      ],
      [
        ["number in words", `${one} ${words}`, `${one} ${digits} 1978`],
        ["number in words", `${words} ${one}`, `${one} ${digits} 1978`],
      ],
    );
  },
  (word, next) => {
    const [one, other] = [word(), word()];
    const at = 1 + one.slice(1).search(/[aeiou]/);
    const withDigit = one.slice(0, at) + oneOf(["0", "1", "3", "4"], next) + one.slice(at + 1);
    return family(
      [
        [`${other} ${one}`, 1981],
        [`${withDigit}an`, 1982],
      ],
      [
        ["digit in a word", `${other} ${withDigit}`, `${other} ${one} 1981`],
        ["digit in a word", `${one}an`, `${withDigit}an 1982`],
      ],
    );
  },
];

/** Generates families and mixes them, so that each kind has well-known and unknown titles. */
export function families(kinds: readonly MakeFamily[] = FAMILIES): {
  titles: GivenTitle[];
  queries: FamilyQuery[];
} {
  const next = random(7);
  const word = makeWords(next);
  const made = Array.from({ length: QUERIES_PER_KIND }, () => kinds.map((make) => make(word, next))).flat();
  return {
    titles: made.flatMap(({ titles }) => titles),
    queries: made.flatMap(({ queries }) => queries),
  };
}
