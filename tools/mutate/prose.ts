/**
 * Tells StrykerJS to leave sentences alone: a text of three words or more is for people (a description, the detail of a
 * problem), and no test compares it word by word.
 */
interface SyntaxNode {
  readonly type: string;
  readonly value?: unknown;
}

function isSentence({ type, value }: SyntaxNode): boolean {
  return type === "StringLiteral" && typeof value === "string" && value.trim().split(" ").length > 2;
}

/** StrykerJS finds plugins by this name. */
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "prose",
    value: {
      shouldIgnore: ({ node }: { readonly node: SyntaxNode }) =>
        isSentence(node) ? "a sentence for people" : undefined,
    },
  },
];
