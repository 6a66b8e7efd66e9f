/**
 * JSON Lines in the contract's shape. Files are told apart by the beginning of their
 * names; `.jsonl` or `.jsonl.gz`:
 *
 *     titles…        title records; `popularity`, `votes`, `lang`, `aliases` (texts) and
 *                    `translations` ({"fr": {"title", "plot", "genres", "countries"}}) may stand in them
 *     credits…       credits objects
 *     meta…          {"id", "votes"?, "popularity"?}
 *     akas…          {"id", "title", "type"?}, other titles; the type "working title" is for what few would type
 *     translations…  {"id", "lang", "title"?, "plot"?, "genres"?, "countries"?}
 *     people…        {"id", "name"?, "also_known_as"?, "external"?}
 *
 * Titles may have `external`, too: {"imdb": "tt0133093", "tmdb": 603, "wikidata": "Q83495"}; lines of meta have `imdb`,
 * `tmdb` and `wikidata` themselves.
 */
import * as v from "valibot";
import { parseLanguage } from "../../../worker/contract/parameters.ts";
import { readCredits, readSearch } from "../../../worker/origins/upstream/reading.ts";
import { eachRow, type LineFile, type Progress } from "./lines.ts";
import type { Staging } from "./staging.ts";
import type { Tally } from "./tally.ts";

const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const amount = v.fallback(v.pipe(v.number(), v.finite(), v.minValue(0)), 0);
const fields = {
  title: v.optional(v.string()),
  plot: v.optional(v.string()),
  genres: v.optional(v.string()),
  countries: v.optional(v.string()),
};

const external = {
  imdb: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^(tt|nm)\d+$/)))),
  tmdb: v.optional(v.nullable(id)),
  wikidata: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^Q\d+$/)))),
};
const External = v.object(external);
type External = v.InferOutput<typeof External>;

/** The language that a title was made in. */
const lang = v.optional(v.nullable(v.string()));

const Extras = v.object({
  external: v.optional(v.nullable(External)),
  popularity: v.optional(amount),
  votes: v.optional(amount),
  lang,
  aliases: v.optional(v.array(v.string())),
  translations: v.optional(v.record(v.string(), v.object(fields))),
});
const Meta = v.object({
  id,
  votes: v.optional(amount, 0),
  popularity: v.optional(amount, 0),
  lang,
  ...external,
});
const Person = v.object({
  id,
  also_known_as: v.optional(v.array(v.string()), []),
  external: v.optional(v.nullable(External)),
});
const Alias = v.object({ id, title: v.string(), type: v.optional(v.nullable(v.string())) });
const Translation = v.object({ id, lang: v.string(), ...fields });

type ReadValue = (value: unknown, staging: Staging, place: string) => void;

const READERS: Readonly<Record<string, ReadValue>> = {
  titles(value, staging, place) {
    const [record] = readSearch([value]).value;
    if (record === undefined) throw new Error("it is no title record");
    const { popularity, votes, aliases = [], translations = {}, ...rest } = v.parse(Extras, value);
    staging.atomically(() => {
      staging.addTitle(record, place);
      if (popularity !== undefined || votes !== undefined) {
        staging.addStanding(record.id, { popularity: popularity ?? 0, votes: Math.round(votes ?? 0) });
      }
      if (rest.lang) staging.addLanguage(record.id, languageOf(rest.lang));
      if (rest.external) addTitleIds(staging, record.id, rest.external);
      for (const alias of aliases) staging.addAlias(record.id, alias);
      for (const [lang, translation] of Object.entries(translations)) {
        staging.addTranslation(record.id, languageOf(lang), translation);
      }
    });
  },
  credits(value, staging, place) {
    const { id: title } = v.parse(v.object({ id }), value);
    staging.addCredits(title, JSON.stringify(readCredits(value, title).value), place);
  },
  meta(value, staging) {
    const meta = v.parse(Meta, value);
    staging.addStanding(meta.id, { popularity: meta.popularity, votes: Math.round(meta.votes) });
    if (meta.lang) staging.addLanguage(meta.id, languageOf(meta.lang));
    addTitleIds(staging, meta.id, meta);
  },
  people(value, staging) {
    const person = v.parse(Person, value);
    staging.addPersonDetails(person.id, person.also_known_as);
    const { imdb, tmdb, wikidata } = person.external ?? {};
    if (imdb) staging.addExternal("imdb", imdb, "person", person.id);
    if (tmdb) staging.addExternal("tmdb-person", String(tmdb), "person", person.id);
    if (wikidata) staging.addExternal("wikidata", wikidata, "person", person.id);
  },
  akas(value, staging) {
    const alias = v.parse(Alias, value);
    staging.addAlias(alias.id, alias.title, alias.type === "working title");
  },
  translations(value, staging) {
    const { id: title, lang, ...translation } = v.parse(Translation, value);
    staging.addTranslation(title, languageOf(lang), translation);
  },
};

function addTitleIds(staging: Staging, title: number, { imdb, tmdb, wikidata }: External): void {
  if (imdb) staging.addExternal("imdb", imdb, "title", title);
  if (tmdb) staging.addExternal("tmdb", String(tmdb), "title", title);
  if (wikidata) staging.addExternal("wikidata", wikidata, "title", title);
}

/** What a file holds, by its name; `null`: not one of ours. */
export function jsonLinesKind(name: string): string | null {
  if (!/\.jsonl(\.gz)?$/.test(name)) return null;
  return Object.keys(READERS).find((kind) => name.startsWith(kind)) ?? null;
}

export async function readJsonLines(
  file: LineFile,
  staging: Staging,
  services: { readonly tally: Tally; readonly progress?: Progress },
): Promise<void> {
  const read = READERS[jsonLinesKind(file.name) ?? ""];
  if (read === undefined) throw new Error(`${file.name} is no file of a catalog in JSON Lines`);
  await eachRow(file, services, {
    parse: parseJson,
    id: (value) => (value as { id?: unknown } | null)?.id,
    read: (value, place) => read(value, staging, place),
  });
}

/** Half a character, as an escape can write it, has no form in UTF-8. */
function parseJson(line: string): unknown {
  if (!/\\ud[89a-f]/i.test(line)) return JSON.parse(line);
  return JSON.parse(line, (_, value) => {
    if (typeof value === "string" && !value.isWellFormed()) throw new Error("it holds half a character");
    return value;
  });
}

function languageOf(tag: string): string {
  const lang = parseLanguage(tag);
  if (lang === null) throw new Error(`${tag} is no language tag`);
  return lang;
}
