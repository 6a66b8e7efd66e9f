/** What is shown where somebody shares a link to a page. */

export interface Card {
  /** In the words of Open Graph. */
  readonly type: "website" | "profile" | "video.movie" | "video.tv_show";
  /** Path of an image. */
  readonly image: string;
  readonly alt: string;
  /** Of the image, in pixels, where it is known. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** The card of every page that is not about one title. */
export const SITE_CARD: Card = {
  type: "website",
  image: "/card.png",
  alt: "Marquee",
  size: { width: 1200, height: 630 },
};
