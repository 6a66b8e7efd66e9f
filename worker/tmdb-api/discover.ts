/**
 * Applies the filters and orders of TMDB's `discover`. If the catalog does not support a filter, the result is empty,
 * because an unfiltered list could contain titles that the client wanted to exclude. The response names the ignored
 * parameters.
 */
import type { Involvement, SortKey } from "../catalog/list/sorted.ts";
import { MAX_RATING, MAX_RUNTIME_MINUTES, type NumberRange, toFacetSlug } from "../contract/browse.ts";
import type { DateRange } from "../contract/dates.ts";
import { LAST_YEAR, type TitleKind } from "../contract/filter.ts";
import { type Condition, certificateValue, exclude, meetAll, meetAny } from "../filters/facet.ts";
import { FACETS } from "../filters/facets.ts";
import { allCountries, toLanguageSubtag } from "../text/codes.ts";
import type { CatalogView } from "./catalog-reading.ts";
import { certificatesWithin } from "./certifications.ts";
import { EMPTY_PAGE } from "./fields.ts";
import { listPage, sortedPage } from "./result-pages.ts";
import { buildStatusCondition, buildTypeCondition, yearOf } from "./title-status.ts";

/**
 * Parameters that can be ignored safely, because ignoring them never returns titles that the client wanted to
 * exclude.
 */
const NEVER_NARROW: ReadonlySet<string> = new Set([
  "certification_country",
  "include_adult",
  "include_null_first_air_dates",
  "include_video",
  "region",
  "sort_by",
  "timezone",
  "watch_region",
]);

interface DiscoverFilters {
  order: DiscoverOrder;
  readonly conditions: Condition[];
  readonly ranges: Ranges;
  readonly dates: Dates;
  /** The people who must have worked on the titles, by TMDB number. */
  readonly involvements: Involvement[];
}

export async function discoverPage(reading: CatalogView, kind: TitleKind): Promise<object> {
  const { page, language, ...parameters } = reading.parameters;
  const filters: DiscoverFilters = {
    order: BEST_KNOWN,
    conditions: [],
    ranges: {},
    dates: {},
    involvements: [],
  };
  const namedParameters = Object.entries(parameters).map(([name, text]) => ({ name, text }));
  const { certification_country: country = "" } = parameters;
  const shared = { kind, today: reading.view.today, country };
  const ignored = namedParameters.filter(
    (parameter) => !applyParameter(filters, { ...shared, ...parameter }),
  );
  if (ignored.length > 0) reading.remarks.ignored = ignored.map(({ name }) => name).join(", ");
  if (ignored.some(narrows)) return { ...EMPTY_PAGE, page: Number(page ?? 1) };
  return await listDiscovered(reading, kind, filters);
}

/** All of TMDB's monetization types. A filter that lists all of them excludes nothing. */
const WAYS_TO_WATCH = ["ads", "buy", "flatrate", "free", "rent"];

/** Returns true if ignoring this parameter could return titles that the client wanted to exclude. */
function narrows({ name, text }: Pick<GivenParameter, "name" | "text">): boolean {
  if (NEVER_NARROW.has(name)) return false;
  if (name !== "with_watch_monetization_types") return true;
  return !WAYS_TO_WATCH.every((way) => text.split("|").includes(way));
}

async function listDiscovered(
  reading: CatalogView,
  kind: TitleKind,
  { order, ranges, dates, ...filters }: DiscoverFilters,
): Promise<object> {
  const conditions = [...filters.conditions, ...buildRanges(ranges), ...buildDates(dates)];
  const { by, isAscending } = order;
  const isStored = !isAscending && (by === "popularity" || by === "rating");
  if (isStored && filters.involvements.length === 0 && hasWholeYears(dates.released))
    return await listPage(reading, kind, { sort: by, conditions });
  const involvements = filters.involvements.map(async ({ people, as }) => {
    const owners = await Promise.all(people.map((number) => reading.ownedBy("person", number)));
    return { as, people: owners.flatMap((owner) => owner?.id ?? []) };
  });
  return await sortedPage(reading, {
    conditions: [FACETS.kind.buildCondition([kind]), ...conditions],
    involvements: await Promise.all(involvements),
    dates: dates.released,
    sort: by,
    isAscending,
  });
}

interface DiscoverOrder {
  readonly by: SortKey;
  readonly isAscending: boolean;
}

const BEST_KNOWN: DiscoverOrder = { by: "popularity", isAscending: false };

/** The sort keys for TMDB's orders. An order by revenue is missing, because the catalog does not contain it. */
const ORDERS: ReadonlyMap<string, SortKey> = new Map([
  ["first_air_date", "date"],
  ["name", "title"],
  ["original_name", "original_title"],
  ["original_title", "original_title"],
  ["popularity", "popularity"],
  ["primary_release_date", "date"],
  ["release_date", "date"],
  ["title", "title"],
  ["vote_average", "rating"],
  ["vote_count", "votes"],
]);

function parseOrder(text: string): DiscoverOrder | null {
  const [, name = "", direction] = /^(\w+)\.(asc|desc)$/.exec(text) ?? [];
  const by = ORDERS.get(name);
  return by === undefined ? null : { by, isAscending: direction === "asc" };
}

interface GivenParameter {
  readonly kind: TitleKind;
  readonly today: string;
  /** The country that a certificate belongs to, or "" if the request names none. */
  readonly country: string;
  readonly name: string;
  readonly text: string;
}

/** Applies a parameter to the filters. Returns false if the value is invalid or the parameter is not supported. */
function applyParameter(filters: DiscoverFilters, parameter: GivenParameter): boolean {
  const { kind, today, name, text } = parameter;
  if (name === "sort_by") {
    const order = parseOrder(text);
    filters.order = order ?? filters.order;
    return order !== null;
  }
  const as = PEOPLE[name];
  if (as !== undefined) return involve(filters.involvements, text, as);
  const [, field = "", end] = /^(.*?)(?:\.([gl]te))?$/.exec(name) ?? [];
  const dated = DATED[field];
  if (dated !== undefined) return narrowDates(filters.dates, dated, { text, end });
  const ranged = RANGED[field];
  if (ranged !== undefined) return narrow(filters.ranges, ranged, { text, end });
  // `certification` has been applied already, because parameters are sorted by name.
  if (name === "certification_country")
    return filters.conditions.some(({ facet }) => facet === "certificate");
  if (field === "certification") return addCertificates(filters.conditions, parameter, end);
  const named = NAMED[name];
  if (named === undefined || (named.kind ?? kind) !== kind) return false;
  const conditions = parseNames(text, named, today);
  if (conditions === null) return false;
  filters.conditions.push(...(named.isExcluded ? conditions.map(exclude) : conditions));
  return true;
}

/**
 * Adds a condition for certificates. Returns false without a country, or if the order of its certificates is unknown.
 */
function addCertificates(
  conditions: Condition[],
  { kind, country, text }: GivenParameter,
  end: string | undefined,
): boolean {
  if (!/^[A-Z]{2}$/.test(country)) return false;
  const lists = parseList(text, (certificate) => {
    const within = certificatesWithin(kind, { country, certificate, end });
    if (within === null) return null;
    return FACETS.certificate.buildCondition(
      within.map((name) => certificateValue({ country, certificate: name })),
    );
  });
  conditions.push(...(lists ?? []).map(combineAlternatives));
  return lists !== null;
}

const PEOPLE: Readonly<Record<string, Involvement["as"]>> = {
  with_cast: "cast",
  with_crew: "crew",
  with_people: "any",
};

/**
 * Adds a condition for the people whose TMDB numbers are in `text`. Returns false if one of the numbers is invalid.
 */
function involve(involvements: Involvement[], text: string, as: Involvement["as"]): boolean {
  const lists = parseList(text, (number) => (/^[1-9]\d{0,9}$/.test(number) ? Number(number) : null));
  if (lists === null) return false;
  involvements.push(...lists.map((people) => ({ people, as })));
  return true;
}

/** The syntax and maximum of the numbers in parameters. */
const NUMBERS = {
  runtime: { form: /^\d{1,6}$/, most: MAX_RUNTIME_MINUTES },
  score: { form: /^\d{1,2}(?:\.\d{1,9})?$/, most: MAX_RATING },
  votes: { form: /^\d{1,15}$/, most: Number.MAX_SAFE_INTEGER },
} as const;
type RangedFacet = keyof typeof NUMBERS;
/** The allowed range of each number. A facet without a range is not filtered. */
type Ranges = Partial<Record<RangedFacet, NumberRange>>;

/** The facet that each parameter filters by. */
const RANGED: Readonly<Record<string, RangedFacet>> = {
  vote_average: "score",
  vote_count: "votes",
  with_runtime: "runtime",
};

interface Bound {
  readonly text: string;
  readonly end: string | undefined;
}

/**
 * Sets the lower or upper bound of a range. Returns false if the text is invalid. A range that starts at 0 includes
 * titles without the number.
 */
function narrow(ranges: Ranges, facet: RangedFacet, { text, end }: Bound): boolean {
  const { form, most } = NUMBERS[facet];
  const [digits] = form.exec(text) ?? [];
  if (digits === undefined) return false;
  const value = Number(digits);
  if (value > most && end !== "lte") return false;
  if (value === 0 && end === "gte") return true;
  const { first = facet === "runtime" ? 1 : 0, last = most } = ranges[facet] ?? {};
  ranges[facet] = {
    first: end === "lte" ? first : Math.max(first, value),
    last: end === "gte" ? last : Math.min(last, value),
  };
  return true;
}

function buildRanges({ runtime, score, votes }: Ranges): Condition[] {
  return [
    ...(runtime ? [FACETS.runtime.buildCondition([runtime])] : []),
    ...(score ? [FACETS.score.buildCondition([score])] : []),
    ...(votes ? [FACETS.votes.buildCondition([votes])] : []),
  ];
}

/** The days on which titles must be released, and the days on which series must air. */
type Dates = Partial<Record<"released" | "airing", DateRange>>;

const DATED: Readonly<Record<string, keyof Dates>> = {
  air_date: "airing",
  first_air_date: "released",
  first_air_date_year: "released",
  primary_release_date: "released",
  primary_release_year: "released",
  release_date: "released",
  year: "released",
};

const ANY_DAY: DateRange = { first: "0000-01-01", last: "9999-12-31" };

/** Sets the first or last day of a range from a day or a year. Returns false if the text is invalid. */
function narrowDates(dates: Dates, name: keyof Dates, { text, end }: Bound): boolean {
  const [, year, day] = /^(\d{4})(-\d{2}-\d{2})?$/.exec(text) ?? [];
  if (year === undefined) return false;
  const { first, last } = dates[name] ?? ANY_DAY;
  const [from, to] = [year + (day ?? "-01-01"), year + (day ?? "-12-31")];
  dates[name] = {
    first: end === "lte" || from < first ? first : from,
    last: end === "gte" || to > last ? last : to,
  };
  return true;
}

function hasWholeYears({ first, last } = ANY_DAY): boolean {
  return first.endsWith("-01-01") && last.endsWith("-12-31");
}

function buildDates({ released, airing }: Dates): Condition[] {
  return [
    ...(released ? [beginsWithin({ first: yearOf(released.first), last: yearOf(released.last) })] : []),
    ...(airing ? [buildAiring(airing)] : []),
  ];
}

const beginsWithin = (years: NumberRange) => FACETS.years.buildCondition([{ ...years, around: null }]);

/**
 * Returns a condition for series that were running at any time during these days. It compares years, because the
 * catalog does not know the day on which a series ends.
 */
function buildAiring({ first, last }: DateRange): Condition {
  const from = yearOf(first) + (first.endsWith("-01-01") ? 0 : 1);
  const to = yearOf(last) - (last.endsWith("-12-31") ? 0 : 1);
  const { series_end: ends } = FACETS;
  return meetAll([
    beginsWithin({ first: 0, last: to }),
    meetAny([
      ends.buildCondition([{ first: Math.max(from, 1), last: LAST_YEAR }]),
      // A series whose last year is unknown only matches with certainty if it began in this range.
      meetAll([ends.buildCondition([{ first: 0, last: 0 }]), beginsWithin({ first: from, last: to })]),
    ]),
  ]);
}

interface Named {
  /** The only kind of title that has this facet. Absent if both kinds have it. */
  readonly kind?: TitleKind;
  /** Returns the condition for a value, or `null` if the value is invalid. `today` is the current UTC date. */
  readonly toCondition: (value: string, today: string) => Condition | null;
  readonly isExcluded?: true;
}

const GENRES: Named = {
  toCondition: (number) => (/^\d{1,9}$/.test(number) ? FACETS["tmdb-genre"].buildCondition([number]) : null),
};
const COMPANIES: Named = { toCondition: (number) => FACETS.company.parse([number]) };
const NAMED: Readonly<Record<string, Named>> = {
  with_genres: GENRES,
  without_genres: { ...GENRES, isExcluded: true },
  with_original_language: {
    toCondition: (code) =>
      /^[a-z]{2,3}$/.test(code)
        ? FACETS.language.buildCondition([...new Set([code, toLanguageSubtag(code)])])
        : null,
  },
  with_origin_country: {
    toCondition(code) {
      const slug = toFacetSlug(allCountries().find((country) => country.code === code)?.name ?? "");
      return slug === null ? null : FACETS.country.buildCondition([slug]);
    },
  },
  with_companies: COMPANIES,
  without_companies: { ...COMPANIES, isExcluded: true },
  with_networks: { kind: "series", toCondition: (number) => FACETS.network.parse([number]) },
  with_status: { kind: "series", toCondition: buildStatusCondition },
  with_type: { kind: "series", toCondition: buildTypeCondition },
};

/** Returns the conditions that a title must meet, or `null` if the text is invalid. */
function parseNames(text: string, { toCondition }: Named, today: string): Condition[] | null {
  const lists = parseList(text, (value) => toCondition(value, today));
  if (lists === null) return null;
  return lists.map(combineAlternatives);
}

/**
 * Combines conditions with "or". A single condition is returned unchanged, because the catalog may have a stored
 * count for it.
 */
function combineAlternatives([only, ...others]: readonly [Condition, ...Condition[]]): Condition {
  return others.length === 0 ? only : meetAny([only, ...others]);
}

const MAX_VALUES = 30;

/**
 * Parses values that are joined with commas ("and") or bars ("or"). Each item of the result is a list of
 * alternatives. Returns `null` if there is no value, if a value is invalid, or if there are too many.
 */
function parseList<Value>(
  text: string,
  parse: (value: string) => Value | null,
): (readonly [Value, ...Value[]])[] | null {
  const isAny = text.includes("|");
  if (isAny && text.includes(",")) return null;
  const parts = text.split(/[|,]/).flatMap((part) => part.trim() || []);
  const values = parts.map(parse).filter((value) => value !== null);
  const [first, ...others] = values;
  if (first === undefined || values.length < parts.length || values.length > MAX_VALUES) return null;
  return isAny ? [[first, ...others]] : values.map((value) => [value]);
}
