/** The card of one title: its poster where there is one, else the one drawn for it. */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Language } from "../../language/language.ts";
import { imageLink, shareLink } from "../../links.ts";
import type { Card } from "../metadata/card.ts";
import { titleName } from "./title-name.ts";

/** Of a drawn one, in pixels: as wide as networks show it. Half as much again each way would take twice the time. */
export const CARD_SIZE = { width: 800, height: 420 } as const;

export function titleCard(language: Language, record: TitleRecord, imaged: boolean): Card {
  const type = record.type === "series" ? "video.tv_show" : "video.movie";
  const name = titleName(language, record);
  const alt = record.year === "" ? name : `${name} (${record.year})`;
  if (imaged && record.poster !== null)
    return { type, alt, image: imageLink(720, record.poster, { title: record.id }) };
  return { type, alt, image: shareLink(language, record), size: CARD_SIZE };
}
