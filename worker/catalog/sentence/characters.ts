/**
 * Finds titles by the names of their roles, as for `tony stark` or `heath ledger joker`. Only names as typed count.
 */

import type { TitleFacts } from "../../filters/facet.ts";
import { toExpression } from "../../filters/facets.ts";
import { allOf } from "../../filters/fts5.ts";
import { foldName } from "../../text/fold.ts";
import { isAdded, isArticle } from "../../text/words.ts";
import { WELL_KNOWN } from "../search/sounding-names.ts";
import type { PersonRow } from "../store/filmography.ts";
import { nameWords } from "../store/names.ts";
import { dropTitle, findFullName, hasRoleName, MAX_BILLED, roleTerms } from "../store/role-names.ts";
import type { FactsRow } from "../store/rows.ts";
import { listCommonTitles } from "./part-list.ts";
import { type Name, sharesWords } from "./people-in-text.ts";
import {
  buildAllConditions,
  narrowTitles,
  type Reading,
  type TextContext,
  type TextResult,
} from "./text-context.ts";

/** Words around the name of a role, as in `who played the joker`. */
const FILLERS = new Set(
  "who played plays play playing role of as in by is was character actor actress movies films with".split(
    " ",
  ),
);
const isFiller = (word: string) => FILLERS.has(word) || isArticle(word) || isAdded(word);

/** Words that ask for the actors of a role. */
const ASKS = new Set(["who", "actor", "actress"]);

/** The maximum number of words in the name of a role, and of titles of which the votes are read. */
const MAX_WORDS = 4;
const MAX_TITLES = 100;
/** The maximum number of titles whose actors are read. */
const MAX_WITH_ACTORS = 3;
/** The number of best-known people whose whole name is not taken as that of a role. */
const KNOWN = 10 * WELL_KNOWN;

/** Lists titles with a role whose name has at least two words, or with an actor and a role. */
export async function findByCharacterName(context: TextContext): Promise<TextResult | null> {
  return await findByCharacter(context, ({ names }, words) => names.length > 0 || words.length > 1);
}

/** Lists titles with a role whose name has the only word of the query. */
export async function findByCharacterWord(context: TextContext): Promise<TextResult | null> {
  return await findByCharacter(context, ({ names }, words) => names.length === 0 && words.length === 1);
}

async function findByCharacter(
  context: TextContext,
  mayBe: (reading: Reading, words: readonly string[]) => boolean,
): Promise<TextResult | null> {
  const { reads } = context;
  // The reading without people comes first, because a surname is also a part of many roles' names.
  const roles = context.readings.toReversed().flatMap((reading) => {
    const typed = findRoleWords(reading, context);
    const names = mayBe(reading, typed) && !isKnownPerson(typed, context) ? listNames(typed) : [];
    return names.flatMap((words) => (roleTerms(words).length === 0 ? [] : { reading, words, typed }));
  });
  if (roles.length === 0) return null;
  const { found } = await reads.read({
    found: roles.map((role) => selectWithRole(role, context)),
  });
  for (const [at, role] of roles.entries()) {
    const result = await listWithRole(role, found[at] ?? [], context);
    if (result !== null) return result;
  }
  return null;
}

interface Role {
  readonly reading: Reading;
  /** The words to look up, and all words of the name as typed. */
  readonly words: readonly string[];
  readonly typed: readonly string[];
}

function selectWithRole({ reading, words }: Role, { textQuery, reads }: TextContext) {
  const conditions = toExpression(buildAllConditions(textQuery, reading.facets));
  return reads.browsed(allOf([`(${conditions})`, ...roleTerms(words)]));
}

/** Returns the names to look up. The title before a name may be missing in the credits. */
function listNames(words: readonly string[]): (readonly string[])[] {
  const untitled = dropTitle(words);
  return untitled === words || untitled.length > 1 ? [untitled] : [words, untitled];
}

/**
 * Returns the words of a reading that may be the name of a role. A surname that is a part of a longer name is not taken
 * as an actor: `peter jackson` has nothing to do with a Peter whom Samuel L. Jackson played.
 */
function findRoleWords(
  { words: part, parts, names }: Reading,
  { textQuery, names: all }: TextContext,
): string[] {
  const isActor = (name: Name) =>
    name.as === "typed" &&
    name.isTelling &&
    !all.some((longer) => longer.words.length > name.words.length && sharesWords(longer, name));
  if (part?.isExcluded || !names.every(isActor)) return [];
  const typed = part === null && parts.length === 0 ? textQuery.text : (part?.typed ?? "");
  const words = foldName(typed).filter((word) => !isFiller(word));
  // A last word of a single letter is unfinished.
  return words.length > MAX_WORDS || words.at(-1)?.length === 1 ? [] : words;
}

function isKnownPerson(words: readonly string[], { names, outcome }: TextContext): boolean {
  return names.some(
    ({ people: [person] }) =>
      person !== undefined &&
      person.rank / outcome.gap <= KNOWN &&
      nameWords(person.name).join(" ") === words.join(" "),
  );
}

/** Lists those of the titles on which the people of the reading worked. The title with most votes is first. */
async function listWithRole(
  role: Role,
  titles: readonly Pick<FactsRow, "rank">[],
  context: TextContext,
): Promise<TextResult | null> {
  const { textQuery, reads } = context;
  const { reading, words: roleWords } = role;
  const { facets, words, names } = reading;
  const common = names.length === 0 || titles.length === 0 ? null : await listCommonTitles(reading, context);
  const isCommon = common && new Set(common.map(({ rank }) => rank));
  const ranks = [...new Set(titles.map(({ rank }) => rank))].filter((rank) => isCommon?.has(rank) ?? true);
  if (ranks.length === 0) return null;
  const { rows } = await reads.read({ rows: reads.facts(ranks.slice(0, MAX_TITLES)) });
  const votesOf = ({ facts }: FactsRow) => (JSON.parse(facts) as TitleFacts).votes ?? 0;
  const sorted = rows.toSorted((one, other) => votesOf(other) - votesOf(one));
  if (hasSurnameOnly(role)) {
    const fullName = await findFullNameIn(sorted.slice(0, 1), role, context);
    if (fullName.length > 0) {
      const full = { ...role, words: fullName, typed: fullName };
      const { found } = await reads.read({ found: selectWithRole(full, context) });
      const others = roleWords.length === 1 ? [] : titles;
      return await listWithRole(full, [...found, ...others], context);
    }
    if (roleWords.length === 1) return null;
  }
  const typed = words?.typed ?? textQuery.text;
  const name = typed
    .split(" ")
    .filter((word) => !foldName(word).every(isFiller))
    .join(" ");
  const character = { part: "character", typed, values: [], name, without: words?.without ?? "" } as const;
  return {
    parts: words === null ? [character] : reading.parts.map((part) => (part === words ? character : part)),
    people: foldName(textQuery.text).some((word) => ASKS.has(word))
      ? await findActors(roleWords, sorted, context)
      : names.flatMap(({ people }) => people.slice(0, 1)),
    titles: narrowTitles(sorted, textQuery, facets),
  };
}

/** Returns true for a title and a surname, as in `doc brown`, which stand for the best-known role of that name. */
const hasSurnameOnly = ({ typed }: Role) => typed.length === 2 && dropTitle(typed).length === 1;

async function findFullNameIn(
  titles: readonly FactsRow[],
  { typed: [, surname = ""] }: Role,
  { reads }: TextContext,
): Promise<readonly string[]> {
  const ranks = titles.map(({ rank }) => rank);
  const { cast } = await reads.read({ cast: reads.people.cast(ranks, MAX_BILLED) });
  return cast.map(({ character }) => findFullName(character, surname)).find(({ length }) => length > 0) ?? [];
}

/** Returns the actors of the role in the first titles, each once. */
async function findActors(
  words: readonly string[],
  titles: readonly FactsRow[],
  { reads }: TextContext,
): Promise<PersonRow[]> {
  const ranks = titles.slice(0, MAX_WITH_ACTORS).map(({ rank }) => rank);
  const { cast } = await reads.read({ cast: reads.people.cast(ranks, MAX_BILLED) });
  const inRole = ranks.flatMap((rank) =>
    cast.filter(({ title, character }) => title === rank && hasRoleName(character, words)).slice(0, 1),
  );
  return [...new Map(inRole.map((person) => [person.id, person])).values()];
}
