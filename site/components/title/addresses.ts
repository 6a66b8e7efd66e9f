/**
 * A title's address in every language. The words in it are those of its title in that language,
 * which the catalog knows; where an upstream answers, and when the catalog cannot be read, the
 * words of the page at hand stand in, and lead to the right ones (308).
 */
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { slugOf } from "../../../worker/contract/slug.ts";
import type { SiteServices } from "../../../worker/routes/site-services.ts";
import type { Language } from "../../language/language.ts";

export type SlugIn = (language: Language) => string;

interface Addressed {
  readonly record: TitleRecord | null;
  /** The words of the page at hand, and its language. */
  readonly slug: string;
  readonly language: Language;
}

export async function slugs(services: SiteServices, { record, slug, language }: Addressed): Promise<SlugIn> {
  const read = record === null ? null : await services.read("names", record.id);
  if (read?.kind !== "found") return () => slug;
  const { title, year, translations } = read.value;
  return (other) => (other === language ? slug : slugOf({ title: translations[other] ?? title, year }));
}
