/** Link previews (Open Graph), with an image of the page or of the site. */
import type { Facts } from "../../../worker/contract/facts.ts";
import type { Person } from "../../../worker/contract/people.ts";
import type { ImageWidth, TitleRecord } from "../../../worker/contract/record.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import { formatList, shorten } from "../../language/formats.ts";
import type { Language } from "../../language/language.ts";
import { cardLink, imageLink, portraitLink } from "../../links.ts";
import { CARD_SIZE, cardTitle, toDrawable } from "../cards/drawable.ts";
import { titleName } from "../title/names.ts";

export interface Card {
  readonly type: "website" | "profile" | "video.movie" | "video.tv_show";
  /** The path of the image on this site. */
  readonly image: string;
  readonly alt: string;
  /** The size of the image in pixels, if known. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Whether the image is upright, so that a wide preview would cut it off. */
  readonly isUpright?: boolean;
}

/** The preview of every page that is not about a single title or person. */
export const SITE_CARD: Card = { type: "website", image: "/card.png", alt: "Marquee", size: CARD_SIZE };

interface Page {
  readonly language: Language;
  readonly services: Pick<SiteServices, "hasImage" | "imageWidth" | "offers">;
}

interface Pictured {
  readonly facts?: Pick<Facts, "backdrop"> | undefined;
  /** The season that the page is about. */
  readonly season?: number | undefined;
  /** A still of an episode of the season, or `null` if there is none. */
  readonly still?: string | null | undefined;
}

/**
 * The proportions of TMDB's posters and backdrops, which are at least as wide as the sizes that previews use
 * (themoviedb.org/bible/image).
 */
const [UPRIGHT, WIDE] = [2 / 3, 16 / 9];
/**
 * The width of posters in previews. Facebook shows an image of less than 600 pixels as a thumbnail, but cuts a wider one
 * to the form of a card.
 */
const POSTER_WIDTH = 480;

/** Returns the size of an image, unless the width that the source sends is unknown. */
function sizeOf(
  { services }: Page,
  { width, path, proportion }: { width: ImageWidth; path: string; proportion: number },
): Pick<Card, "size"> {
  const sent = services.imageWidth(width, path);
  return sent === null ? {} : { size: { width: sent, height: Math.round(sent / proportion) } };
}

/**
 * Returns the preview of a title or a season: a still, or else the backdrop, or else the poster, or else a drawn card. A
 * poster is not set on a card, because the Worker cannot decode images.
 */
export function titleCard(
  page: Page,
  record: TitleRecord,
  { facts = {}, season, still = null }: Pictured = {},
): Card {
  const { language, services } = page;
  const type = record.type === "series" ? "video.tv_show" : "video.movie";
  const name = titleName(language, record);
  const alt = record.year === "" ? name : `${name} (${record.year})`;
  const { id } = record;
  const { backdrop = null } = facts;
  // The size of a still is not stated, because TMDB has small ones, which it does not enlarge.
  if (services.hasImage(still)) return { type, image: imageLink(720, still, { title: id }), alt };
  if (services.hasImage(backdrop)) {
    const size = sizeOf(page, { width: 720, path: backdrop, proportion: WIDE });
    return { type, image: imageLink(720, backdrop, { title: id }), alt, ...size };
  }
  if (services.hasImage(record.poster)) {
    const size = sizeOf(page, { width: POSTER_WIDTH, path: record.poster, proportion: UPRIGHT });
    return {
      type,
      image: imageLink(POSTER_WIDTH, record.poster, { title: id }),
      alt,
      isUpright: true,
      ...size,
    };
  }
  if (cardTitle(record) === null || !services.offers("title")) return { ...SITE_CARD, type };
  const image =
    season === undefined ? cardLink(language, "title", id) : cardLink(language, "season", `${id}-${season}`);
  return { type, image, alt, size: CARD_SIZE };
}

/** Returns the preview of a list, with the image of its first title. */
export function listCard(page: Page, [first]: readonly TitleRecord[]): Card {
  const card = first === undefined ? SITE_CARD : titleCard(page, first);
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

/** Returns the preview of a person: the portrait, or else a drawn card. */
export function personCard({ language, services }: Page, person: Person): Card {
  const { id, name } = person;
  const type = "profile";
  const portrait = portraitLink(person, services);
  if (portrait !== null) return { type, image: portrait, alt: name, isUpright: true };
  if (toDrawable(name) === null) return { ...SITE_CARD, type };
  return { type, image: cardLink(language, "person", id), alt: name, size: CARD_SIZE };
}
