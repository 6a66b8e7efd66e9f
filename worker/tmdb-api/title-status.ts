/** TMDB's names and numbers for the status and type of a title, and conditions that select series by them. */
import { returningSince, statusOn } from "../contract/details.ts";
import { STATUSES, type Status } from "../contract/facts.ts";
import { FIRST_YEAR, LAST_YEAR } from "../contract/filter.ts";
import { type Condition, exclude, meetAll, meetAny } from "../filters/facet.ts";
import { FACETS } from "../filters/facets.ts";
import { dividePeriods } from "../filters/periods.ts";
import { genreNumbers } from "../text/codes.ts";
import type { NumberedTitle } from "./catalog-reading.ts";

export const yearOf = (date: string) => Number(date.slice(0, 4));

/** Returns the earliest first year with which a series of unknown status counts as running. */
const startsBy = (thisYear: number) => thisYear - 1;

const OF_SERIES: Readonly<Record<Status, string>> = {
  announced: "Planned",
  in_production: "In Production",
  released: "Returning Series",
  returning: "Returning Series",
  ended: "Ended",
  canceled: "Canceled",
};

/** Returns the status of a series, or "" if neither its status nor its years are known. */
export function statusOfSeries(title: NumberedTitle): string {
  const { record, view } = title;
  const status = statusOn(view.today, title);
  if (status === undefined && record.year === "") return "";
  const isRecent = Number(record.year) >= startsBy(yearOf(view.today));
  return OF_SERIES[status ?? (isRecent ? "returning" : "ended")];
}

export function isInProduction(title: NumberedTitle): boolean {
  return title.facts.series?.in_production ?? statusOfSeries(title) === "Returning Series";
}

const OF_FILMS: Readonly<Partial<Record<Status, string>>> = {
  announced: "Planned",
  in_production: "In Production",
  canceled: "Canceled",
};

/** Returns the status of a film, or "" if neither its status nor its year is known. */
export function statusOfFilm(title: NumberedTitle): string {
  const status = statusOn(title.view.today, title);
  return status === undefined ? "" : (OF_FILMS[status] ?? "Released");
}

/**
 * The statuses by TMDB status number. The number for pilots has no status, because the catalog does not record
 * pilots.
 */
const STATUSES_BY_NUMBER: readonly (readonly Status[])[] = [
  ["returning", "released"],
  ["announced"],
  ["in_production"],
  ["ended"],
  ["canceled"],
  [],
];

/**
 * Returns the condition for a TMDB status number, or `null` if there is no such status. `today` is the current date.
 */
export function buildStatusCondition(number: string, today: string): Condition | null {
  const named = /^\d$/.test(number) ? STATUSES_BY_NUMBER[Number(number)] : undefined;
  if (named === undefined) return null;
  if (named.length === 0) return MATCH_NONE;
  const { status, years, aired } = FACETS;
  const isNamed = meetAll([SERIES, status.buildCondition(named)]);
  const isUnknown = meetAll([SERIES, exclude(status.buildCondition(STATUSES))]);
  const recentYear = startsBy(yearOf(today));
  const hasAired = aired.buildCondition(dividePeriods({ first: returningSince(today), last: today }));
  const isNew = years.buildCondition([{ first: recentYear, last: LAST_YEAR, around: null }]);
  const isOld = years.buildCondition([{ first: FIRST_YEAR, last: recentYear - 1, around: null }]);
  if (named.includes("returning"))
    return meetAny([isNamed, meetAll([isUnknown, meetAny([isNew, hasAired])])]);
  return named.includes("ended")
    ? meetAny([isNamed, meetAll([isUnknown, isOld, exclude(hasAired)])])
    : isNamed;
}

const SERIES = FACETS.kind.buildCondition(["series"]);
const MATCH_NONE = FACETS.votes.buildCondition([{ first: 1, last: 0 }]);

/** The genres that determine the type of a series. If several apply, the first one in this list counts. */
const TYPES = [
  { number: "0", name: "Documentary", genre: 99 },
  { number: "1", name: "News", genre: 10763 },
  { number: "3", name: "Reality", genre: 10764 },
  { number: "5", name: "Talk Show", genre: 10767 },
] as const;
const SCRIPTED = { number: "4", name: "Scripted" };

export function typeOfSeries({ kind, record }: NumberedTitle): string {
  const genres = genreNumbers(kind, record.genres);
  return (TYPES.find(({ genre }) => genres.includes(genre)) ?? SCRIPTED).name;
}

/** Returns the condition for a TMDB type number, or `null` if there is no such type of series. */
export function buildTypeCondition(number: string): Condition | null {
  if (!/^[0-6]$/.test(number)) return null;
  const at = number === SCRIPTED.number ? TYPES.length : TYPES.findIndex((type) => type.number === number);
  if (at === -1) return MATCH_NONE;
  const has = (genre: number) => FACETS["tmdb-genre"].buildCondition([String(genre)]);
  const type = TYPES[at];
  return meetAll([
    type === undefined ? SERIES : has(type.genre),
    ...TYPES.slice(0, at).map(({ genre }) => exclude(has(genre))),
  ]);
}
