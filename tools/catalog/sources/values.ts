/**
 * Reads the values that people write in source files. There is one reader for each kind of value. It returns the
 * value in the catalog's form, or a `Malformed` with the reason if the value means something else.
 */
import * as v from "valibot";
import { toCommonsPath } from "../../../worker/contract/commons.ts";
import { Day, formatDay, PartialDate } from "../../../worker/contract/dates.ts";
import { languageOf, parseLanguageTag } from "../../../worker/contract/language-tags.ts";
import { ImagePath } from "../../../worker/contract/record.ts";
import { countryNames, toLanguageSubtag } from "../../../worker/text/codes.ts";
import { nameKey } from "../../../worker/text/fold.ts";

/** The reason why a value cannot be used. It completes a sentence that begins with the value. */
export class Malformed {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Reads a value that is neither absent nor a placeholder. */
export type Reader<T> = (value: unknown) => T | Malformed;
export type Readers = Readonly<Record<string, Reader<unknown>>>;
export type Fields<R extends Readers> = {
  -readonly [Name in keyof R]?: Exclude<ReturnType<R[Name]>, Malformed>;
};

/** Called whenever a value is left out. Without a field, the reason is about the whole row. */
export type IgnoreField = (reason: string, field?: string, value?: unknown) => unknown;

/** The words that people and programs write for an unknown value. */
const PLACEHOLDER = /^\s*(?:n\/?a|null|none|nan|undefined|\\n|[-–—?]{1,3})?\s*$/i;

/** Returns true if there is no value, or only a placeholder for one. */
export function isUnknown(value: unknown): boolean {
  return (value ?? null) === null || (typeof value === "string" && PLACEHOLDER.test(value));
}

/**
 * Returns the fields that can be read. Omits unknown ones, and reports those that cannot be read.
 *
 * @param row - Anything, but only an object has fields.
 */
export function readFields<const R extends Readers>(
  readers: R,
  row: unknown,
  ignore: IgnoreField,
): Fields<R> {
  const given = row as Readonly<Record<string, unknown>>;
  const fields: Partial<Record<string, unknown>> = {};
  for (const field in readers) {
    const value = given[field];
    if (value === undefined || value === null || value === "") continue;
    const reader = readers[field] as Reader<unknown>;
    if (reader !== name && reader !== role && isUnknown(value)) continue;
    const read = reader(value);
    if (read instanceof Malformed) ignore(read.reason, field, value);
    else fields[field] = read;
  }
  return fields as Fields<R>;
}

/** Returns the items that can be read, and reports the others as values of `field`. */
export function readItems<T>(
  reader: Reader<T>,
  items: readonly unknown[],
  { field, ignore }: { readonly field: string; readonly ignore: IgnoreField },
): T[] {
  return items.flatMap((item) => {
    if (item === null || item === "") return [];
    const read = reader(item);
    if (!(read instanceof Malformed)) return [read];
    ignore(read.reason, field, item);
    return [];
  });
}

/** Returns the value, or throws an error that says why the row cannot be used without it. */
export function required<T>(field: string, value: unknown, reader: Reader<T>): T {
  const isMissing = value === undefined || value === null || value === "";
  const read = isMissing ? new Malformed("is missing") : reader(value);
  if (!(read instanceof Malformed)) return read;
  throw new Error(`${field} ${isMissing ? "" : `${show(value)} `}${read.reason}`);
}

/** The maximum number of characters of a value that a message shows. */
const MAX_SHOWN = 60;
export const show = (value: unknown) => (JSON.stringify(value) ?? "undefined").slice(0, MAX_SHOWN);

/** Creates a reader from a schema of the contract. */
export function matching<S extends v.GenericSchema>(schema: S, reason: string): Reader<v.InferOutput<S>> {
  return (value) => {
    const read = v.safeParse(schema, value);
    return read.success ? read.output : new Malformed(reason);
  };
}

export const list: Reader<readonly unknown[]> = (value) =>
  Array.isArray(value) ? value : new Malformed("is not a list");
export const object: Reader<Readonly<Record<string, unknown>>> = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : new Malformed("is not an object");

/** The maximum length of a name in characters. A longer text is probably not a name, and would make searches slow. */
const MAX_NAME = 1_000;
/** The maximum length of a plot, in characters. */
const MAX_PLOT = 200_000;

function isWithin(text: string, limit: number): boolean {
  return text.length <= limit || [...text].length <= limit;
}

/** Returns a reader for texts of at most `limit` characters. */
function textUpTo(limit: number): Reader<string> {
  const reason = `is longer than ${limit.toLocaleString("en")} characters`;
  return (value) => {
    if (typeof value !== "string") return new Malformed("is not a text");
    if (!isWithin(value, limit)) return new Malformed(reason);
    return value.includes("\0") ? new Malformed("contains U+0000") : value.trim();
  };
}

export const plot = textUpTo(MAX_PLOT);
/** Reads a short text, such as a title in another language. */
export const words = textUpTo(MAX_NAME);
/**
 * Reads the main name of a title or person, which may be a number, such as 1917. It is never a placeholder, because a
 * film may be called "None".
 */
export const name: Reader<string> = (value) => {
  const read = words(typeof value === "number" ? String(value) : value);
  return read === "" ? new Malformed("is empty") : read;
};

/** Reads a character or job, which is never a placeholder. */
export const role: Reader<string> = (value) => {
  if (typeof value !== "string" && typeof value !== "number") return new Malformed("is not a text");
  return String(value).includes("\0") ? new Malformed("contains U+0000") : String(value);
};

/** Reads an id of our own. */
export const id: Reader<number> = (value) => {
  const number = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) > 0 ? Number(number) : new Malformed("is not an id");
};

const FILM = /^(?:(?:tv)?movie|movies|(?:feature|short)?film|films|short|video|tv(?:special|short))$/;
const SERIES = /^(?:tv|(?:tv)?(?:mini)?(?:series|show)|shows)$/;

/** Reads the kind of a title. */
export const kind: Reader<"movie" | "series"> = (value) => {
  const word = String(value)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "");
  if (FILM.test(word)) return "movie";
  return SERIES.test(word) ? "series" : new Malformed("is not a kind of title");
};

/** Reads a flag. */
export const flag: Reader<boolean> = (value) => {
  const word = String(value).trim().toLowerCase();
  if (["true", "1", "yes"].includes(word)) return true;
  return ["false", "0", "no"].includes(word) ? false : new Malformed("is neither true nor false");
};

/** Reads a year, or the year of a date. Unknown years are 0. */
export const year: Reader<string> = (value) => {
  const digits = /^\s*(?:(\d{4})(?!\d)|(0)\s*$)/.exec(
    typeof value === "number" ? String(value) : text(value),
  );
  if (digits === null) return new Malformed("is not a year");
  return digits[1] === undefined || digits[1] === "0000" ? "" : digits[1];
};

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** Reads a day. */
export const day = matching(Day, "is not a day such as 1999-03-31");
/** Reads a date that is as precise as it is known: a day, a month or a year. A day or month of 00 is unknown. */
export const date: Reader<string> = (value) => {
  const known = (typeof value === "number" ? String(value) : text(value)).replace(/(?:-00)?-00$/, "");
  return v.is(PartialDate, known)
    ? known
    : new Malformed("is not a date such as 1999-03-31, 1999-03 or 1999");
};
/** Reads the date of an episode, which is a day or a year. A month is reduced to its year. */
export const airDate: Reader<string> = (value) => {
  const read = date(value);
  return typeof read === "string" && read.length === 7 ? read.slice(0, 4) : read;
};

const GREGORIAN = /Q1985727$/;
const WikidataTime = v.object({
  time: v.string(),
  precision: v.number(),
  calendarmodel: v.optional(v.string(), "Q1985727"),
});

/** Reads a date of Wikidata as precisely as it is known. Converts Julian days, and reduces Julian months to years. */
export const wikidataDate: Reader<string> = (value) => {
  const read = v.safeParse(WikidataTime, value);
  const { time, precision, calendarmodel } = read.success
    ? read.output
    : { time: "", precision: 0, calendarmodel: "" };
  const isGregorian = GREGORIAN.test(calendarmodel);
  const [, day = ""] = /^\+(\d{4}-\d{2}-\d{2})T/.exec(time) ?? [];
  const length = precision === 10 && !isGregorian ? LENGTHS[9] : LENGTHS[precision];
  const known = precision === 11 && !isGregorian ? fromJulian(day) : day.slice(0, length ?? 0);
  return v.is(PartialDate, known) ? known : new Malformed("is not a date with the precision of a year");
};

/** The number of characters of a date that are known, by Wikidata's precisions of a year, a month and a day. */
const LENGTHS: Readonly<Record<number, number>> = { 9: 4, 10: 7, 11: 10 };

const DAY_MS = 86_400_000;

/** Converts a day of the Julian calendar to the Gregorian calendar. */
function fromJulian(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const inYear = month <= 2 ? year - 1 : year;
  const behind = Math.floor(inYear / 100) - Math.floor(inYear / 400) - 2;
  const time = new Date(0).setUTCFullYear(year, month - 1, date) + behind * DAY_MS;
  return Number.isNaN(time) ? "" : formatDay(time);
}

const DURATIONS = [
  /^(?<minutes>\d+(?:\.\d+)?)\s*(?:m|mins?\.?|minutes?)?$/i,
  /^(?<hours>\d+)\s*(?:h|hrs?\.?|hours?)(?:\s*,?\s*(?:and\s+)?(?<minutes>\d{1,2})\s*(?:m|mins?\.?|minutes?)?)?$/i,
  /^PT(?=\d)(?:(?<hours>\d+)H)?(?:(?<minutes>\d+(?:\.\d+)?)M)?(?:(?<seconds>\d+(?:\.\d+)?)S)?$/i,
  /^(?<hours>\d{1,2}):(?<minutes>[0-5]\d)(?::(?<seconds>[0-5]\d))?$/,
];
/** The maximum duration in minutes, about a week. */
const MAX_DURATION = 9_999;

/** Reads a duration and returns it in whole minutes. */
export const duration: Reader<number> = (value) => {
  const written = (typeof value === "number" ? String(value) : text(value)).trim();
  const parts = DURATIONS.map((form) => form.exec(written)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return new Malformed("is not a duration");
  const { hours = 0, minutes = 0, seconds = 0 } = parts;
  const exact = 60 * Number(hours) + Number(minutes) + Number(seconds) / 60;
  // Zero would mean that the duration is unknown.
  const whole = exact > 0 ? Math.max(1, Math.round(exact)) : 0;
  return whole <= MAX_DURATION ? whole : new Malformed("is not a duration");
};

/** Returns a reader for valid numbers, which may be written with separators, such as 1,234,567. */
function numbers(reason: string, isValid: (number: number) => boolean): Reader<number> {
  return (value) => {
    const number = typeof value === "number" ? value : parseNumber(text(value).trim());
    return Number.isFinite(number) && isValid(number) ? number : new Malformed(reason);
  };
}

function parseNumber(written: string): number {
  const grouped = /^\d{1,3}(?:([,' _\u00a0\u2009\u202f’])\d{3})(?:\1\d{3})*(?:\.\d+)?$/.test(written);
  const digits = grouped ? written.replaceAll(/[^\d.]/g, "") : written;
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Reads an amount, such as a popularity. */
export const amount = numbers(
  "is not an amount",
  (number) => number >= 0 && number <= Number.MAX_SAFE_INTEGER,
);

/** Returns a reader for whole numbers from `min` to `max`. */
export function whole(min: number, max: number = Number.MAX_SAFE_INTEGER): Reader<number> {
  const range =
    max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max.toLocaleString("en")}`;
  return numbers(
    `is not a whole number ${range}`,
    (number) => Number.isInteger(number) && number >= min && number <= max,
  );
}

/** The highest possible rating. The lowest is 0. */
export const MAX_RATING = 10;
const ratingNumber = numbers(
  `is not from 0 to ${MAX_RATING}`,
  (number) => number >= 0 && number <= MAX_RATING,
);

/** Reads a rating from 0 to 10, such as 8.1, "8,1" or "8.1/10". */
export const rating: Reader<number> = (value) =>
  ratingNumber(
    typeof value === "string"
      ? value.replace(/\s*\/\s*10$/, "").replace(/^(\d+),(\d{1,2})$/, "$1.$2")
      : value,
  );

const SEPARATORS = /\s*[,;|]\s*|\s+\/\s+/;

/** Reads a list of names, which is an array or a text with separators. A repeated name is read once. */
export const nameList: Reader<string[]> = (value) => {
  const items: unknown[] = Array.isArray(value) ? value : text(value).split(SEPARATORS);
  const known = new Map<string, string>();
  for (const item of items) {
    const written = typeof item === "object" && item !== null && "name" in item ? item.name : item;
    if (isUnknown(written)) continue;
    if (typeof written !== "string") return new Malformed("is not a list of names");
    if (!known.has(nameKey(written))) known.set(nameKey(written), written.trim());
  }
  return known.size === 0 && !Array.isArray(value)
    ? new Malformed("is not a list of names")
    : [...known.values()];
};

/** Reads a list of names and returns them as in the contract, separated by a comma. */
export const names: Reader<string> = (value) => joined(nameList(value));

/** Reads a list of countries as in the contract. Codes become names. */
export const countries: Reader<string> = (value) => {
  const read = nameList(value);
  if (read instanceof Malformed) return read;
  const named = read.map((item) => (item.length === 2 ? countryNames([item.toUpperCase()], "en") : item));
  return named.includes("") ? new Malformed("has a code that is not a country's") : joined(named);
};

const joined = (list: string[] | Malformed) => (list instanceof Malformed ? list : words(list.join(", ")));

/** Reads the code of a country. IMDb's codes for several countries, such as XWW, stand for none. */
export const country: Reader<string> = (value) => {
  const code = text(value).trim().toUpperCase();
  if (/^X[A-Z]{2}$/.test(code)) return "";
  return /^[A-Z]{2}$/.test(code) ? code : new Malformed("is not the code of a country");
};

/** Reads a language tag and returns it without what is likely for its language. */
export const languageTag: Reader<string> = (value) => {
  const tag = parseLanguageTag(text(value).replaceAll("_", "-"));
  return tag === null || tag === "und" ? new Malformed("is not a language tag") : toLanguageSubtag(tag);
};
/** Reads a language tag and returns its language subtag. */
export const language: Reader<string> = (value) => {
  const tag = languageTag(value);
  return typeof tag === "string" ? languageOf(tag) : tag;
};

/** The paths and addresses of TMDB's images end in the name of the file. */
const TMDB_IMAGE = /^\/([\w-][\w.-]*)$/;

/**
 * Reads the path of an image. A path of TMDB's gets the year and month 0, as in front of TMDB, and so does a URL below
 * IMAGE_BASE_URL.
 */
export const image: Reader<string> = (value) => {
  const path = withoutBase(text(value));
  if (IMAGE.test(path)) return path;
  const file = TMDB_IMAGE.exec(path)?.[1];
  return file === undefined ? new Malformed("is not the path of an image") : `0000/00/${file}`;
};

const [, { requirement: IMAGE }] = ImagePath.pipe;

/** Reads the name of a file on Wikimedia Commons, and returns its path. */
export const commonsPicture: Reader<string> = (value) =>
  toCommonsPath(text(value)) ?? new Malformed("is not the name of a picture on Wikimedia Commons");

/** Returns the path of a URL on the host of IMAGE_BASE_URL, without the base and the size. */
function withoutBase(written: string): string {
  if (!written.startsWith("http")) return written;
  const base = URL.parse((process.env.IMAGE_BASE_URL ?? "").replace(/,\s*commons\s*$/, ""));
  const url = URL.parse(written);
  if (base === null || url?.host !== base.host) return written;
  const [, dated] = /\/(\d{4}\/\d{2}\/[^/]+)$/.exec(url.pathname) ?? [];
  return dated ?? `/${url.pathname.split("/").at(-1)}`;
}

const externalId = (form: RegExp, example: string): Reader<string> => {
  const reason = `is not an id such as ${example}`;
  return (value) => {
    const written = typeof value === "number" ? String(value) : value;
    return typeof written === "string" && form.test(written) ? written : new Malformed(reason);
  };
};

/** The readers for the ids of titles and people in other sources. */
export const TITLE_IDS = {
  imdb: externalId(/^tt\d{1,10}$/, "tt0133093"),
  tmdb: externalId(/^[1-9]\d{0,14}$/, "603"),
  wikidata: externalId(/^Q\d{1,12}$/, "Q83495"),
  tvdb: externalId(/^[1-9]\d{0,14}$/, "81189"),
};
export const PERSON_IDS = {
  imdb: externalId(/^nm\d{1,10}$/, "nm0000206"),
  tmdb: TITLE_IDS.tmdb,
  wikidata: TITLE_IDS.wikidata,
};

/** Returns the number in an IMDb id such as `tt0076759` or `nm0000123`. */
export const imdbNumber: Reader<number> = (value) => {
  const number = Number(/^(?:tt|nm)(\d{1,10})$/.exec(text(value))?.[1]);
  return number > 0 ? number : new Malformed("is not an id");
};
