/** What a title is called on a page. An origin may not know: a heading and a link say something all the same. */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Language } from "../../language/language.ts";
import { wordsOf } from "../../language/words.ts";

type Named = Pick<TitleRecord, "id" | "title" | "original_title">;

/** Its title, else its original one, else "Title 603". */
export function titleName(language: Language, { id, title, original_title }: Named): string {
  return title || original_title || wordsOf(language).title.untitled(String(id));
}

/** `null`: it is not known, or what the title is called anyway. */
export function originalName({ title, original_title }: Named): string | null {
  return title === "" || original_title === "" || original_title === title ? null : original_title;
}
