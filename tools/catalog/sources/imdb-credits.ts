/**
 * Maps IMDb's principals and crew to the contract's eight groups. Principals have a category and often a job. Crew
 * lists directors and writers who may be missing from the principals.
 *
 *     actor, actress, self, archive_footage…    cast
 *     writer                                    writer
 *     director                                  director
 *     editor                                    editing
 *     producer, casting_director,
 *     cinematographer (Director of Photography) production
 *     production_designer                       art
 *     composer                                  sound
 *     visual effects                            none in the dumps: the group stays empty
 *
 * Other categories are omitted.
 */
import { CREW_GROUPS, type CrewGroup } from "../../../worker/contract/credits.ts";
import { groupRuns } from "../load/runs.ts";
import { isStorageError } from "../storage.ts";
import type { LoadReport } from "./load-report.ts";
import type { Staging } from "./staging.ts";
import { type IgnoreField, imdbNumber, list, readItems, required, role } from "./values.ts";

export const CREDITS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS credit (
    title INTEGER NOT NULL, place INTEGER NOT NULL, person INTEGER NOT NULL, part TEXT NOT NULL, role TEXT NOT NULL,
    PRIMARY KEY (title, part, person, role)
  ) WITHOUT ROWID;
`;

/** A credit as staged: the position in the title's credits, the person's id, the group, and the role or job. */
type StagedCredit = readonly [place: number, person: number, part: string, role: string];

const CAST = new Set(["actor", "actress", "self", "archive_footage", "archive_sound"]);

const CREW: Readonly<Record<string, readonly [CrewGroup, job: string]>> = {
  writer: ["writer", "Writer"],
  director: ["director", "Director"],
  editor: ["editing", "Editor"],
  producer: ["production", "Producer"],
  casting_director: ["production", "Casting"],
  cinematographer: ["production", "Director of Photography"],
  production_designer: ["art", "Production Design"],
  composer: ["sound", "Original Music Composer"],
};

/** Returns the credit of a principal, or `null` if the category belongs to no group. */
export function principal(field: Field, ignore: IgnoreField): StagedCredit | null {
  const category = field("category") ?? "";
  const person = required("nconst", field("nconst"), imdbNumber);
  const place = Number(field("ordering") ?? 0);
  if (CAST.has(category)) return [place, person, "cast", joinCharacters(field("characters"), ignore)];
  const crew = CREW[category];
  return crew === undefined ? null : [place, person, crew[0], toJob(field("job"), crew[1])];
}

/** The position of the first crew member. Crew members come after all principals, in the order of `title.crew`. */
const AFTER_PRINCIPALS = 1_000;

export function crewMembers(field: Field, ignore: IgnoreField): StagedCredit[] {
  function members(column: string): number[] {
    const keys = (field(column) ?? "").split(",").filter((key) => key !== "");
    return readItems(imdbNumber, keys, { field: column, ignore });
  }
  return [
    ...members("directors").map(
      (person, at) => [AFTER_PRINCIPALS + at, person, "director", "Director"] as const,
    ),
    ...members("writers").map((person, at) => [AFTER_PRINCIPALS + at, person, "writer", "Writer"] as const),
  ];
}

/** Converts characters from JSON, such as `["Maya","Herself"]`, to `Maya / Herself`. */
function joinCharacters(field: string | null, ignore: IgnoreField): string {
  if (field === null) return "";
  try {
    return readItems(role, required("characters", JSON.parse(field), list), {
      field: "characters",
      ignore,
    }).join(" / ");
  } catch {
    ignore("is not a list", "characters", field);
    return "";
  }
}

/**
 * Returns the job with an upper-case initial, because IMDb writes jobs in lower case. Returns `fallback` if there is
 * no job.
 */
function toJob(job: string | null, fallback: string): string {
  return job === null || job === "" ? fallback : job[0]?.toUpperCase() + job.slice(1);
}

/**
 * Groups the staged credits by title. If the credits of a title are too large for a row, omits them and reports them
 * as a fault in `file`.
 */
export function assembleCredits(staging: Staging, report: LoadReport, file: string): void {
  const rows = staging.database.prepare(`
    SELECT title, part, person, name, role FROM credit JOIN person ON person.id = credit.person
    ORDER BY title, place`);
  for (const run of groupRuns(rows.iterate(), ({ title }) => title)) {
    const id = Number(run[0].title);
    try {
      staging.addCredits(id, toCredits(id, run), file);
      report.loaded([]);
    } catch (thrown) {
      if (isStorageError(thrown)) throw thrown;
      report.malformed({ file, line: null, id, reason: (thrown as Error).message });
    }
  }
  report.endFile(file);
}

/** Returns the credits of a title as JSON. */
function toCredits(title: number, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const groups = new Map(["cast", ...CREW_GROUPS].map((group): [string, object[]] => [group, []]));
  const crew = new Set<string>();
  for (const { part, person, name, role } of rows) {
    const key = `${part} ${person}`;
    // The job of a principal may be more specific than that in `title.crew`.
    if (crew.has(key) && isPlain(role)) continue;
    if (part !== "cast") crew.add(key);
    const member = { id: person, name, profile_path: null };
    groups.get(String(part))?.push({ ...member, [part === "cast" ? "character" : "job"]: role });
  }
  return JSON.stringify({ id: title, ...Object.fromEntries(groups) });
}

const isPlain = (job: unknown) => job === "Director" || job === "Writer";

/** Returns the field with this name, or `null` if it is `\N`. */
export type Field = (name: string) => string | null;
