/**
 * What answers hold of a title, packed: the catalog keeps one row of them for a person with so many titles that reading each
 * would be too many rows, and one more for each language in which any of the titles has a name of its own. Pure.
 */
import type { TitleRecord } from "../../../contract/record.ts";
import type { CardRow, CardsRow } from "../people-statements.ts";

/** A person with more titles has packed cards. */
export const MAX_READ_CARDS = 100;

/** The language that every title has. */
const DEFAULT = "en";

/** One title, as a load keeps it until the people are written. */
export interface StoredCard {
  readonly card: CardRow;
  /** Titles in other languages. */
  readonly titles: Readonly<Record<string, string>>;
}

export function storedCard(
  rank: number,
  record: TitleRecord,
  translations: ReadonlyMap<string, TitleRecord>,
): StoredCard {
  const { id, type, is_adult, title, original_title, year, poster } = record;
  const others = [...translations].filter(([, translated]) => translated.title !== title);
  return {
    card: { rank, id, type, is_adult, title, original_title, year, poster },
    titles: Object.fromEntries(others.map(([lang, translated]) => [lang, translated.title])),
  };
}

/** The rows of one person, as language and text. */
export function packCards(cards: readonly StoredCard[]): [lang: string, cards: string][] {
  const languages = new Set(cards.flatMap(({ titles }) => Object.keys(titles)));
  languages.delete(DEFAULT);
  const translated = [...languages].map((lang): [string, string] => {
    const named = cards.flatMap(({ card, titles }) =>
      titles[lang] === undefined ? [] : [[card.rank, titles[lang]]],
    );
    return [lang, JSON.stringify(Object.fromEntries(named))];
  });
  return [[DEFAULT, JSON.stringify(cards.map(({ card }) => card))], ...translated];
}

/** The cards of the rows in the default language and in another. */
export function unpackCards(rows: readonly CardsRow[]): CardRow[] {
  const packed = rows.find(({ lang }) => lang === DEFAULT);
  if (packed === undefined) return [];
  const other = rows.find(({ lang }) => lang !== DEFAULT);
  const titles: Record<string, string> = JSON.parse(other?.cards ?? "{}");
  const cards: CardRow[] = JSON.parse(packed.cards);
  return cards.map((card) => ({ ...card, title: titles[card.rank] ?? card.title }));
}
