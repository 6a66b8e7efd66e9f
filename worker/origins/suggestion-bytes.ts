/** The bound on a suggestion answer, which every origin keeps. */
import { MAX_SUGGESTION_BYTES, type SearchSuggestion } from "../contract/people.ts";

/** As JSON, without what would make it larger than a suggestion answer may be. */
export function withinBytes(suggestions: readonly SearchSuggestion[]): string {
  const encoder = new TextEncoder();
  let json = "";
  for (const suggestion of suggestions) {
    const longer = `${json}${json === "" ? "" : ","}${JSON.stringify(suggestion)}`;
    if (encoder.encode(longer).length + 2 <= MAX_SUGGESTION_BYTES) json = longer;
  }
  return `[${json}]`;
}
