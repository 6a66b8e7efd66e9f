/** The beginning of a text longer than `length` UTF-16 code units, with an ellipsis. No character is cut in half. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const beginning = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning.trimEnd()}…`;
}
