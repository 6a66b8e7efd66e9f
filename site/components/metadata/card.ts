/** The preview of a shared link (Open Graph): the page's own image, else the site's. */
import type { Person } from "../../../worker/contract/people.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Language } from "../../language/language.ts";
import { titleName } from "../title/names.ts";

export interface Card {
  /** A type of Open Graph. */
  readonly type: "website" | "profile" | "video.movie" | "video.tv_show";
  /** Path of an image. */
  readonly image: string;
  readonly alt: string;
  /** The size of the image in pixels, if known. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** The card of every page that is not about one title or person. */
export const SITE_CARD: Card = {
  type: "website",
  image: "/card.png",
  alt: "Marquee",
  size: { width: 1200, height: 630 },
};

/** `poster`: its path on this site; `null`: there is none. */
export function titleCard(language: Language, record: TitleRecord, poster: string | null): Card {
  const type = record.type === "series" ? "video.tv_show" : "video.movie";
  if (poster === null) return { ...SITE_CARD, type };
  const name = titleName(language, record);
  return { type, image: poster, alt: record.year === "" ? name : `${name} (${record.year})` };
}

/** `portrait`: its path on this site; `null`: there is none. */
export function personCard({ name }: Person, portrait: string | null): Card {
  return portrait === null
    ? { ...SITE_CARD, type: "profile" }
    : { type: "profile", image: portrait, alt: name };
}
