/** The widths images are given in, in pixels: few, so that each is soon in a cache. */
export const IMAGE_WIDTHS = [120, 240, 480, 720] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
