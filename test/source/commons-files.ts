/** The widths of thumbnails that Wikimedia offers (mediawiki.org/wiki/Common_thumbnail_sizes). */
export const THUMBNAIL_WIDTHS: readonly number[] = [20, 40, 60, 120, 250, 330, 500, 960, 1_280, 1_920, 3_840];

/** The files of the stub of Commons. */
export const COMMONS_FILES: readonly string[] = [
  "Akira_Kurosawa.jpg",
  'Ann_"Ö"_Lee.jpg',
  "Who?_(100%).svg",
  "黒澤明.tiff",
  "It's_her_&_him.png",
];
