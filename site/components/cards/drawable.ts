/** The size and letters of a card. The page and the card both need them, but only the card needs outlines. */
import type { TitleRecord } from "../../../worker/contract/record.ts";

/** The size of a card in pixels. Link previews have this proportion. */
export const CARD_SIZE = { width: 1_200, height: 630 } as const;

/** Matches text whose letters the font has: Latin letters of Western Europe, digits and punctuation. */
const DRAWABLE = /^[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u2013\u2014\u2018-\u201e\u2022\u2026]+$/;

/** Returns the text in letters that the font has, without accents if it must, or `null` if it has other letters. */
export function toDrawable(text: string): string | null {
  const composed = text.normalize("NFC").trim();
  const plain = Array.from(composed, (letter) =>
    DRAWABLE.test(letter) ? letter : letter.normalize("NFD").replaceAll(/\p{M}/gu, ""),
  ).join("");
  return DRAWABLE.test(plain) ? plain : null;
}

type Described = Pick<TitleRecord, "title" | "original_title">;

/** Returns the title in letters that a card can have: that of the page or the original one, or `null`. */
export function cardTitle({ title, original_title }: Described): string | null {
  const [drawable = null] = [title, original_title].flatMap((text) => toDrawable(text) ?? []);
  return drawable;
}
