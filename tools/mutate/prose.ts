/**
 * Tells StrykerJS to leave sentences as they are: a text of three words or more is for people (a description, a problem's
 * detail), and no test compares it word by word.
 */
interface SyntaxNode {
  readonly type: string;
  readonly value?: unknown;
}

function isSentence({ type, value }: SyntaxNode): boolean {
  return type === "StringLiteral" && typeof value === "string" && value.trim().split(" ").length > 2;
}

/** The name is the one by which StrykerJS finds its plugins. */
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
