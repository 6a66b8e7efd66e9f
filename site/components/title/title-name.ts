/** What a title is called on a page. An origin may not know: a heading and a link need words all the same. */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Language } from "../../language/language.ts";
import { wordsOf } from "../../language/words.ts";

type Named = Pick<TitleRecord, "type" | "title" | "original_title">;

/** Its title, else its original one, else "Untitled film". No line begins with the dash before a subtitle. */
export function titleName(language: Language, { type, title, original_title }: Named): string {
  const { untitled } = wordsOf(language).title;
  const nameless = type === "movie" || type === "series" ? untitled[type] : untitled.other;
  return (title || original_title || nameless).replaceAll(/\s(?=[-–—]\s)/g, "\u00a0");
}

/** `null`: it is not known, or what the title is called anyway. */
export function originalName({ title, original_title }: Omit<Named, "type">): string | null {
  return title === "" || original_title === "" || original_title === title ? null : original_title;
}
