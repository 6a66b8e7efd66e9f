/**
 * Converts dates to days, months and years, so that a range of days needs few terms. If only the year of a date is
 * known, the date counts as the day before 1 January of that year. It is therefore within ranges that include 1
 * January, but no single day matches it.
 */
import type { DateRange } from "../contract/dates.ts";

/** The month and day of a date of which only the year is known. */
const NO_DAY = "-00-00";

/** Returns the day, month and year of a date. */
export function listPeriods(date: string): string[] {
  const day = date.length === 4 ? date + NO_DAY : date;
  return [day, day.slice(0, 7), day.slice(0, 4)];
}

/**
 * Returns the smallest list of days, months and years that covers a range of days. It may contain days that no
 * calendar has, such as 31 February, because no title matches them.
 */
export function dividePeriods({ first, last }: DateRange): string[] {
  const periods: string[] = [];
  for (let day = first.replace(/-01-01$/, NO_DAY); day <= last; ) {
    const [year, month, number] = day.split("-").map(Number) as [number, number, number];
    const wholeYear = month === 0 && `${day.slice(0, 4)}-12-31` <= last;
    const wholeMonth = number === 0 && `${day.slice(0, 7)}-31` <= last;
    periods.push(day.slice(0, wholeYear ? 4 : wholeMonth ? 7 : 10));
    day = wholeYear
      ? format(year + 1, 0, 0)
      : wholeMonth
        ? format(year, month + 1, 0)
        : format(year, month, number + 1);
  }
  return periods;
}

function format(year: number, month: number, day: number): string {
  if (day > 31) return format(year, month + 1, 0);
  if (month > 12) return format(year + 1, 0, 0);
  return [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join(
    "-",
  );
}
