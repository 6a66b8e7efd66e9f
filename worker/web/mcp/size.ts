/** Keeps the result of a tool within the size that assistants accept, and says how to get the rest. */
import { toLine, toMarkdown } from "../markdown.ts";

/** The maximum number of characters of a result, as structured content and text together. */
export const MAX_RESULT = 20_000;
/** The part of `MAX_RESULT` that is left for the names of members, and for the hint at the end. */
const RESERVE = 600;
/** The maximum number of characters of a text such as a plot. */
const MAX_TEXT = 1_500;

type Fields = Readonly<Record<string, unknown>>;

export interface Page {
  readonly structured: object;
  readonly text: string;
}

interface Cut {
  /** The member that may be cut: an array, or arrays by name. `null` if the tool has none. */
  readonly list: string | null;
  /** The number of entries to skip. */
  readonly start: number;
  /** The next page of the operation, or `null`. */
  readonly nextPage: number | null;
}

/** Returns the entries from `start` on that fit. */
export function cutToSize(value: object, { list, start, nextPage }: Cut): Page {
  const { [list ?? ""]: long, ...short } = shorten(value) as Fields;
  if (list === null || typeof long !== "object" || long === null) return toPage(short, null);
  const lists = Array.isArray(long) ? { [list]: long } : (long as Fields);
  const budget = MAX_RESULT - RESERVE - measure(short) - JSON.stringify(short).length;
  const { kept, next } = take(lists, start, budget);
  const argument = next === null ? nextPage && `page=${nextPage}` : `offset=${next}`;
  const rest = argument === null ? null : `Call again with ${argument}.`;
  return toPage({ ...short, [list]: Array.isArray(long) ? kept[list] : kept }, rest);
}

function toPage(value: Fields, rest: string | null): Page {
  const more = rest === null ? {} : { more: rest };
  const text = toMarkdown(value).trim();
  return {
    structured: { ...value, ...more },
    text: `${text === "" ? "Nothing found." : text}${rest === null ? "" : `\n\nThere is more. ${rest}`}`,
  };
}

/**
 * Returns as many entries as fit into the budget, at least one, and the position of the next one. Short lists come first,
 * so that a long cast leaves room for the director.
 */
function take(lists: Fields, start: number, budget: number): { kept: Fields; next: number | null } {
  const kept: Record<string, unknown> = { ...lists };
  const arrays = Object.entries(lists).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  let position = 0;
  let used = 0;
  let next: number | null = null;
  for (const [name, entries] of arrays.toSorted(([, one], [, other]) => one.length - other.length)) {
    const group: unknown[] = [];
    kept[name] = group;
    for (const entry of entries) {
      const at = position++;
      if (at < start || next !== null) continue;
      used += JSON.stringify(entry).length + 1 + toLine(entry as Fields).length + "- \n".length;
      if (used > budget && at > start) next = at;
      else group.push(entry);
    }
  }
  return { kept, next };
}

const measure = (value: Fields) => toMarkdown(value).length;

/** Shortens the texts in a value. */
function shorten(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT).toWellFormed()}…` : value;
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}
