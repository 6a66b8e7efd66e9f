/** Adds the URLs of pages to the titles and people in a response. */
import { toSlug } from "../../contract/slug.ts";
import { ADDRESSES, formatPath } from "../addresses.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The lists whose titles and people get no URL, because there are too many of them. */
const LONG_LISTS = ["credits", "episodes"];

export function addLinks<Value>(value: Value, origin: string): Value {
  if (Array.isArray(value)) return value.map((item) => addLinks(item, origin)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const path = pagePath(value as Fields);
  const members = Object.entries(value).map(([name, member]) => [
    name,
    LONG_LISTS.includes(name) ? member : addLinks(member, origin),
  ]);
  return { ...Object.fromEntries(members), ...(path !== null && { url: origin + path }) };
}

/** Returns the path of the page of a title or person, or `null` if the fields are of something else. */
function pagePath({ id, kind, title, year, name, profile_path }: Fields): string | null {
  if (typeof id !== "number") return null;
  if (kind === "title") return formatPath(ADDRESSES.titleById, { id });
  if (kind === "person") return formatPath(ADDRESSES.personById, { id });
  if (typeof title === "string" && typeof year === "string")
    return formatPath(ADDRESSES.title, { id, slug: toSlug({ title, year }) });
  if (typeof name === "string" && profile_path !== undefined)
    return formatPath(ADDRESSES.person, { id, slug: toSlug({ title: name, year: "" }) });
  return null;
}
