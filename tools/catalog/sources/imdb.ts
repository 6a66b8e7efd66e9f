/**
 * Reads IMDb's non-commercial dumps (https://developer.imdb.com/non-commercial-datasets): `title.basics`,
 * `title.akas`, `title.ratings`, `title.episode`, `title.crew`, `title.principals` and `name.basics`, as `.tsv`, which
 * may be compressed. Only `title.basics` is required. The files are in UTF-8, with a header line, tabs between fields,
 * `\N` for missing values, and no quoting.
 *
 * Our ids are the numbers in IMDb's `tt…` and `nm…` ids. Without `--kinds`, films, including shorts, videos and
 * specials, and series with their episodes are kept. The dumps have 11 million titles and 90 million principals, so rows
 * are not kept in memory but written to the staging file and joined there.
 */
import { CommandError } from "../../options.ts";
import { aliasKind } from "./alias-kinds.ts";
import { Bits } from "./bits.ts";
import { toRecord } from "./given.ts";
import { assembleCredits, CREDITS_SCHEMA, crewMembers, type Field, principal } from "./imdb-credits.ts";
import { ImdbEpisodes, MAX_EPISODE_RUNTIME } from "./imdb-episodes.ts";
import { SCANS, type Scan } from "./imdb-scan.ts";
import { eachRow, type LineFile, type Progress, type RowContext } from "./lines.ts";
import type { LoadReport } from "./load-report.ts";
import type { Staging } from "./staging.ts";
import * as values from "./values.ts";
import { type IgnoreField, type Readers, readFields, required } from "./values.ts";

interface Services {
  readonly report: LoadReport;
  readonly progress?: Progress;
  /** The kinds to read. Defaults to all kinds that are films or series. */
  readonly kinds?: readonly string[] | undefined;
}

/**
 * The files in the order in which they are read. Rows of later files are only kept if an earlier file contains their
 * title or person.
 */
const FILES = [
  "title.basics",
  "title.ratings",
  "title.episode",
  "title.akas",
  "title.principals",
  "title.crew",
  "name.basics",
] as const;
type File = (typeof FILES)[number];

/** Returns which of IMDb's files has this name, or `null` for any other file. */
export function imdbKind(name: string): File | null {
  const [, kind] = /^((?:title|name)\.\w+)\.tsv(?:\.(?:gz|bz2))?$/.exec(name.toLowerCase()) ?? [];
  return FILES.find((file) => file === kind) ?? null;
}

/** The contract's title type for each IMDb type. Titles of other types are left out. */
export const IMDB_KINDS: ReadonlyMap<string, "movie" | "series"> = new Map(
  Object.entries({
    movie: "movie",
    tvMovie: "movie",
    tvSpecial: "movie",
    video: "movie",
    short: "movie",
    tvShort: "movie",
    tvSeries: "series",
    tvMiniSeries: "series",
  } as const),
);

export async function readImdb(
  files: readonly LineFile[],
  staging: Staging,
  services: Services,
): Promise<void> {
  const byKind = new Map(files.map((file) => [imdbKind(file.name), file]));
  if (byKind.size < files.length)
    throw new CommandError("An IMDb dump exists twice, such as .tsv and .tsv.gz. Remove one of them.");
  if (!byKind.has("title.basics"))
    throw new CommandError("title.basics is missing. Add it to the IMDb dumps.");
  staging.database.exec(CREDITS_SCHEMA);
  const kept: Kept = { titles: new Bits(), people: new Bits(), kinds: services.kinds };
  const episodes = byKind.get("title.episode");
  await staging.step("titles", async () => {
    const joined = episodes && new ImdbEpisodes();
    for (const kind of TOGETHER) {
      const file = byKind.get(kind);
      if (file !== undefined) await readFile(kind, file, staging, { ...kept, episodes: joined }, services);
    }
    joined?.stage(staging, services.report, episodes?.name ?? "");
  });
  // The ids come from the staging file, because a resumed load skips the files that an earlier load has read.
  for (const id of staging.ids()) kept.titles.add(id);
  for (const kind of FILES) {
    const file = byKind.get(kind);
    if (file === undefined || TOGETHER.includes(kind)) continue;
    await staging.step(file.path, () => readFile(kind, file, staging, kept, services));
    if (kind === "title.principals" || kind === "title.crew") {
      for (const { person } of staging.database.prepare("SELECT person FROM credit").iterate()) {
        kept.people.add(Number(person));
      }
    }
  }
  // Records that our ids of titles and people are IMDb's own numbers.
  staging.addExternal("imdb", "number", "", 0);
  const principals = byKind.get("title.principals") ?? byKind.get("title.crew");
  await staging.step("credits", async () =>
    assembleCredits(staging, services.report, principals?.name ?? ""),
  );
}

/** The files that are joined in memory. They form one step, so a resumed load reads either all or none of them. */
const TOGETHER: readonly File[] = ["title.basics", "title.ratings", "title.episode"];

interface Kept {
  readonly kinds: Services["kinds"];
  readonly titles: Bits;
  readonly people: Bits;
  /** The episodes read so far. Absent if no file contains the numbers of episodes. */
  readonly episodes?: ImdbEpisodes | undefined;
}

async function readFile(
  kind: File,
  file: LineFile,
  staging: Staging,
  kept: Kept,
  services: Services,
): Promise<void> {
  let columns: Map<string, number> | null = null;
  const read = READERS[kind];
  const createScan = kind in SCANS ? SCANS[kind as keyof typeof SCANS] : undefined;
  let scan: Scan | null = null;
  await eachRow(file, services, {
    ...(createScan && { scan: (line) => scan?.(line) === true }),
    parse(line) {
      const fields = (line.endsWith("\r") ? line.slice(0, -1) : line).split("\t");
      if (columns === null) {
        if (fields.length === 1)
          throw new CommandError(`${file.path} has one column. Its columns must be separated by tabs.`);
        columns = new Map(fields.map((name, at) => [name, at]));
        scan = createScan?.({ ...kept, columns, report: services.report }) ?? null;
        return undefined;
      }
      if (fields.length !== columns.size) throw new Error(`${fields.length} fields, not ${columns.size}`);
      return { fields, columns };
    },
    id: ({ fields }) => fields[0],
    read({ fields, columns }, context) {
      function field(name: string): string | null {
        const value = fields[columns.get(name) ?? -1];
        return value === undefined || value === "\\N" ? null : value;
      }
      read(field, { staging, kept, report: services.report, ...context });
    },
  });
}

/** The staging file, and the ids of the titles and people to keep. */
interface Destination extends RowContext {
  readonly staging: Staging;
  readonly kept: Kept;
  readonly report: LoadReport;
}

const RECORD = {
  isAdult: values.flag,
  originalTitle: values.words,
  startYear: values.year,
  endYear: values.year,
  genres: values.names,
  runtimeMinutes: values.duration,
};
const RATING = { averageRating: values.rating, numVotes: values.whole(0, 2 ** 32 - 1) };
const NUMBERS = { seasonNumber: values.whole(0, 999_999_999), episodeNumber: values.whole(0, 999_999_999) };
const EPISODE = {
  primaryTitle: values.words,
  startYear: values.year,
  runtimeMinutes: values.whole(0, MAX_EPISODE_RUNTIME),
};
const LIFE = { birthYear: values.year, deathYear: values.year };
const id = (field: Field, name: string) => required(name, field(name), values.imdbNumber);

/** Reads the fields that a reader is for. */
function readColumns<const R extends Readers>(readers: R, field: Field, ignore: IgnoreField) {
  const row = Object.fromEntries(Object.keys(readers).map((name) => [name, field(name)]));
  return readFields(readers, row, ignore);
}

const READERS: Readonly<Record<File, (field: Field, to: Destination) => void>> = {
  "title.basics"(field, { staging, kept: { titles, episodes, kinds }, report, place, ignore }) {
    const titleType = field("titleType") ?? "";
    if (titleType === "tvEpisode") {
      if (episodes !== undefined) addEpisode(field, episodes, ignore);
      return;
    }
    const type = IMDB_KINDS.get(titleType);
    if (type === undefined || kinds?.includes(titleType) === false) {
      report.kinds.set(titleType, (report.kinds.get(titleType) ?? 0) + 1);
      return;
    }
    const name = required("title", field("primaryTitle") ?? field("originalTitle"), values.name);
    const { endYear, ...fields } = readColumns(RECORD, field, ignore);
    const title = id(field, "tconst");
    const record = {
      is_adult: fields.isAdult,
      original_title: fields.originalTitle,
      year: fields.startYear,
      genres: fields.genres,
      runtime: fields.runtimeMinutes,
    };
    staging.addTitle(toRecord({ ...record, id: title, type, title: name }), { place });
    titles.add(title);
    if (type === "series" && endYear !== undefined)
      staging.addPart(title, { facts: { series: { last_year: Number(endYear) } } });
  },
  "title.ratings"(field, { staging, kept: { titles, episodes }, ignore }) {
    const title = id(field, "tconst");
    if (!titles.has(title) && episodes === undefined) return;
    const { averageRating: rating = 0, numVotes: votes = 0 } = readColumns(RATING, field, ignore);
    if (titles.has(title)) staging.addPopularity(title, { popularity: 0, votes, rating });
    else episodes?.rate(title, rating, votes);
  },
  "title.akas"(field, { staging, kept: { titles } }) {
    const title = id(field, "titleId");
    if (!titles.has(title) || field("title") === null) return;
    const kind = aliasKind(`${field("types") ?? ""} ${field("attributes") ?? ""}`);
    const alias = required("title", field("title"), values.name);
    staging.addPart(title, { aliases: [[alias, { kind, region: field("region") ?? "" }]] });
  },
  "title.episode"(field, { kept: { titles, episodes }, report, line, ignore }) {
    const series = id(field, "parentTconst");
    const { seasonNumber: season, episodeNumber: episode } = readColumns(NUMBERS, field, ignore);
    if (!titles.has(series)) report.ignoredEpisodes += 1;
    else if (season !== undefined && episode !== undefined)
      episodes?.number(id(field, "tconst"), { series, season, episode, line: line ?? 0 });
  },
  "title.principals"(field, { staging, kept: { titles }, ignore }) {
    const title = id(field, "tconst");
    const credit = titles.has(title) ? principal(field, ignore) : null;
    if (credit !== null) staging.run("INSERT OR IGNORE INTO credit VALUES (?, ?, ?, ?, ?)", title, ...credit);
  },
  "title.crew"(field, { staging, kept: { titles }, ignore }) {
    const title = id(field, "tconst");
    if (!titles.has(title)) return;
    for (const credit of crewMembers(field, ignore)) {
      staging.run("INSERT OR IGNORE INTO credit VALUES (?, ?, ?, ?, ?)", title, ...credit);
    }
  },
  "name.basics"(field, { staging, kept: { people }, ignore }) {
    const person = id(field, "nconst");
    if (!people.has(person)) return;
    const name = required("name", field("primaryName"), values.name);
    staging.run("INSERT OR IGNORE INTO person VALUES (?, ?)", person, name);
    const { birthYear: born, deathYear: died } = readColumns(LIFE, field, ignore);
    if ((born ?? died) !== undefined)
      staging.addPersonDetails(person, { otherNames: [], life: { born, died } });
  },
};

function addEpisode(field: Field, episodes: ImdbEpisodes, ignore: IgnoreField): void {
  const {
    primaryTitle = "",
    startYear = 0,
    runtimeMinutes: runtime = 0,
  } = readColumns(EPISODE, field, ignore);
  episodes.add(id(field, "tconst"), Buffer.from(primaryTitle), { year: Number(startYear), runtime });
}
