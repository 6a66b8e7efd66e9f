/**
 * Title cards, packed. For a person with too many titles to read one by one, the catalog stores one row with all cards, and
 * another for each language in which any of the titles has a different name. Pure.
 */
import type { TitleRecord } from "../../../contract/record.ts";
import type { CardRow, CardsRow } from "../people-statements.ts";

/** A person with more titles has packed cards. */
export const MAX_READ_CARDS = 100;

/** The language that every title has. */
const DEFAULT = "en";

/** One title, which a load keeps until the people are written. */
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

/** The rows of one person. */
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

/** Reads the cards, with the titles of the other language if there is a row for it. */
export function unpackCards(rows: readonly CardsRow[]): CardRow[] {
  const packed = rows.find(({ lang }) => lang === DEFAULT);
  if (packed === undefined) return [];
  const other = rows.find(({ lang }) => lang !== DEFAULT);
  const titles: Record<string, string> = JSON.parse(other?.cards ?? "{}");
  const cards: CardRow[] = JSON.parse(packed.cards);
  return cards.map((card) => ({ ...card, title: titles[card.rank] ?? card.title }));
}
