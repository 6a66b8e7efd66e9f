/**
 * One folding for what is stored and what is searched: two texts that a person takes for the
 * same word fold to the same letters. Accents, case, width and punctuation do not matter.
 */
export function foldedWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/['’]/g, "");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The folded words as one text. */
export function fold(text: string): string {
  return foldedWords(text).join(" ");
}
