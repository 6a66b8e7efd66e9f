/**
 * Generates credits, the same in every run. Each title has ten credits. There are as many people as titles, and a few
 * of them have very many credits.
 */
import type { Credits } from "../../../worker/contract/credits.ts";
import { oneOf, random } from "./titles.ts";

const FIRST =
  "james mary john maria robert anna michael lucía david emma william sofia thomas olga akira mei ravi fatima kwame zoë".split(
    " ",
  );
const SYLLABLES = "ka ro min tel sha vor ne li ban du gra pi so mer ta wen zo fi rez kov son ley".split(" ");

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The number of first names. With this number, names repeat about as often as those of real people. */
const FIRST_NAMES = 40_000;
const UNEVENNESS = 0.65;

export function makeUpName(id: number): string {
  const next = random(id);
  const last = madeUpWord(2 + Math.floor(next() * 2), next);
  const first = firstName(Math.floor(FIRST_NAMES ** (next() ** UNEVENNESS)) - 1);
  const initial = next() < 0.1 ? ` ${oneOf("ABCDEFGHJKLMNPRSTW".split(""), next)}.` : "";
  return `${capitalized(first)}${initial} ${capitalized(last)}`;
}

/** Returns the first name with this rank by frequency. Ranks start at 0. */
function firstName(place: number): string {
  return FIRST[place] ?? madeUpWord(3, random(place));
}

function madeUpWord(syllables: number, next: () => number): string {
  return Array.from({ length: syllables }, () => oneOf(SYLLABLES, next)).join("");
}

/** Yields the credits of each title as JSON. */
export function* madeUpCredits(size: number): Generator<readonly [number, string]> {
  const next = random(9);
  for (let title = 1; title <= size; title += 1) {
    const person = () => {
      // The third power makes small ids much more frequent, because in reality, a few people have very many credits.
      const id = 2 + Math.floor((size - 2) * next() ** 3);
      return { id, name: makeUpName(id), profile_path: null };
    };
    const job = (name: string) => ({ ...person(), job: name });
    const credits: Credits = {
      id: title,
      cast: Array.from({ length: 5 }, (_, at) => ({ ...person(), character: `Role ${at}` })),
      director: [job("Director")],
      writer: [job("Screenplay")],
      editing: [job("Editor")],
      production: [job("Producer")],
      art: [],
      "visual effects": [],
      sound: [job("Original Music Composer")],
    };
    yield [title, JSON.stringify(credits)];
  }
}
