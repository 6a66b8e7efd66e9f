/** The shelves of the first page, loaded together from lists of titles, so that the page needs one stored response. */
import { type Facet, Facets, NO_FACTS, type Shelves } from "../contract/browse.ts";
import { NO_FILTER } from "../contract/filter.ts";
import { parseJson } from "../contract/json.ts";
import { SearchAnswer, type TitleRecord } from "../contract/record.ts";
import type { Loaded } from "./loaded.ts";
import type { Capabilities } from "./origin.ts";

const POPULAR = 12;
const RECENT = 6;
/** More titles than are shown: a year that has just begun is joined by the years before. */
const ENOUGH_RECENT = 12;
const MAX_RECENT_YEARS = 5;
const DECADES = 12;
/** Candidates for a decade: a title of another shelf is only repeated if there is no other candidate. */
const OF_DECADE = 4;

export function shelvesOf({
  browse,
  facets,
}: Pick<Capabilities, "browse" | "facets">): Pick<Capabilities, "shelves"> {
  return {
    async shelves({ lang, year }) {
      async function titles(
        years: { first: number; last: number } | null,
        limit: number,
      ): Promise<TitleRecord[]> {
        const { json } = await browse({
          filter: years === null ? NO_FILTER : { kind: null, years: { ...years, around: null } },
          ...NO_FACTS,
          sort: "popularity",
          after: null,
          paging: { page: 1, limit },
          lang,
        });
        return (parseJson(SearchAnswer, json) ?? []).map((record) => ({ ...record, plot: "" }));
      }

      const { json, version } = await facets(null);
      const known = (parseJson(Facets, json ?? "")?.years ?? []).filter(({ value }) => value !== "");
      const past = known.filter(({ value }) => Number(value) <= year);
      const years = recentYears(past);
      const decades = decadesOf(past).slice(0, DECADES);
      const [popular, recent, ...ofDecades] = await Promise.all([
        titles(null, POPULAR),
        years === null ? [] : titles(years, RECENT + POPULAR),
        ...decades.map((first) => titles({ first, last: Math.min(first + 9, year) }, OF_DECADE)),
      ]);
      const shown = new Set(popular.map(({ id }) => id));
      const fresh = othersFirst(recent, shown).slice(0, RECENT);
      for (const { id } of fresh) shown.add(id);
      const shelves: Shelves = {
        popular,
        recent: years === null ? null : { years, titles: fresh },
        decades: decades.flatMap((first, at) => {
          const [title] = othersFirst(ofDecades[at] ?? [], shown);
          return title === undefined ? [] : [{ years: { first, last: first + 9 }, title }];
        }),
      };
      return loadedShelves(shelves, { version });
    },
  };
}

export function loadedShelves(shelves: Shelves, rest: Pick<Loaded, "isPartial" | "version">): Loaded {
  const { popular, recent, decades } = shelves;
  const titles = [...popular, ...(recent?.titles ?? []), ...decades.map(({ title }) => title)];
  return { ...rest, json: JSON.stringify(shelves), about: { titles: titles.map(({ id }) => id) } };
}

/** The first year of each decade, latest first. */
function decadesOf(years: readonly Facet[]): number[] {
  return [...new Set(years.map(({ value }) => Math.floor(Number(value) / 10) * 10))];
}

/** Keeps the order, but moves titles that are already shown to the end. */
export function othersFirst(titles: readonly TitleRecord[], shown: ReadonlySet<number>): TitleRecord[] {
  const isNew = ({ id }: TitleRecord) => !shown.has(id);
  return [...titles.filter(isNew), ...titles.filter((title) => !isNew(title))];
}

/** `years`: latest first. */
function recentYears(years: readonly Facet[]): { first: number; last: number } | null {
  const last = Number(years[0]?.value);
  if (years.length === 0) return null;
  const near = years.filter(({ value }) => Number(value) > last - MAX_RECENT_YEARS);
  let titles = 0;
  for (const facet of near) {
    titles += facet.titles;
    if (titles >= ENOUGH_RECENT) return { first: Number(facet.value), last };
  }
  return { first: Number(near.at(-1)?.value), last };
}
