/** A catalog as SQL: the rows of the tables in `worker/origins/catalog/migrations`. */
import { fold } from "../../worker/origins/catalog/folding.ts";
import type { CatalogTitle } from "./starter/read.ts";

/** One statement a line, most popular title first, since the rank is the rowid. */
export function* insertStatements(titles: readonly CatalogTitle[]): Generator<string> {
  const ranked = [...titles].sort((a, b) => b.popularity - a.popularity || a.record.id - b.record.id);
  for (const [at, title] of ranked.entries()) yield* titleStatements(title, at + 1);
}

function* titleStatements(title: CatalogTitle, rank: number): Generator<string> {
  const { record, credits, translations } = title;
  const names = new Set(namesOf(title).map(fold));
  names.delete("");
  const exact = `\n${[...names].join("\n")}\n`;
  const year = record.year === "" ? null : Number(record.year);
  yield insert("title", [rank, record.id, record.type, year, record.is_adult, exact, JSON.stringify(record)]);
  yield insert("title_words (rowid, names)", [rank, [...names].join("\n")]);
  for (const [lang, translated] of translations) {
    yield insert("title_language", [rank, lang, JSON.stringify(translated)]);
  }
  yield insert("credits", [record.id, JSON.stringify(credits)]);
}

function namesOf({ record, aliases, translations }: CatalogTitle): string[] {
  const translated = [...translations.values()].map(({ title }) => title);
  return [record.title, record.original_title, ...aliases, ...translated];
}

function insert(table: string, values: readonly (string | number | null)[]): string {
  return `INSERT INTO ${table} VALUES (${values.map(literal).join(", ")});`;
}

function literal(value: string | number | null): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}
