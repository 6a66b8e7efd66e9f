/** Dates in the API's format: a UTC day (`2008-01-20`), a year (`2008`), or "" if unknown. */
import * as v from "valibot";

export const DATE_PATTERN = /^(\d{4}(-\d{2}-\d{2})?)?$/;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** A valid calendar day. */
export const Day = v.pipe(v.string(), v.regex(DAY_PATTERN), v.check(exists));
export const Month = v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/));
export const Year = v.pipe(v.string(), v.regex(/^\d{4}$/));
/** A date that is as precise as it is known. */
export const PartialDate = v.union([Day, Month, Year]);

function exists(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && formatDay(date.getTime()) === day;
}

/** A range of days as `YYYY-MM-DD`. Both ends are included. */
export interface DateRange {
  readonly first: string;
  readonly last: string;
}

/** Returns the UTC day of a time in epoch milliseconds. */
export function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the day to use when comparing dates. A year is treated as its 1 January. */
export function toDay(date: string): string {
  return date.length === 4 ? `${date}-01-01` : date;
}

/** Returns the earliest known date, or "" if all are unknown. */
export function earliest(dates: readonly string[]): string {
  const [first = "", ...others] = dates.filter((date) => date !== "");
  return others.reduce((least, date) => (toDay(date) < toDay(least) ? date : least), first);
}
