/** The packed cards of a person with many titles, after a change of one of these. */
import {
  type CardRow,
  MAX_READ_CARDS,
  packCards,
  type StoredCard,
  storedCard,
} from "../../../worker/origins/catalog/stored/filmography.ts";
import type { Connection, Read } from "../load/statements.ts";
import { readRows } from "./live.ts";
import type { Person } from "./person.ts";

interface KnownCards {
  /** As stored before. */
  readonly packed: readonly Read[];
  readonly after: StoredCard | null;
}

/** Only people with many titles have packed cards. They are read from the titles when a person gets the first. */
export async function cardsOf(live: Connection, { titles }: Person, { packed, after }: KnownCards) {
  const ranks = titles.split(",").map(Number);
  if (ranks.length <= MAX_READ_CARDS) return [];
  const cards = packed.length > 0 ? unpacked(packed) : await readCards(live, ranks);
  if (after !== null) cards.set(after.card.rank, after);
  return packCards(ranks.flatMap((rank) => cards.get(rank) ?? []));
}

function unpacked(rows: readonly Read[]): Map<number, StoredCard> {
  const byLanguage = new Map(rows.map(({ lang, cards }) => [String(lang), JSON.parse(String(cards))]));
  const cards: CardRow[] = byLanguage.get("en") ?? [];
  byLanguage.delete("en");
  return new Map(
    cards.map((card) => {
      const titles = [...byLanguage].flatMap(([lang, named]) =>
        named[card.rank] === undefined ? [] : [[lang, String(named[card.rank])] as const],
      );
      return [card.rank, { card, titles: Object.fromEntries(titles) }];
    }),
  );
}

const READ_CARDS = [
  "SELECT rank, record FROM json_each(?1) AS asked CROSS JOIN catalog_title ON rank = asked.value",
  `SELECT rank, lang, record ->> 'title' AS title
   FROM json_each(?1) AS asked CROSS JOIN catalog_translation ON rank = asked.value`,
];

async function readCards(live: Connection, ranks: readonly number[]): Promise<Map<number, StoredCard>> {
  const [titles = [], translations = []] = await readRows(live, READ_CARDS, ranks);
  const named = Map.groupBy(translations, ({ rank }) => Number(rank));
  return new Map(
    titles.map((row) => {
      const rank = Number(row.rank);
      const others = (named.get(rank) ?? []).map(
        ({ lang, title }) => [String(lang), { title: String(title) }] as const,
      );
      return [rank, storedCard(rank, JSON.parse(String(row.record)), new Map(others))];
    }),
  );
}
