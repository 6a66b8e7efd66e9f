/**
 * Wikidata's JSON dump (https://www.wikidata.org/wiki/Wikidata:Database_download): an array with an entity on each line, in
 * the form of https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html. Adds names and ids to the titles and
 * people of other files, which it finds by their ids of IMDb; it has none of its own.
 *
 * Of 115 million entities one in a hundred has such an id: other lines are not even decoded.
 */
import * as v from "valibot";
import { LANGUAGES } from "../../../worker/web/addresses.ts";
import type { AliasKind } from "./alias-kinds.ts";
import { eachRow, type LineFile, type Progress } from "./lines.ts";
import type { LoadReport } from "./load-report.ts";
import { isName, type Staging } from "./staging.ts";

const IMDB_ID = "P345";

/** Ids of TMDB, by kind. */
const TMDB_IDS = { title: ["P4947", "P4983"], person: ["P4985"] } as const;

/** Properties whose values are names of the entity, or qualify one: "Gisaengchung" qualifies the title 기생충. */
const NAME_PROPERTIES: Readonly<Record<string, AliasKind>> = {
  // title, official name, native label
  P1476: "alternative",
  P1448: "alternative",
  P1705: "alternative",
  // short name
  P1813: "abbreviation",
  // Hepburn, Revised Romanization of Korean, McCune–Reischauer, pinyin; any other transliteration
  P2125: "transliteration",
  P2001: "transliteration",
  P1942: "transliteration",
  P1721: "transliteration",
  P2440: "transliteration",
};

/** `mul`: a name that is the same in all languages. Others with a hyphen are variants, such as `zh-hant` and `pt-br`. */
const NAME_LANGUAGES: readonly string[] = [...LANGUAGES, "mul"];
/** Of people also those whose scripts no language of the site has. */
const LANGUAGES_OF_PEOPLE: readonly string[] = [
  ...NAME_LANGUAGES,
  "ru",
  "uk",
  "el",
  "ko",
  "he",
  "fa",
  "hi",
  "th",
];

const Term = v.object({ language: v.string(), value: v.string() });
const Snak = v.object({ datavalue: v.optional(v.object({ value: v.unknown() })) });

/** PHP writes an empty object as `[]`. */
function map<S extends v.GenericSchema>(values: S) {
  const withoutEmpty = v.transform((value: unknown) => (Array.isArray(value) ? {} : value));
  return v.pipe(v.unknown(), withoutEmpty, v.record(v.string(), values));
}

const Statement = v.object({ rank: v.string(), mainsnak: Snak, qualifiers: v.optional(map(v.array(Snak))) });

const Entity = v.object({
  id: v.pipe(v.string(), v.regex(/^Q\d{1,12}$/)),
  labels: map(Term),
  aliases: map(v.array(Term)),
  claims: map(v.array(Statement)),
});
type Entity = v.InferOutput<typeof Entity>;

/** Whether a file, by its name, is such a dump. */
export function isWikidata(name: string): boolean {
  return /^(?:wikidata\b.*|latest-all|\d{8}-all)\.json(?:\.gz)?$/.test(name);
}

/** Call when all other files have been read. */
export async function readWikidata(
  file: LineFile,
  staging: Staging,
  services: { readonly report: LoadReport; readonly progress?: Progress },
): Promise<void> {
  await eachRow(file, services, {
    containing: Buffer.from(`"${IMDB_ID}"`),
    parse(line) {
      const row: unknown = JSON.parse(line.replace(/,?\s*$/, ""));
      // A property is no entity: the one of IMDb's ids has a line that contains its own id.
      return (row as { type?: unknown } | null)?.type === "property" ? undefined : row;
    },
    id: (row) => (row as { id?: unknown } | null)?.id,
    read(row) {
      const entity = v.parse(Entity, row);
      for (const imdb of textsOf(entity, IMDB_ID)) addTo(staging, imdb, entity);
    },
  });
}

function addTo(staging: Staging, imdb: string, entity: Entity): void {
  const kind = /^tt\d{1,10}$/.test(imdb) ? "title" : /^nm\d{1,10}$/.test(imdb) ? "person" : null;
  const id = kind && staging.idOf(kind, imdb);
  if (kind === null || id === null) return;
  staging.addExternal("wikidata", entity.id, kind, id);
  const tmdb = TMDB_IDS[kind].flatMap((property) => textsOf(entity, property));
  for (const known of tmdb.filter((text) => /^\d{1,12}$/.test(text)))
    staging.addExternal(kind === "title" ? "tmdb" : "tmdb-person", known, kind, id);
  const names = [...namesOf(entity, kind === "person" ? LANGUAGES_OF_PEOPLE : NAME_LANGUAGES)].filter(
    ([name]) => isName(name) && name.isWellFormed(),
  );
  if (kind === "person")
    staging.addPersonDetails(
      id,
      names.map(([name]) => name),
    );
  else staging.addPart(id, { aliases: [...names].map(([name, kind]) => [name, { kind }]) });
}

function* namesOf(
  { labels, aliases, claims }: Entity,
  languages: readonly string[],
): Generator<[string, AliasKind]> {
  for (const { language, value } of [...Object.values(labels), ...Object.values(aliases).flat()]) {
    const [tag = ""] = language.split("-");
    if (languages.includes(tag)) yield [value, "alternative"];
  }
  for (const property of Object.keys(NAME_PROPERTIES)) {
    for (const { mainsnak, qualifiers = {} } of statementsOf(claims, property)) {
      for (const [of, snaks] of Object.entries({ ...qualifiers, [property]: [mainsnak] })) {
        const kind = NAME_PROPERTIES[of];
        if (kind !== undefined)
          for (const name of snaks.flatMap((snak) => textOf(snak) ?? [])) yield [name, kind];
      }
    }
  }
}

const statementsOf = (claims: Entity["claims"], property: string) =>
  (claims[property] ?? []).filter(({ rank }) => rank !== "deprecated");

const textsOf = ({ claims }: Entity, property: string) =>
  statementsOf(claims, property).flatMap(({ mainsnak }) => textOf(mainsnak) ?? []);

/** A text, or the text of `{"text", "language"}`; `null`: neither, such as "unknown value". */
function textOf({ datavalue }: v.InferOutput<typeof Snak>): string | null {
  const value = datavalue?.value;
  if (typeof value === "string") return value;
  const text = typeof value === "object" && value !== null && "text" in value ? value.text : null;
  return typeof text === "string" ? text : null;
}
