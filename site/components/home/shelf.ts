/**
 * A film a decade for the first page, from the starter catalog's own files, read when the site
 * is built. They lead to searches, not to title pages, since those make sense wherever the
 * answers come from.
 */
import type { Language } from "../../language/language.ts";

export interface ShelfTitle {
  readonly title: string;
  readonly original_title: string;
  readonly year: string;
  readonly genres: string;
  readonly decade: number;
}

/** What is read of a file of the starter catalog. */
interface StarterFile {
  readonly title: string;
  readonly original_title: string;
  readonly year: string;
  readonly genres: readonly string[];
  readonly translations: Readonly<Record<string, { readonly title: string }>>;
}

const FILES = import.meta.glob<StarterFile>(
  [
    "../../../tools/catalog/starter/titles/a-trip-to-the-moon-1902.json",
    "../../../tools/catalog/starter/titles/metropolis-1927.json",
    "../../../tools/catalog/starter/titles/modern-times-1936.json",
    "../../../tools/catalog/starter/titles/casablanca-1942.json",
    "../../../tools/catalog/starter/titles/seven-samurai-1954.json",
    "../../../tools/catalog/starter/titles/la-dolce-vita-1960.json",
    "../../../tools/catalog/starter/titles/alien-1979.json",
    "../../../tools/catalog/starter/titles/my-neighbor-totoro-1988.json",
    "../../../tools/catalog/starter/titles/the-matrix-1999.json",
    "../../../tools/catalog/starter/titles/in-the-mood-for-love-2000.json",
    "../../../tools/catalog/starter/titles/parasite-2019.json",
    "../../../tools/catalog/starter/titles/everything-everywhere-all-at-once-2022.json",
  ],
  { eager: true, import: "default" },
);

/** Oldest first. */
export function shelf(language: Language): ShelfTitle[] {
  return Object.values(FILES)
    .map(({ title, original_title, year, genres, translations }) => ({
      title: translations[language]?.title ?? title,
      original_title,
      year,
      genres: genres.join(", "),
      decade: Math.floor(Number(year) / 10) * 10,
    }))
    .sort((a, b) => a.decade - b.decade);
}
