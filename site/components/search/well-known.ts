/** Reads well-known titles of the same genre or decade, for titles about which too little is known to find similar ones. */
import { type Related, type TitleCollection, toFacetSlug } from "../../../worker/contract/browse.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { buildConditions, type Filters } from "../../../worker/filters/browse-query.ts";
import { listGenres } from "../../../worker/text/genres.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Language } from "../../language/language.ts";
import { browseLink } from "../../links.ts";
import { readListQuery } from "../browse/read-browse.ts";
import { pageRecord } from "../title/page-texts.ts";
import { TITLES_IN_ROW } from "../title/row.ts";
import { headingFor, listFilters } from "./chips.ts";

/** The number of related titles from which no others are needed. */
const ENOUGH = 4;

interface RelatedTitles {
  readonly record: TitleRecord | null;
  readonly related: Related;
  readonly collection: TitleCollection | null;
}

interface WellKnown {
  readonly name: string;
  /** The URL of the whole list. */
  readonly href: string;
  readonly titles: readonly { readonly title: TitleRecord }[];
}

/**
 * Returns a shelf, or `null` if there are enough related titles, if neither genre nor year is known, or if the source
 * cannot list titles.
 */
export async function readWellKnown(
  { services, language }: { readonly services: SiteServices; readonly language: Language },
  { record, related, collection }: RelatedTitles,
): Promise<WellKnown | null> {
  const { similar, further, namesakes } = related;
  const others = [
    similar,
    namesakes,
    collection?.titles ?? [],
    ...further.map(({ titles }) => titles),
  ].flat();
  const filter = record && findFilter(record);
  if (others.length >= ENOUGH || filter === null || !services.offers("browse")) return null;
  const conditions = buildConditions(filter);
  const order = { limit: TITLES_IN_ROW, order: "popularity" } as const;
  const { query } = readListQuery(new URLSearchParams(), language, order);
  const [found, facets] = await Promise.all([
    services.value("browse", { ...query, conditions }),
    services.value("facets", null),
  ]);
  const shown = new Set([record, ...others].map((title) => title?.id));
  const titles = (found ?? [])
    .filter(({ id }) => !shown.has(id))
    .map((title) => ({ title: pageRecord(title) }));
  const name = headingFor(language, listFilters({ conditions }, facets));
  if (titles.length === 0 || name === null) return null;
  return { name, href: browseLink(language, { conditions }), titles };
}

function findFilter({ genres, year }: TitleRecord): Partial<Filters> | null {
  const [genre] = listGenres(genres).flatMap((name) => toFacetSlug(name) ?? []);
  if (genre !== undefined) return { genre };
  const first = Math.floor(Number(year) / 10) * 10;
  return year === "" ? null : { filter: { kind: null, years: { first, last: first + 9, around: null } } };
}
