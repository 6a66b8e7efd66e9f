/**
 * Families of made-up titles, and the shorter or other ways in which people write them: initials, consonants, digits for
 * letters, words for digits, small words mistyped.
 */
import { oneOf } from "../../../bench/search/titles.ts";
import { capital, type MakeFamily } from "./families.ts";

export const ABBREVIATIONS: readonly MakeFamily[] = [
  (word) => {
    const parts = [word(), word(), word(), word(), word()];
    const name = capital(`the ${parts.join(" ")}`);
    const initials = parts.map((part) => part[0]).join("");
    return {
      titles: [{ title: name, year: "1991" }],
      queries: [
        { kind: "initials with the article", q: `t${initials}`, first: `${name} 1991` },
        { kind: "initials without the article", q: initials, first: `${name} 1991` },
      ],
    };
  },
  (word) => {
    const [one, other, part, rival] = [word(), word(), word(), word()];
    const name = capital(`${one} of ${other}: ${part}`);
    return {
      titles: [
        { title: capital(`${rival} ${part}`), year: "2001" },
        { title: name, year: "2002" },
      ],
      queries: [{ kind: "initials beside words", q: `${one[0]}o${other[0]} ${part}`, first: `${name} 2002` }],
    };
  },
  (word) => {
    const [one, other, part] = [word(), word(), word()];
    const name = capital(`${one} 3: ${part} of the ${other}`);
    return {
      titles: [
        { title: capital(`${one} 2: ${word()}`), year: "2003" },
        { title: name, year: "2004" },
      ],
      queries: [
        { kind: "number beside an initial", q: `${one[0]}3 ${part} of the ${other}`, first: `${name} 2004` },
        { kind: "number beside an initial", q: `${one[0]}3 ${other}`, first: `${name} 2004` },
      ],
    };
  },
  (word) => {
    const [one, other] = [word(), word()];
    const name = capital(`the ${one} of the ${other}`);
    return {
      titles: [{ title: name, year: "1974" }],
      queries: ["hte # of the @", "the # fo the @", "teh # of th @", "the # of @ hte", "te # fo teh @"].map(
        (form) => ({
          kind: "small word mistyped",
          q: form.replace("#", one).replace("@", other),
          first: `${name} 1974`,
        }),
      ),
    };
  },
  (word) => {
    const [one, other] = [`${word()}${word()}`, word()];
    const name = capital(`${one} ${other}`);
    const consonants = one.replaceAll(/[aeiou]/g, "");
    return {
      titles: [{ title: name, year: "1976" }],
      queries: [
        { kind: "consonants", q: `${consonants} ${other}`, first: `${name} 1976` },
        { kind: "consonants", q: consonants, first: `${name} 1976` },
        {
          kind: "consonants",
          q: `${one[0]}${one[1]}${consonants.slice(/[aeiou]/.test(one[1] ?? "") ? 1 : 2)} ${other}`,
          first: `${name} 1976`,
        },
      ],
    };
  },
  (word, next) => {
    const one = word();
    const [words, digits] = oneOf(
      [
        ["two thousand twelve", "2012"],
        ["nineteen eighty four", "1984"],
        ["one hundred and one", "101"],
        ["forty seven", "47"],
        ["three hundred sixty five", "365"],
        ["twenty forty nine", "2049"],
      ],
      next,
    ) as [string, string];
    const name = capital(`${one} ${digits}`);
    return {
      titles: [
        { title: capital(one), year: "1977" },
        { title: name, year: "1978" },
      ],
      queries: [
        { kind: "number in words", q: `${one} ${words}`, first: `${name} 1978` },
        { kind: "number in words", q: `${words} ${one}`, first: `${name} 1978` },
      ],
    };
  },
  (word, next) => {
    const [one, other] = [word(), word()];
    const at = 1 + one.slice(1).search(/[aeiou]/);
    const digit = oneOf(["0", "1", "3", "4"], next);
    const withDigit = one.slice(0, at) + digit + one.slice(at + 1);
    const [plain, written] = [capital(`${other} ${one}`), capital(`${withDigit}an`)];
    return {
      titles: [
        { title: plain, year: "1981" },
        { title: written, year: "1982" },
      ],
      queries: [
        { kind: "digit in a word", q: `${other} ${withDigit}`, first: `${plain} 1981` },
        { kind: "digit in a word", q: `${one}an`, first: `${written} 1982` },
      ],
    };
  },
];
