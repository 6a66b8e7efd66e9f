/** The debug form of a search: why the first titles came first, short enough for a header. */
import type { Found } from "./search.ts";

const FIRST = 5;

/** Printable ASCII; forms are percent-encoded. */
export function explain(found: Found | null): string {
  if (found === null) return "nothing to search for";
  const lines = found.ranked.slice(0, FIRST).map(({ candidate, score, match }) => {
    const { form, ...shares } = match;
    const terms = Object.entries(shares).map(([name, value]) => `${name}=${value.toFixed(2)}`);
    return `#${candidate.rank} ${score.toFixed(2)} ${terms.join(" ")} "${encodeURIComponent(form.toWellFormed())}"`;
  });
  return [`${found.how}, ${found.ranked.length} titles`, ...lines].join("; ");
}
