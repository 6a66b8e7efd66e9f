/** Dates as the API writes them: a day (`2008-01-20`), a year alone (`2008`), or "" if unknown. Days are in UTC. */
import * as v from "valibot";

export const DATE_PATTERN = /^(\d{4}(-\d{2}-\d{2})?)?$/;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** A day that exists. */
export const Day = v.pipe(v.string(), v.regex(DAY_PATTERN), v.check(exists));
export const Year = v.pipe(v.string(), v.regex(/^\d{4}$/));

function exists(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && formatDay(date.getTime()) === day;
}

/** Returns the day at a time in milliseconds since 1970. */
export function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the day that stands for a date in comparisons: a year alone is its first of January. */
export function dayOf(date: string): string {
  return date.length === 4 ? `${date}-01-01` : date;
}

/** Returns the earliest of these dates, or "" if none is known. */
export function earliest(dates: readonly string[]): string {
  const [first = "", ...others] = dates.filter((date) => date !== "");
  return others.reduce((least, date) => (dayOf(date) < dayOf(least) ? date : least), first);
}
