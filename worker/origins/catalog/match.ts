/** From a search text to an FTS5 expression. */
import { foldedWords } from "./folding.ts";

/**
 * Every word has to match, the last one as a prefix. Each becomes a quoted string, so no
 * operator of FTS5 can be reached from outside. `null`: there is nothing to search for.
 */
export function matchExpression(text: string): string | null {
  const words = foldedWords(text);
  if (words.length === 0) return null;
  return `${words.map((word) => `"${word}"`).join(" ")}*`;
}
