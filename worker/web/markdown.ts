/**
 * Writes a JSON response of the API as Markdown. It knows no field by its meaning, so a new field appears without a
 * change here. Texts of the catalog stay on one line and are escaped, so that they cannot become headings, links or
 * HTML.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Fields that say nothing without a picture, or that every entry has. */
const OMITTED = new Set(["is_adult", "poster", "profile_path", "still", "image", "backdrop", "_meta"]);
/** Fields that are too long for a line of a list. */
const OMITTED_IN_LISTS = new Set(["plot", "original_title", "external_ids", "shared"]);

const MAX_DEPTH = 6;

/** Returns the fields of an object, with a heading for each object and list in it. */
export function toMarkdown(value: object, depth = 2): string {
  return Object.entries(value)
    .filter(([name, member]) => !OMITTED.has(name) && !isEmpty(member))
    .toSorted(([, one], [, other]) => Number(isNested(one)) - Number(isNested(other)))
    .map(([name, member]) => formatMember(name, member, depth))
    .join("\n");
}

function formatMember(name: string, member: unknown, depth: number): string {
  const label = name.replaceAll("_", " ");
  const heading = `\n${"#".repeat(Math.min(depth, MAX_DEPTH))} ${label}\n`;
  if (Array.isArray(member)) {
    if (!member.some(isFields)) return `- ${label}: ${member.map(toText).join(", ")}`;
    return `${heading}\n${member
      .filter(isFields)
      .map((entry) => `- ${toLine(entry)}`)
      .join("\n")}`;
  }
  if (isFields(member)) return `${heading}\n${toMarkdown(member, depth + 1)}`;
  return `- ${label}: ${toText(member)}`;
}

/** Returns the entry of a list on one line: its name, then the other fields. */
export function toLine(entry: Fields): string {
  const { title, name, year, ...others } = entry;
  const nested = isFields(title) ? toLine(title) : "";
  const named = isFields(title) ? nested : toText(name ?? title ?? "");
  const head = isEmpty(year) ? named : `${named} (${toText(year)})`;
  const fields = Object.entries(others).flatMap(([label, value]) => {
    if (OMITTED.has(label) || OMITTED_IN_LISTS.has(label) || isEmpty(value)) return [];
    if (Array.isArray(value))
      return [`${label}: ${value.map((item) => (isFields(item) ? toLine(item) : toText(item))).join(", ")}`];
    return [isFields(value) ? toLine(value) : `${label} ${toText(value)}`];
  });
  return [head, ...fields].filter((part) => part !== "").join("; ");
}

/** Returns a value on one line, without characters that have a meaning in Markdown or HTML. URLs stay as they are. */
export function toText(value: unknown): string {
  const text = String(value)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  return /^https?:\/\/[^\s<>()[\]"'`*_]+$/.test(text) ? text : text.replaceAll(/[\\`*_[\]<>#|~]/g, "\\$&");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isNested = (value: unknown) => isFields(value) || (Array.isArray(value) && value.some(isFields));

/** Returns true for values that stand for "unknown". */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === "0") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isFields(value) && Object.values(value).every(isEmpty);
}
