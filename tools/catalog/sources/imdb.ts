/**
 * Reads IMDb's non-commercial dumps (https://developer.imdb.com/non-commercial-datasets): `title.basics`,
 * `title.akas`, `title.ratings`, `title.episode`, `title.crew`, `title.principals` and `name.basics`, as `.tsv` or
 * `.tsv.gz`. Only `title.basics` is required. The files are in UTF-8, with a header line, tabs between fields, `\N`
 * for missing values, and no quoting.
 *
 * Our ids are the numbers in IMDb's `tt…` and `nm…` ids. Films, TV films, series, mini-series and the episodes of
 * series are kept. The dumps have 11 million titles and 90 million principals, so rows are not kept in memory but
 * written to the staging file and joined there.
 */
import { readLife } from "../../../worker/contract/facts.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { CommandError } from "../../options.ts";
import { aliasKind } from "./alias-kinds.ts";
import { Bits } from "./bits.ts";
import {
  assembleCredits,
  CREDITS_SCHEMA,
  crewMembers,
  type Field,
  number,
  principal,
} from "./imdb-credits.ts";
import { ImdbEpisodes, MAX_EPISODE_RUNTIME } from "./imdb-episodes.ts";
import { SCANS, type Scan } from "./imdb-scan.ts";
import { eachRow, type IgnoreField, type LineFile, type Progress, type RowContext } from "./lines.ts";
import type { LoadReport } from "./load-report.ts";
import { isName, MAX_RATING, type Staging } from "./staging.ts";

interface Services {
  readonly report: LoadReport;
  readonly progress?: Progress;
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
  const [, kind] = /^((?:title|name)\.\w+)\.tsv(?:\.gz)?$/.exec(name) ?? [];
  return FILES.find((file) => file === kind) ?? null;
}

/** The contract's title type for each IMDb type. Titles with other types are omitted. */
const KINDS: Readonly<Record<string, string>> = {
  movie: "movie",
  tvMovie: "movie",
  tvSeries: "series",
  tvMiniSeries: "series",
};

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
  const kept: Kept = { titles: new Bits(), people: new Bits() };
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

const READERS: Readonly<Record<File, (field: Field, to: Destination) => void>> = {
  "title.basics"(field, { staging, kept: { titles, episodes }, place, ignore }) {
    const titleType = field("titleType") ?? "";
    if (titleType === "tvEpisode" && episodes !== undefined) addEpisode(field, episodes, ignore);
    const type = KINDS[titleType];
    if (type === undefined) return;
    const record = toRecord(field, type, ignore);
    staging.addTitle(record, { place, ignore });
    titles.add(record.id);
    const last = digits(field, "endYear", YEAR, ignore);
    if (type === "series" && last !== null)
      staging.addPart(record.id, { facts: { series: { last_year: Number(last) } } });
  },
  "title.ratings"(field, { staging, kept: { titles, episodes }, ignore }) {
    const id = number(field("tconst"));
    if (!titles.has(id) && episodes === undefined) return;
    function amount(name: string, max: number): number {
      const value = Number(field(name) ?? 0);
      if (value >= 0 && value <= max) return value;
      ignore(`${name} ${field(name)} is not a number up to ${max}`);
      return 0;
    }
    const votes = amount("numVotes", MAX_VOTES);
    const rating = amount("averageRating", MAX_RATING);
    if (titles.has(id)) staging.addPopularity(id, { popularity: 0, votes, rating });
    else episodes?.rate(id, rating, votes);
  },
  "title.akas"(field, { staging, kept: { titles } }) {
    const id = number(field("titleId"));
    const title = field("title");
    if (!titles.has(id) || title === null) return;
    const kind = aliasKind(`${field("types") ?? ""} ${field("attributes") ?? ""}`);
    staging.addPart(id, { aliases: [[title, { kind, region: field("region") ?? "" }]] });
  },
  "title.episode"(field, { kept: { titles, episodes }, report, line, ignore }) {
    const series = number(field("parentTconst"));
    const season = digits(field, "seasonNumber", DIGITS, ignore);
    const episode = digits(field, "episodeNumber", DIGITS, ignore);
    if (!titles.has(series)) report.ignoredEpisodes += 1;
    else if (season !== null && episode !== null) {
      const numbers = { series, season: Number(season), episode: Number(episode), line: line ?? 0 };
      episodes?.number(number(field("tconst")), numbers);
    }
  },
  "title.principals"(field, { staging, kept: { titles }, ignore }) {
    const id = number(field("tconst"));
    const credit = titles.has(id) ? principal(field, ignore) : null;
    if (credit !== null) staging.run("INSERT OR IGNORE INTO credit VALUES (?, ?, ?, ?, ?)", id, ...credit);
  },
  "title.crew"(field, { staging, kept: { titles }, ignore }) {
    const id = number(field("tconst"));
    if (!titles.has(id)) return;
    for (const credit of crewMembers(field, ignore)) {
      staging.run("INSERT OR IGNORE INTO credit VALUES (?, ?, ?, ?, ?)", id, ...credit);
    }
  },
  "name.basics"(field, { staging, kept: { people }, ignore }) {
    const id = number(field("nconst"));
    if (!people.has(id)) return;
    const name = field("primaryName") ?? "";
    if (name === "" || !isName(name)) throw new Error("name is missing or too long");
    staging.run("INSERT OR IGNORE INTO person VALUES (?, ?)", id, name);
    const life = readLife({
      born: digits(field, "birthYear", YEAR, ignore),
      died: digits(field, "deathYear", YEAR, ignore),
    });
    if (Object.keys(life).length > 0) staging.addPersonDetails(id, { otherNames: [], life });
  },
};

const YEAR = /^\d{4}$/;
const DIGITS = /^\d{1,9}$/;
const MAX_VOTES = 2 ** 32 - 1;

/**
 * Returns a field if it matches `form`. Returns `null` if it is missing or malformed, and reports a malformed one.
 */
function digits(field: Field, name: string, form: RegExp, ignore: IgnoreField): string | null {
  const value = field(name);
  if (value === null || form.test(value)) return value;
  ignore(`${name} ${value} is malformed`);
  return null;
}

function addEpisode(field: Field, episodes: ImdbEpisodes, ignore: IgnoreField): void {
  const title = field("primaryTitle") ?? "";
  const runtime = Number(digits(field, "runtimeMinutes", DIGITS, ignore));
  if (!isName(title)) ignore("primaryTitle is too long");
  if (runtime > MAX_EPISODE_RUNTIME) ignore(`runtimeMinutes ${runtime} is more than ${MAX_EPISODE_RUNTIME}`);
  episodes.add(number(field("tconst")), Buffer.from(isName(title) ? title : ""), {
    year: Number(digits(field, "startYear", YEAR, ignore)),
    runtime: runtime > MAX_EPISODE_RUNTIME ? 0 : runtime,
  });
}

function toRecord(field: Field, type: string, ignore: IgnoreField): TitleRecord {
  const title = field("primaryTitle") ?? "";
  return {
    id: number(field("tconst")),
    is_adult: field("isAdult") === "1" ? 1 : 0,
    type,
    title,
    original_title: field("originalTitle") ?? title,
    year: digits(field, "startYear", YEAR, ignore) ?? "",
    countries: "",
    genres: (field("genres") ?? "").replaceAll(",", ", "),
    runtime: digits(field, "runtimeMinutes", DIGITS, ignore) ?? "0",
    rating: 0,
    plot: "",
    poster: null,
  };
}
