/**
 * Finds titles by the names of their roles, as for `tony stark` or `heath ledger joker`. Only names as typed count.
 */

import type { TitleFacts } from "../../filters/facet.ts";
import { toExpression } from "../../filters/facets.ts";
import { allOf } from "../../filters/fts5.ts";
import { foldName } from "../../text/fold.ts";
import { isAdded, isArticle } from "../../text/words.ts";
import { WELL_KNOWN } from "../search/sounding-names.ts";
import { nameWords } from "../store/names.ts";
import { roleTerms } from "../store/role-names.ts";
import type { FactsRow } from "../store/rows.ts";
import { listCommonTitles } from "./part-list.ts";
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

/** The maximum number of titles of which the votes are read. */
const MAX_TITLES = 100;

/** Lists titles with a role whose name has at least two words, unless it is the name of a well-known person. */
export async function findByCharacterName(context: TextContext): Promise<TextResult | null> {
  return await findByCharacter(context, ({ length }) => length > 1);
}

/** Lists titles with a role whose name has the only word of the query. */
export async function findByCharacterWord(context: TextContext): Promise<TextResult | null> {
  return await findByCharacter(context, ({ length }) => length === 1);
}

async function findByCharacter(
  context: TextContext,
  mayBe: (words: readonly string[]) => boolean,
): Promise<TextResult | null> {
  const { names } = context;
  // The reading without people comes first, because a surname is also a part of many roles' names.
  for (const reading of context.readings.toReversed()) {
    const { words: part } = reading;
    const typed = part === null && reading.parts.length === 0 ? context.textQuery.text : (part?.typed ?? "");
    const words = foldName(typed).filter((word) => !isFiller(word));
    const isTyped = reading.names.every(({ as }) => as === "typed");
    const isNamed = reading.names.length > 0;
    if (words.length === 0 || !isTyped || part?.isExcluded || (!isNamed && !mayBe(words))) continue;
    const isPerson = names.some(
      ({ people: [person] }) =>
        person !== undefined &&
        person.rank / context.outcome.gap <= WELL_KNOWN &&
        nameWords(person.name).join(" ") === words.join(" "),
    );
    const terms = isPerson ? [] : roleTerms(words);
    const result = terms.length === 0 ? null : await listWithRole(reading, terms, context);
    if (result !== null) return result;
  }
  return null;
}

/** Lists titles with the role, and with the people of the reading if there are any. The title with most votes is first. */
async function listWithRole(
  reading: Reading,
  terms: readonly string[],
  context: TextContext,
): Promise<TextResult | null> {
  const { textQuery, reads } = context;
  const { facets, words, names } = reading;
  const conditions = toExpression(buildAllConditions(textQuery, facets));
  const [{ titles }, common] = await Promise.all([
    reads.read({ titles: reads.browsed(allOf([`(${conditions})`, ...terms])) }),
    names.length === 0 ? null : listCommonTitles(reading, context),
  ]);
  const isCommon = common && new Set(common.map(({ rank }) => rank));
  const ranks = titles.map(({ rank }) => rank).filter((rank) => isCommon?.has(rank) ?? true);
  if (ranks.length === 0) return null;
  const { rows } = await reads.read({ rows: reads.facts(ranks.slice(0, MAX_TITLES)) });
  const votesOf = ({ facts }: FactsRow) => (JSON.parse(facts) as TitleFacts).votes ?? 0;
  const sorted = rows.toSorted((one, other) => votesOf(other) - votesOf(one));
  const typed = words?.typed ?? textQuery.text;
  const name = typed
    .split(" ")
    .filter((word) => !foldName(word).every(isFiller))
    .join(" ");
  const character = { part: "character", typed, values: [], name, without: words?.without ?? "" } as const;
  return {
    parts: words === null ? [character] : reading.parts.map((part) => (part === words ? character : part)),
    people: names.flatMap(({ people }) => people.slice(0, 1)),
    titles: narrowTitles(sorted, textQuery, facets),
  };
}
