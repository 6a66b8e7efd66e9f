/**
 * Selects the staged titles for a load and reads all of their data. SQLite joins the data and sorts the titles by
 * popularity.
 */
import { GROUPS } from "../../../worker/catalog/store/filmography.ts";
import type { Credits } from "../../../worker/contract/credits.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { ExternalId, OtherId, Source, WholeTitle } from "../load/load.ts";
import type { CatalogEntry } from "../load/rows.ts";
import { Bits } from "./bits.ts";
import { type ChosenSeasons, chosenSeasons } from "./chosen-seasons.ts";
import { type GivenPart, mergeParts, VOTES_PER_POINT } from "./given.ts";
import type { Staging } from "./staging.ts";
import type { IgnoreField } from "./values.ts";

export interface Selection {
  /** The maximum number of titles. The most popular ones are selected. */
  readonly limit?: number | undefined;
  readonly minVotes?: number | undefined;
  /** IMDb's kinds of titles to read. Defaults to all kinds that are films or series. */
  readonly kinds?: readonly string[] | undefined;
  /** Whether the ids of people are TMDB ids. */
  readonly tmdbPeople?: boolean | undefined;
}

const POPULARITY = `coalesce(votes, 0) + ${VOTES_PER_POINT} * coalesce(popularity.popularity, 0)`;

export interface ChosenTitles
  extends Required<Omit<Source, "name">>,
    Pick<ChosenSeasons, "largeSeasons" | "ignoredEpisodes" | "counts"> {
  readonly titles: number;
  /** The estimated size of a catalog of these titles, in bytes. */
  readonly bytes: number;
  /** Yields the external ids that several titles or people claim, each with the title or person that keeps it. */
  sharedIds(): Iterable<ExternalId>;
  byId(): TitlesById;
}

/** The selected titles in the order of their ids, so that they can be compared with a catalog. */
export interface TitlesById {
  titleIds(): Iterable<number>;
  title(id: number): WholeTitle;
}

export function chosenTitles(
  staging: Staging,
  { limit = -1, minVotes = 0, tmdbPeople = false }: Selection,
  ignore: (id: number, ...fault: Parameters<IgnoreField>) => unknown,
): ChosenTitles {
  staging.database.exec(
    "DROP TABLE IF EXISTS chosen; CREATE TABLE chosen (rank INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE)",
  );
  staging.run(
    `INSERT INTO chosen (id)
     SELECT title.id FROM title LEFT JOIN popularity USING (id)
     WHERE coalesce(votes, 0) >= ?
     ORDER BY ${POPULARITY} DESC, title.id
     LIMIT ?`,
    minVotes,
    limit,
  );
  const { bytes: bytesOfSeasons, seasonsWithId, ...seasons } = chosenSeasons(staging);
  const sizes = staging.prepared(SIZES).get();
  const size = (of: "titles" | "names" | "records" | "credits") => Number(sizes?.[of]);
  // Most sources have no details of people. In that case, the lookup for each person is skipped.
  const hasPersonDetails = staging.prepared("SELECT 1 FROM person_details").get() !== undefined;
  const selectedDetails = staging.prepared("SELECT names, life FROM person_details WHERE id = ?");

  const addPictures = createPictures(staging);

  const parts = staging.prepared("SELECT part FROM part WHERE id = ? ORDER BY number");

  /** The titles that have been read, because an update reads some of them twice. */
  const read = new Bits();

  function entry({ id, record: json, rating, votes, popularity }: Record<string, unknown>): CatalogEntry {
    const record: TitleRecord = JSON.parse(String(json));
    const title = Number(id);
    const isNew = !read.has(title);
    read.add(title);
    const storedParts = parts.all(title).map(({ part }): GivenPart => JSON.parse(String(part)));
    const rated = { popularity: { popularity: Number(popularity), votes: Number(votes) } };
    return {
      otherNames: [],
      translations: new Map(),
      ...mergeParts([...storedParts, rated], isNew ? (...fault) => ignore(title, ...fault) : () => {}),
      record: rating === null ? record : { ...record, rating: Number(rating) },
    };
  }

  return {
    titles: size("titles"),
    bytes:
      (size("records") + bytesOfSeasons + size("credits") * (1 + PEOPLE)) / PAGE_FILL +
      size("names") * INDEXED,
    ...seasons,

    personDetails(id) {
      const row = hasPersonDetails ? selectedDetails.get(id) : undefined;
      if (row === undefined) return null;
      return { otherNames: JSON.parse(String(row.names)), life: JSON.parse(String(row.life)) };
    },

    *externalIds() {
      if (tmdbPeople) yield ["tmdb-person", "number", "", 0];
      const rows = staging.prepared(EXTERNAL);
      for (const { source, external, kind, id } of rows.iterate()) {
        yield [String(source), String(external), String(kind), Number(id)] as const;
      }
    },

    *sharedIds() {
      const rows = staging.prepared(`${EXTERNAL} HAVING count(DISTINCT external.id) > 1`);
      for (const { source, external, kind, id } of rows.iterate())
        yield [String(source), String(external), String(kind), Number(id)] as const;
    },

    *entries() {
      const all = staging.prepared(`${TITLES} JOIN chosen USING (id) ORDER BY rank`);
      for (const row of all.iterate()) yield entry(row);
    },

    byId() {
      staging.database.exec(
        `DROP TABLE IF EXISTS known; CREATE TEMP TABLE known AS SELECT * FROM (${EXTERNAL}) WHERE kind = 'title'; CREATE INDEX temp.known_id ON known (id)`,
      );
      const one = staging.prepared(`${TITLES} WHERE title.id = ?`);
      const credits = staging.prepared("SELECT record FROM credits WHERE id = ?");
      const externalIds = staging.prepared("SELECT source, external FROM known WHERE id = ?");
      const readExternalIds = (id: number) =>
        externalIds.all(id).map((row): OtherId => [String(row.source), String(row.external)]);
      return {
        titleIds: () => idsIn(staging, "SELECT id FROM chosen ORDER BY id"),
        title(id) {
          const row = one.get(id);
          if (row === undefined) throw new Error(`There is no title ${id}.`);
          const stored = credits.get(id);
          return {
            entry: entry(row),
            credits: stored === undefined ? null : addPictures(String(stored.record)),
            external: readExternalIds(id),
            seasons: seasonsWithId(id),
          };
        },
      };
    },

    *credits() {
      const credits = staging.prepared(
        "SELECT id, record FROM credits WHERE id IN (SELECT id FROM chosen) ORDER BY id",
      );
      for (const { id, record } of credits.iterate())
        yield [Number(id), addPictures(String(record))] as const;
    },
  };
}

/** Selects the people whose credits name a picture, which takes precedence. */
const PICTURED = `
  SELECT entry.value ->> 'id' FROM credits, json_each(record) AS department, json_each(department.value) AS entry
  WHERE instr(record, '"profile_path":"') > 0 AND entry.value ->> 'profile_path' IS NOT NULL`;

/** Returns a function that adds the pictures from other files to credits, which are JSON. */
function createPictures(staging: Staging): (credits: string) => string {
  if (staging.prepared("SELECT 1 FROM picture").get() === undefined) return (credits) => credits;
  staging.run(`DELETE FROM picture WHERE id IN (${PICTURED})`);
  const picture = staging.prepared("SELECT path FROM picture WHERE id = ?");
  return (json) => {
    const credits: Partial<Credits> = JSON.parse(json);
    for (const group of GROUPS) {
      for (const entry of credits[group] ?? [])
        entry.profile_path ??= (picture.get(entry.id)?.path ?? null) as string | null;
    }
    return JSON.stringify(credits);
  };
}

const TITLES = `
  SELECT title.id, record, rating, coalesce(votes, 0) AS votes, coalesce(popularity.popularity, 0) AS popularity
  FROM title LEFT JOIN popularity USING (id)`;

/**
 * Selects the external ids of the selected titles and of all people. If several claim an external id, the one with
 * the smallest id keeps it.
 */
const EXTERNAL = `
  SELECT iif(source = 'tmdb', iif(record ->> 'type' = 'series', 'tmdb-tv', 'tmdb-movie'), source) AS source,
    external, kind, min(external.id) AS id
  FROM external LEFT JOIN title ON title.id = external.id
  WHERE kind <> 'title' OR external.id IN (SELECT id FROM chosen) AND (source <> 'tvdb' OR record ->> 'type' = 'series')
  GROUP BY 1, 2`;

function* idsIn(staging: Staging, sql: string): Generator<number> {
  for (const { id } of staging.prepared(sql).iterate()) yield Number(id);
}

/** The bytes of tables and indexes per byte of title names, as measured with 10,000, 38,000 and a million titles. */
const INDEXED = 25;
/** The bytes of a person's rows per byte of their credits, as measured. */
const PEOPLE = 0.5;
/** The share of a database page that is used, because pages are never completely full. */
const PAGE_FILL = 0.9;

/**
 * Selects the number of selected titles and the sizes of their parts in bytes. `names` is the size of titles and
 * alternative titles.
 */
const SIZES = `
  SELECT count(*) AS titles,
    (SELECT total(octet_length(record ->> 'title'))
       + total(octet_length(nullif(record ->> 'original_title', record ->> 'title')))
      FROM title WHERE id IN (SELECT id FROM chosen))
      + (SELECT total(name_bytes) FROM part WHERE id IN (SELECT id FROM chosen)) AS names,
    (SELECT total(octet_length(record)) FROM title WHERE id IN (SELECT id FROM chosen))
      + (SELECT total(record_bytes) FROM part WHERE id IN (SELECT id FROM chosen)) AS records,
    (SELECT total(octet_length(record)) FROM credits WHERE id IN (SELECT id FROM chosen)) AS credits
  FROM chosen`;
