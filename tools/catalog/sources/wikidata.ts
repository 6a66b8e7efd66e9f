/**
 * Reads Wikidata's JSON dump (https://www.wikidata.org/wiki/Wikidata:Database_download), an array with one entity per
 * line in the format of https://doc.wikimedia.org/Wikibase/master/php/docs_topics_json.html. The dump adds names,
 * facts and ids to titles and people from other files, which are matched by IMDb id. It adds no titles.
 *
 * Only 1 % of the 115 million entities have an IMDb id. Lines without an IMDb id are not even decoded. Titles
 * and people refer to entities without an IMDb id, such as companies and places. A second pass finds these entities by
 * the Wikidata id at the beginning of their line, and reads their labels.
 */
import * as v from "valibot";
import { type Life, MAX_NAMES, readFacts } from "../../../worker/contract/facts.ts";
import { LANGUAGES } from "../../../worker/text/languages.ts";
import type { AliasKind } from "./alias-kinds.ts";
import { Bits } from "./bits.ts";
import { withoutContradiction } from "./given.ts";
import { eachRow, type LineFile, type Progress } from "./lines.ts";
import type { LoadReport } from "./load-report.ts";
import type { Staging } from "./staging.ts";
import {
  commonsPicture,
  type IgnoreField,
  Malformed,
  name,
  PERSON_IDS,
  readItems,
  TITLE_IDS,
  wikidataDate,
} from "./values.ts";

const IMDB_ID = "P345";
const BORN = "P569";
const DIED = "P570";
const BIRTHPLACE = "P19";
const IMAGE = "P18";

/** The properties that contain external ids, for titles and for people. */
const OTHER_IDS: Readonly<Record<"title" | "person", Readonly<Record<string, string>>>> = {
  title: { P4947: "tmdb", P4983: "tmdb", P4835: "tvdb" },
  person: { P4985: "tmdb-person" },
};

const RELEASED = "P577";
const VIDEO = "P1651";
/** The qualifier for the kind of video, such as a trailer. */
const ROLE = "P3831";
const TRAILER = "Q622550";

const COMPANY = "P272";
const NETWORK = "P449";
const SERIES_OF_FILMS = "P179";
/** The properties that contain certificates, with the country of each. */
const RATINGS: Readonly<Record<string, string>> = {
  P1657: "US",
  P1981: "DE",
  P2629: "GB",
  P2684: "NL",
  P2758: "FR",
  P3156: "AU",
  P3216: "BR",
};

/**
 * The properties and qualifiers that contain names. For example, the title 기생충 has a qualifier with the
 * transliteration "Gisaengchung".
 */
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

/** The properties whose values are other entities, by kind. */
const REFERRING_PROPERTIES: Readonly<Record<"title" | "person", readonly string[]>> = {
  title: [COMPANY, NETWORK, SERIES_OF_FILMS, ...Object.keys(RATINGS)],
  person: [BIRTHPLACE],
};

/**
 * The languages whose labels are read, including their variants such as `zh-hant` and `pt-br`. The code `mul` marks a
 * name that is the same in all languages.
 */
const NAME_LANGUAGES: readonly string[] = [...LANGUAGES, "mul"];
/**
 * The languages in which people's labels are read. Names in scripts that the site does not use are also read, so that
 * searches find them.
 */
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

/** Creates the tables for references from titles and people to other entities, and for the labels of these entities. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS reference (kind TEXT NOT NULL, id INTEGER NOT NULL, place INTEGER NOT NULL, property TEXT NOT NULL, entity INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS label (entity INTEGER PRIMARY KEY, label TEXT NOT NULL)`;

const Term = v.object({ language: v.string(), value: v.string() });
const Snak = v.object({ datavalue: v.optional(v.object({ value: v.unknown() })) });

/** Accepts `[]` as an empty object, because PHP serialises an empty object like this. */
function map<S extends v.GenericSchema>(values: S) {
  const withoutEmpty = v.transform((value: unknown) => (Array.isArray(value) ? {} : value));
  return v.pipe(v.unknown(), withoutEmpty, v.record(v.string(), values));
}

// People filter their dumps before a load, so fields that are not needed may be missing.
const Statement = v.object({
  rank: v.optional(v.string(), "normal"),
  mainsnak: Snak,
  qualifiers: v.optional(map(v.array(Snak))),
});

const Entity = v.object({
  id: v.pipe(v.string(), v.regex(/^Q\d{1,12}$/)),
  labels: v.optional(map(Term), {}),
  aliases: v.optional(map(v.array(Term)), {}),
  claims: v.optional(map(v.array(Statement)), {}),
});
type Entity = v.InferOutput<typeof Entity>;

export function isWikidata(name: string): boolean {
  return /^(?:wikidata\b.*|latest-all|\d{8}-all)\.(?:nd)?json(?:\.(?:gz|bz2))?$/i.test(name);
}

/**
 * Reads a dump. Must be called after all other files have been read, because only their titles and people are kept.
 */
export async function readWikidata(
  file: LineFile,
  staging: Staging,
  services: { readonly report: LoadReport; readonly progress?: Progress },
): Promise<void> {
  staging.database.exec(SCHEMA);
  await eachRow(file, services, {
    ...ENTITIES,
    containing: Buffer.from(`"${IMDB_ID}"`),
    read(row, { ignore }) {
      const entity = v.parse(Entity, row);
      addTo(staging, entity, ignore);
    },
  });
  if (staging.prepared("SELECT 1 FROM reference").get() === undefined) return;
  const entities = new Bits();
  for (const { entity } of staging.database.prepare("SELECT DISTINCT entity FROM reference").iterate())
    entities.add(Number(entity));
  await eachRow(file, services, {
    ...ENTITIES,
    scan: ({ bytes, start, end }) => {
      const [, id] = BEGINNING.exec(bytes.toString("latin1", start, Math.min(end, start + 60))) ?? [];
      // The id of an entity in another form is known only after the line is parsed.
      return id !== undefined && !entities.has(Number(id));
    },
    read(row, { ignore }) {
      const { id, labels } = v.parse(Labelled, row);
      const entity = Number(id.slice(1));
      const label = labels.en ?? labels.mul ?? Object.values(labels)[0];
      if (label === undefined || !entities.has(entity)) return;
      for (const value of readItems(name, [label.value], { field: "labels", ignore }))
        staging.run("INSERT OR REPLACE INTO label VALUES (?, ?)", entity, value.toWellFormed());
    },
  });
  addReferences(staging);
}

const ENTITIES = {
  parse(line: string): unknown {
    if (/^[[\]\s]*$/.test(line)) return undefined;
    const row: unknown = JSON.parse(line.replace(/,?\s*$/, ""));
    // Properties are skipped, because they are not entities. The property for IMDb ids would otherwise be read,
    // because its line contains its own id.
    return (row as { type?: unknown } | null)?.type === "property" ? undefined : row;
  },
  id: (row: unknown) => (row as { id?: unknown } | null)?.id,
};

const BEGINNING = /^[\s[]*\{\s*(?:"type":\s*"item",\s*)?"id":\s*"Q(\d{1,9})"/;
const Labelled = v.pick(Entity, ["id", "labels"]);

const REFERRING = `
  SELECT kind, id, json_group_array(json_array(property, label)) AS labels
  FROM (SELECT kind, id, property, label FROM reference JOIN label USING (entity) ORDER BY kind, id, place) GROUP BY kind, id`;

/** Adds the facts whose values are references to other entities. */
function addReferences(staging: Staging): void {
  for (const { kind, id, labels } of staging.database.prepare(REFERRING).all()) {
    const propertyLabels: [property: string, label: string][] = JSON.parse(String(labels));
    const listLabels = (property: string) => [
      ...new Set(propertyLabels.flatMap(([name, label]) => (name === property ? label : []))),
    ];
    if (kind === "person") {
      staging.addPersonDetails(Number(id), {
        otherNames: [],
        life: { birthplace: listLabels(BIRTHPLACE)[0] },
      });
      continue;
    }
    const certificates = Object.entries(RATINGS).flatMap(([property, country]) =>
      listLabels(property)
        .slice(0, 1)
        .map((certificate) => ({ country, certificate })),
    );
    const [collection] = listLabels(SERIES_OF_FILMS);
    const facts = {
      ...readFacts({
        companies: listLabels(COMPANY).slice(0, MAX_NAMES),
        networks: listLabels(NETWORK).slice(0, MAX_NAMES),
        certificates: certificates.sort((one, other) => (one.country < other.country ? -1 : 1)),
      }),
      ...(collection !== undefined && { collection: { name: collection } }),
    };
    staging.addPart(Number(id), { facts, isFallback: true });
  }
}

/** Adds the data of an entity to the title or person with one of its IMDb ids, to which its other ones lead, too. */
function addTo(staging: Staging, entity: Entity, ignore: IgnoreField): void {
  const imdbIds = listTexts(entity, IMDB_ID);
  for (const [kind, { imdb }] of [
    ["title", TITLE_IDS],
    ["person", PERSON_IDS],
  ] as const) {
    const ids = imdbIds.filter((text) => !(imdb(text) instanceof Malformed));
    const owners = new Map(ids.map((text) => [text, staging.idOf(kind, text)]));
    for (const id of new Set(owners.values())) {
      if (id === null) continue;
      for (const [text, owner] of owners) if (owner === null) staging.addExternal("imdb", text, kind, id);
      addDetails(staging, { kind, id }, entity, ignore);
    }
  }
}

interface Owner {
  readonly kind: "title" | "person";
  readonly id: number;
}

function addDetails(staging: Staging, { kind, id }: Owner, entity: Entity, ignore: IgnoreField): void {
  staging.addExternal("wikidata", entity.id, kind, id);
  for (const [property, source] of Object.entries(OTHER_IDS[kind])) {
    const ids = selectBestRank(entity, property).flatMap(({ mainsnak }) => parseText(mainsnak) ?? []);
    for (const other of readItems(TITLE_IDS.tmdb, ids, { field: property, ignore }))
      staging.addExternal(source, other, kind, id);
  }
  const names = [...namesOf(entity, kind === "person" ? LANGUAGES_OF_PEOPLE : NAME_LANGUAGES)].flatMap(
    ([text, use]) =>
      readItems(name, [text.toWellFormed()], { field: "labels", ignore }).map((read) => [read, use] as const),
  );
  storeReferences(staging, { kind, id }, entity);
  if (kind === "person") {
    staging.addPersonDetails(id, {
      otherNames: names.map(([name]) => name),
      life: parseLife(entity, ignore),
    });
    const files = selectBestRank(entity, IMAGE).flatMap(({ mainsnak }) => parseText(mainsnak) ?? []);
    for (const path of readItems(commonsPicture, files, { field: IMAGE, ignore }))
      staging.addPicture(id, path);
  } else {
    addFacts(staging, id, entity, ignore);
    staging.addPart(id, { aliases: names.map(([name, kind]) => [name, { kind }]) });
  }
}

/** Returns the dates of the statements of best rank, as precise as each is known. Omits unknown values. */
function listDates(entity: Entity, property: string, ignore: IgnoreField): string[] {
  const times = selectBestRank(entity, property).flatMap(({ mainsnak }) => mainsnak.datavalue?.value ?? []);
  return readItems(wikidataDate, times, { field: property, ignore }).sort();
}

/**
 * Returns the dates of birth and death. Each may be a day or only a year. If there are several dates, the earliest
 * one counts.
 */
function parseLife(entity: Entity, ignore: IgnoreField): Life {
  const [[born], [died]] = [BORN, DIED].map((property) => listDates(entity, property, ignore)) as [
    string[],
    string[],
  ];
  return { born, died };
}

function addFacts(staging: Staging, title: number, entity: Entity, ignore: IgnoreField): void {
  const dates = listDates(entity, RELEASED, ignore);
  // A day in a later year is the day of another release.
  const released = dates.find((date) => date.length === 10 && date.slice(0, 4) === dates[0]?.slice(0, 4));
  const trailers = selectBestRank(entity, VIDEO).filter(({ qualifiers = {} }) =>
    qualifiers[ROLE]?.some((role) => parseEntityId(role) === TRAILER),
  );
  const [video] = trailers.flatMap(({ mainsnak }) => parseText(mainsnak) ?? []);
  const trailer = video && `https://www.youtube.com/watch?v=${encodeURIComponent(video)}`;
  const facts = withoutContradiction(readFacts({ released, trailer }), () => staging.yearOf(title), ignore);
  if (Object.keys(facts).length > 0) staging.addPart(title, { facts, isFallback: true });
}

/** Stores references to other entities, whose labels are read in the second pass. */
function storeReferences(staging: Staging, { kind, id }: Owner, entity: Entity): void {
  for (const property of REFERRING_PROPERTIES[kind]) {
    for (const [place, { mainsnak }] of selectBestRank(entity, property).entries()) {
      const other = parseEntityId(mainsnak)?.slice(1);
      if (other !== undefined)
        staging.run("INSERT INTO reference VALUES (?, ?, ?, ?, ?)", kind, id, place, property, Number(other));
    }
  }
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
    for (const { mainsnak, qualifiers = {} } of listStatements(claims, property)) {
      for (const [of, snaks] of Object.entries({ ...qualifiers, [property]: [mainsnak] })) {
        const kind = NAME_PROPERTIES[of];
        if (kind !== undefined)
          for (const name of snaks.flatMap((snak) => parseText(snak) ?? [])) yield [name, kind];
      }
    }
  }
}

const listStatements = (claims: Entity["claims"], property: string) =>
  (claims[property] ?? []).filter(({ rank }) => rank !== "deprecated");

/** Returns the preferred statements of a property, or all statements if none is preferred. Omits deprecated ones. */
function selectBestRank({ claims }: Entity, property: string): Entity["claims"][string] {
  const statements = listStatements(claims, property);
  const preferred = statements.filter(({ rank }) => rank === "preferred");
  return preferred.length > 0 ? preferred : statements;
}

const listTexts = ({ claims }: Entity, property: string) =>
  listStatements(claims, property).flatMap(({ mainsnak }) => parseText(mainsnak) ?? []);

const Reference = v.object({ id: v.pipe(v.string(), v.regex(/^Q\d{1,9}$/)) });

/** Returns the id of the entity that a value refers to, or `null` for other values. */
function parseEntityId({ datavalue }: v.InferOutput<typeof Snak>): string | null {
  const read = v.safeParse(Reference, datavalue?.value);
  return read.success ? read.output.id : null;
}

/** Returns the text of a string or of a `{"text", "language"}` object, or `null` for other values. */
function parseText({ datavalue }: v.InferOutput<typeof Snak>): string | null {
  const value = datavalue?.value;
  if (typeof value === "string") return value;
  const text = typeof value === "object" && value !== null && "text" in value ? value.text : null;
  return typeof text === "string" ? text : null;
}
