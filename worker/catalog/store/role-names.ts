/**
 * The names of roles, by which a title can be found. Their tokens are in the index of facts, so a title needs no
 * additional row. Pure functions that the loader and the catalog share.
 */
import type { Credits } from "../../contract/credits.ts";
import { quote } from "../../filters/fts5.ts";
import { foldName } from "../../text/fold.ts";
import { isArticle } from "../../text/words.ts";

/** Returns the token of a role's name. No other token in the index starts with this letter (`filters/tokens.ts`). */
const roleToken = (words: string) => `j${words}`;

/** The number of actors whose roles are indexed, in billing order. */
export const MAX_BILLED = 15;
const MIN_LENGTH = 3;
/** Matches notes after a role, such as `(voice)`. */
const NOTE = /\([^)]*\)/g;

/** Words for roles without a name. A role that only consists of them is not indexed. */
const GENERIC = new Set(
  `self himself herself themselves myself narrator host hostess presenter contestant guest judge panelist performer voice various
  additional extra uncredited archive footage the a an of in at and with man men woman women boy girl kid child children baby
  young old older elderly teen teenage little first second third police policeman policewoman officer cop sergeant lieutenant
  captain detective inspector agent fbi cia guard soldier doctor dr nurse patient surgeon waiter waitress bartender barman driver
  taxi cab pilot reporter journalist anchor news newscaster student teacher principal professor mother father mom dad mum son
  daughter brother sister wife husband aunt uncle grandmother grandfather grandma grandpa neighbor neighbour friend boyfriend
  girlfriend priest reverend lawyer attorney secretary receptionist clerk manager boss worker villager prisoner thug gangster
  bandit henchman victim killer stranger customer passenger tourist dancer singer musician king queen prince princess mr mrs miss
  ms sir madam lady girl party bar hotel store shop street radio tv male female number`.split(/\s+/),
);

/** The titles before names, and their short forms. */
const SHORT_TITLES = new Map(
  `doctor dr; doc dr; dr dr; professor prof; prof prof; mister mr; mr mr; mrs mrs; ms ms; miss miss; captain capt; cap capt; capt capt;
  lieutenant lt; lt lt; sergeant sgt; sarge sgt; sgt sgt; colonel col; col col; general gen; gen gen; major major; commander cmdr;
  cmdr cmdr; detective det; det det; inspector insp; insp insp; agent agent; officer officer; reverend rev; rev rev; father father;
  sister sister; sir sir; lord lord; lady lady`
    .split(/;\s+/)
    .map((line) => line.split(" ") as [string, string]),
);
const hasTitle = ([first = ""]: readonly string[]) => SHORT_TITLES.has(first);

/**
 * Returns the tokens for the names of the first roles in credits: single words, pairs of neighbours, and a title with the
 * last word.
 */
export function listRoleTokens({ cast = [] }: Partial<Credits>): string[] {
  const tokens = cast
    .slice(0, MAX_BILLED)
    .flatMap(({ character = "" }) => splitRoles(character).flatMap(tokensOf));
  return [...new Set(tokens)];
}

/** Returns the words of each role in the text of a credit, as in `Bruce Wayne / Batman (voice)`. */
function splitRoles(character: string): string[][] {
  return character.replace(NOTE, "").split("/").map(foldName);
}

function tokensOf(words: readonly string[]): string[] {
  if (words.every((word) => GENERIC.has(word) || /^\d+$/.test(word))) return [];
  const single = words.filter((word) => word.length >= MIN_LENGTH && !GENERIC.has(word));
  const short = shorten(words);
  const pairs = short.slice(1).map((word, at) => `${short[at]}${word}`);
  const withTitle = hasTitle(words) && words.length > 2 ? [`${short[0]}${short.at(-1)}`] : [];
  return [...single, ...withTitle, ...pairs].map(roleToken);
}

const shorten = (words: readonly string[]) => words.map((word) => SHORT_TITLES.get(word) ?? word);

/** Returns true if the text of a credit has a role of this name. A title and a surname are enough. */
export function hasRoleName(character: string, words: readonly string[]): boolean {
  const name = shorten(words).join(" ");
  return splitRoles(character).some((role) => {
    const short = shorten(role);
    return (
      ` ${short.join(" ")} `.includes(` ${name} `) ||
      (hasTitle(role) && `${short[0]} ${short.at(-1)}` === name)
    );
  });
}

/** Returns FTS5 terms for titles with a role of this name. Empty if the words name no role. */
export function roleTerms(words: readonly string[]): string[] {
  const tokens = tokensOf(words);
  return (words.length > 1 ? tokens.slice(-(words.length - 1)) : tokens).map(quote);
}

/** Returns the words of a role's name without the title before them. */
export const dropTitle = (words: readonly string[]) => (hasTitle(words) ? words.slice(1) : words);

/** Returns the name of a role with this surname and a first name, as in `severus snape`. Empty if there is none. */
export function findFullName(character: string, surname: string): readonly string[] {
  const isFull = ([first = "", ...others]: readonly string[]) =>
    others.at(-1) === surname && !isArticle(first);
  return splitRoles(character).map(dropTitle).find(isFull) ?? [];
}
