/** Link previews (Open Graph), with an image of the page or of the site. */
import type { Person } from "../../../worker/contract/people.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { formatList, shorten } from "../../language/formats.ts";
import type { Language } from "../../language/language.ts";
import { posterLink } from "../../links.ts";
import { titleName } from "../title/names.ts";

export interface Card {
  readonly type: "website" | "profile" | "video.movie" | "video.tv_show";
  /** The path of the image on this site. */
  readonly image: string;
  readonly alt: string;
  /** The size of the image in pixels, if known. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** The preview of every page that is not about a single title or person. */
export const SITE_CARD: Card = {
  type: "website",
  image: "/card.png",
  alt: "Marquee",
  size: { width: 1200, height: 630 },
};

/** Returns the preview of a title. `poster` is a path on this site, or `null`. */
export function titleCard(language: Language, record: TitleRecord, poster: string | null): Card {
  const type = record.type === "series" ? "video.tv_show" : "video.movie";
  if (poster === null) return { ...SITE_CARD, type };
  const name = titleName(language, record);
  return { type, image: poster, alt: record.year === "" ? name : `${name} (${record.year})` };
}

interface Page {
  readonly language: Language;
  readonly services: Parameters<typeof posterLink>[1];
}

/** Returns the preview of a list, with the poster of its first title as the image. */
export function listCard({ language, services }: Page, [first]: readonly TitleRecord[]): Card {
  const card = first === undefined ? SITE_CARD : titleCard(language, first, posterLink(first, services));
  return { ...card, type: "website" };
}

/** Describes a list by the query and the first titles. Returns `null` if the list is empty. */
export function describeList(
  language: Language,
  asked: string,
  records: readonly TitleRecord[],
): string | null {
  if (records.length === 0) return null;
  const names = records.slice(0, 5).map((record) => titleName(language, record));
  return shorten(`${asked}: ${formatList(language, names)}`, 200);
}

/** Returns the preview of a person. `portrait` is a path on this site, or `null`. */
export function personCard({ name }: Person, portrait: string | null): Card {
  return portrait === null
    ? { ...SITE_CARD, type: "profile" }
    : { type: "profile", image: portrait, alt: name };
}
