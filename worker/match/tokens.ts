/**
 * Splits a path segment into words, each with the bracket around it and the dash or comma before it. Takes linear
 * time, and cuts long words.
 */
import { isTitleTerminator, JOINED_PART } from "./release-words.ts";

const OPENING = "([{【（［「『《";
const CLOSING = ")]}】）］」』》";
/** Brackets that may contain a year or another title beside the title. */
const ROUND = "(（";
const MAX_WORD = 60;
/** A private-use character in place of a numbering. */
export const NUMBERING_MARK = "\ue010";

export interface Token {
  readonly text: string;
  /** The word in lower case and without hyphens. */
  readonly word: string;
  /** The bracket that contains the word. "[" stands for every bracket that is not round. */
  readonly bracket: "" | "(" | "[";
  /** The number of brackets that were opened before this word. */
  readonly group: number;
  readonly isAfterDash: boolean;
  readonly isAfterComma: boolean;
}

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const isHyphenated = !/[\s._]/.test(text) && text.split("-").length > 2;
  const brackets: string[] = [];
  let word = "";
  let group = 0;
  let isAfterDash = false;
  let isAfterComma = false;

  function end(): void {
    if (word.startsWith("-")) isAfterDash = true;
    const isDash = word !== "" && /^[-–—~|]*$/.test(word);
    const endsWithDash = word.endsWith("-");
    const trimmed = word.replace(/^-/, "").replace(/-$/, "").slice(0, MAX_WORD).toWellFormed();
    word = "";
    if (isDash || trimmed === "") {
      isAfterDash ||= isDash;
      return;
    }
    for (const part of splitAtRelease(trimmed)) add(part);
    isAfterDash = endsWithDash;
  }

  function add(part: string): void {
    const around = brackets.at(-1);
    const bracket = around === undefined ? "" : ROUND.includes(around) ? "(" : "[";
    const lower = part.toLowerCase();
    tokens.push({ text: part, word: lower.replaceAll("-", ""), bracket, group, isAfterDash, isAfterComma });
    isAfterDash = true;
    isAfterComma = false;
  }

  for (const character of text) {
    const isOpening = OPENING.includes(character);
    if (isOpening || CLOSING.includes(character)) {
      end();
      if (isOpening) {
        brackets.push(character);
        group += 1;
      } else brackets.pop();
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

/** Splits a word such as `x264-GRP`, `Inception-BluRay` or `matrix-cd1` at its hyphens. Keeps `Spider-Man` whole. */
function splitAtRelease(word: string): readonly string[] {
  if (!word.includes("-") || isTitleTerminator(word.toLowerCase().replaceAll("-", ""))) return [word];
  const parts = word.split("-").filter((part) => part !== "");
  const at = parts.findIndex((part) => isTitleTerminator(part.toLowerCase()) || JOINED_PART.test(part));
  if (at < 0) return [word];
  return [parts.slice(0, at).join("-"), ...parts.slice(at)].filter((part) => part !== "");
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
