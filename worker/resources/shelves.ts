/** The shelves of the first page: read as one, so that the page needs one stored response. */
import * as v from "valibot";
import { type Facet, Facets } from "../contract/browse.ts";
import { NO_FILTER } from "../contract/filter.ts";
import { parseJson } from "../contract/json.ts";
import { TitleRecord } from "../contract/record.ts";
import type { Loaded, Origin } from "../origins/origin.ts";
import { tagsOfTitles } from "./keys.ts";
import { policyFor, type Resource } from "./resource.ts";

const YearRange = v.object({ first: v.number(), last: v.number() });

/** What the first page shows. A shelf may be empty. */
export const Shelves = v.object({
  popular: v.array(TitleRecord),
  /** Of the latest years that there are enough titles of; `null`: there are none. */
  recent: v.nullable(v.object({ years: YearRange, titles: v.array(TitleRecord) })),
  /** A popular title of each decade, the latest first. */
  decades: v.array(v.object({ years: YearRange, title: TitleRecord })),
});
export type Shelves = v.InferOutput<typeof Shelves>;

interface ShelvesQuery {
  readonly lang: string;
  /** The current one: a title of a later year is not out yet. */
  readonly year: number;
}

export const shelves: Resource<ShelvesQuery> = {
  name: "shelves",
  needs: "browse",
  key: ({ lang, year }) => new URLSearchParams({ lang, year: String(year) }).toString(),
  load: loadShelves,
  tags: (_query, json) => ["search", ...tagsOfTitles(titlesOf(json))],
  policy: (policies, outcome) => policyFor(policies.search, outcome),
  isCounted: true,
  hasLastResort: false,
};

const POPULAR = 12;
const RECENT = 6;
/** More titles to choose from than are shown, so that a year that has just begun does not stand alone. */
const ENOUGH_RECENT = 12;
const MAX_RECENT_YEARS = 5;
const DECADES = 12;
/** Titles of a decade to choose from: one that is on another shelf stands there only where there is no other. */
const OF_DECADE = 4;

type Browser = Pick<Required<Origin>, "browse" | "facets">;

async function loadShelves(origin: Browser, { lang, year }: ShelvesQuery): Promise<Loaded> {
  const versions = new Set<string | null>();

  async function titles(
    years: { first: number; last: number } | null,
    limit: number,
  ): Promise<TitleRecord[]> {
    const { json, version } = await origin.browse({
      filter: years === null ? NO_FILTER : { kind: null, years: { ...years, around: null } },
      ...{ genre: null, country: null, language: null },
      ...{ sort: "popularity", paging: { page: 1, limit }, lang },
    });
    versions.add(version);
    return (parseJson(v.array(TitleRecord), json) ?? []).map((record) => ({ ...record, plot: "" }));
  }

  const { json, version } = await origin.facets();
  versions.add(version);
  const known = (parseJson(Facets, json ?? "")?.years ?? []).filter(({ value }) => value !== "");
  const past = known.filter(({ value }) => Number(value) <= year);
  const years = recentYears(past);
  const decades = [...new Set(past.map(({ value }) => Math.floor(Number(value) / 10) * 10))].slice(
    0,
    DECADES,
  );
  const [popular, recent, ...firsts] = await Promise.all([
    titles(null, POPULAR),
    years === null ? [] : titles(years, RECENT + POPULAR),
    ...decades.map((first) => titles({ first, last: Math.min(first + 9, year) }, OF_DECADE)),
  ]);
  const shown = new Set(popular.map(({ id }) => id));
  const fresh = othersFirst(recent, shown).slice(0, RECENT);
  for (const { id } of fresh) shown.add(id);
  const found: Shelves = {
    popular,
    recent: years === null ? null : { years, titles: fresh },
    decades: decades.flatMap((first, at) => {
      const [title] = othersFirst(firsts[at] ?? [], shown);
      return title === undefined ? [] : [{ years: { first, last: first + 9 }, title }];
    }),
  };
  return { json: JSON.stringify(found), isPartial: versions.size > 1, version };
}

/** The given order, but what is shown already comes last. */
function othersFirst(titles: readonly TitleRecord[], shown: ReadonlySet<number>): TitleRecord[] {
  const isNew = ({ id }: TitleRecord) => !shown.has(id);
  return [...titles.filter(isNew), ...titles.filter((title) => !isNew(title))];
}

/** `years`: the latest first. */
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

function titlesOf(json: string | null): readonly TitleRecord[] {
  const found = json === null ? null : parseJson(Shelves, json);
  if (found === null) return [];
  return [...found.popular, ...(found.recent?.titles ?? []), ...found.decades.map(({ title }) => title)];
}
