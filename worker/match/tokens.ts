/**
 * Splits a path segment into words, each with the bracket around it and the dash or comma before it. Takes linear
 * time, and cuts long words.
 */
const OPENING = "([{【（［";
const CLOSING = ")]}】）］";
/** Brackets that may contain a year or another title. All other brackets contain release groups. */
const ROUND = "(（";
const MAX_WORD = 60;

export interface Token {
  readonly text: string;
  /** The word in lower case and without hyphens. */
  readonly word: string;
  /** The bracket that contains the word. "[" stands for every bracket that is not round. */
  readonly bracket: "" | "(" | "[";
  readonly isAfterDash: boolean;
  readonly isAfterComma: boolean;
}

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const isHyphenated = !/[\s._]/.test(text) && text.split("-").length > 2;
  const brackets: string[] = [];
  let word = "";
  let isAfterDash = false;
  let isAfterComma = false;

  function end(): void {
    const trimmed = word.replace(/^-/, "").replace(/-$/, "").slice(0, MAX_WORD);
    if (word.startsWith("-")) isAfterDash = true;
    const isDash = word !== "" && /^[-–—~|]*$/.test(word);
    const endsWithDash = word.endsWith("-");
    word = "";
    if (isDash || trimmed === "") {
      isAfterDash ||= isDash;
      return;
    }
    const around = brackets.at(-1);
    const bracket = around === undefined ? "" : ROUND.includes(around) ? "(" : "[";
    const lower = trimmed.toLowerCase();
    tokens.push({ text: trimmed, word: lower.replaceAll("-", ""), bracket, isAfterDash, isAfterComma });
    isAfterDash = endsWithDash;
    isAfterComma = false;
  }

  for (const character of text) {
    const isOpening = OPENING.includes(character);
    if (isOpening || CLOSING.includes(character)) {
      end();
      if (isOpening) brackets.push(character);
      else brackets.pop();
    } else if (/[\s._+,，;|~–—\p{Cc}]/u.test(character) || (isHyphenated && character === "-")) {
      end();
      if (/[,，]/.test(character)) isAfterComma = true;
      if (/[|~–—]/.test(character)) isAfterDash = true;
    } else {
      word += character;
    }
  }
  end();
  return joinInitials(tokens);
}

/** Joins single letters that had dots between them: `S H I E L D` becomes `S.H.I.E.L.D.` */
function joinInitials(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  let run = 0;
  for (const token of tokens) {
    const isInitial = /^\p{Lu}$/u.test(token.text) && !token.isAfterDash && !token.isAfterComma;
    const last = joined.at(-1);
    if (isInitial && run > 0 && last !== undefined && last.bracket === token.bracket) {
      const before = last.text.endsWith(".") ? last.text : `${last.text}.`;
      joined[joined.length - 1] = { ...last, text: `${before}${token.text}.`, word: last.word + token.word };
    } else joined.push(token);
    run = /^\p{Lu}$/u.test(token.text) ? run + 1 : 0;
  }
  return joined;
}
