/**
 * The writes of some changes: they delete the stored rows of their titles and people, and insert the rows of a load.
 * Existing ranks stay. Words, facets and fame wait for the next load.
 */
import { browseFacts } from "../../../worker/origins/catalog/stored/browse-tokens.ts";
import { GAP } from "../../../worker/origins/catalog/stored/ranks.ts";
import { CommandError } from "../../options.ts";
import type { AppliedChange } from "../control.ts";
import type { ExternalId, WholeTitle } from "../load/load.ts";
import { externalText, partHash, sumOfHashes, titleHash, titleRows } from "../load/rows.ts";
import type { Statement } from "../load/statements.ts";
import { COLUMNS } from "../load/tables.ts";
import type { LoadReport } from "../sources/load-report.ts";
import { type CatalogChange, completed, type PlacedChange, type PutPerson, type PutTitle } from "./change.ts";
import { lineError } from "./lines.ts";
import { ChangedPeople } from "./people.ts";
import { type Rows, replacing } from "./replacing.ts";
import { keyOf, type Stored, type StoredTitle } from "./stored.ts";

interface Plan {
  /** How many changes it has. */
  readonly count: number;
  readonly statements: readonly Statement[];
  readonly applied: readonly AppliedChange[];
  /** How many more titles the catalog has. */
  readonly more: number;
}

/** Throws a LineError if the first change cannot be applied; ends before a later one that cannot. */
export function planOf(changes: readonly PlacedChange[], stored: Stored, report: LoadReport): Plan {
  const plan = new Planning(stored);
  let count = 0;
  for (const { change, place } of changes) {
    const ignore = (reason: string) => report.fields.add({ file: place, line: null, id: change.id, reason });
    try {
      if (!plan.add(change, ignore)) break;
    } catch (thrown) {
      if (count === 0) throw lineError({ place, id: change.id }, thrown);
      break;
    }
    count += 1;
  }
  return { count, ...plan.result() };
}

class Planning {
  readonly #stored: Stored;
  readonly #people: ChangedPeople;
  readonly #external: Map<string, ExternalId>;
  readonly #applied: AppliedChange[] = [];
  readonly #peopleTold = new Set<number>();
  readonly #before: Rows = [];
  readonly #after: Rows = [];
  /** Of new titles. */
  readonly #ranks = new Set<number>();
  readonly #others: Statement[] = [];
  #more = 0;

  constructor(stored: Stored) {
    this.#stored = stored;
    this.#people = new ChangedPeople(stored);
    this.#external = new Map(stored.external);
  }

  /** Returns whether there is room for it: otherwise it needs another batch. */
  add(change: CatalogChange, ignore: (reason: string) => void): boolean {
    if (change.kind === "person") this.#person(change, ignore);
    else if (change.op === "put") return this.#put(change, ignore);
    else this.#remove(change);
    return true;
  }

  result(): Omit<Plan, "count"> {
    const people = this.#people.rows();
    const statements = replacing([...this.#before, ...people.before], [...this.#after, ...people.after]);
    const told = [...this.#peopleTold].map((id): AppliedChange => {
      return { kind: "person", id, op: this.#people.get(id) === null ? "remove" : "put" };
    });
    return {
      statements: [...this.#others, ...statements],
      applied: [...this.#applied, ...told],
      more: this.#more,
    };
  }

  #put(change: PutTitle, ignore: (reason: string) => void): boolean {
    const { id } = change;
    const before = this.#stored.titles.get(id) ?? null;
    const rank = before?.rank ?? this.#freeRank(id);
    if (rank === null) return false;
    const given = completed(change, before);
    const claimed = this.#claim(before?.external ?? [], given.external, ignore);
    const whole = { ...given, external: claimed };
    const hash = hashOf(whole);
    if (before?.hash === hash) return true;
    this.#ranks.add(rank);
    this.#replace(before, { ...whole, rank, hash });
    this.#applied.push({ kind: "title", id, op: "put" });
    if (before === null) this.#others.push(...forgetting(id));
    return true;
  }

  #remove(change: Extract<CatalogChange, { op: "remove" | "merge" }>): void {
    const { id, op } = change;
    const { titles, merged } = this.#stored;
    const before = titles.get(id) ?? null;
    if (op === "remove") {
      if (before === null && !merged.has(id)) return;
      this.#claim(before?.external ?? [], [], () => {});
      this.#replace(before, null);
      this.#others.push(...forgetting(id));
      this.#applied.push({ kind: "title", id, op });
      return;
    }
    // After a chain of merges its lines can be repeated.
    const into = merged.get(change.into) ?? change.into;
    if (before === null && merged.get(id) === into) return;
    if (into === id) throw new Error("a title cannot be merged into itself");
    if (!titles.has(into)) throw new Error(`there is no title ${into} to merge it into`);
    // A merged title keeps its ids in other sources, which lead to the other one.
    this.#replace(before && { ...before, external: [] }, null);
    this.#others.push({ sql: MERGING, parameter: [id, into] }, { sql: MERGED, parameter: [id, into] });
    this.#applied.push({ kind: "title", id, op, into });
  }

  #person({ id, otherNames, external }: PutPerson, ignore: (reason: string) => void): void {
    const person = this.#people.get(id);
    const isRenamed = person !== null && otherNames !== null && otherNames !== person.otherNames;
    if (isRenamed) this.#people.set({ ...person, otherNames });
    const known = [...this.#stored.external.values()].filter(
      ([, , kind, of]) => kind === "person" && of === id,
    );
    const claimed = external === null ? known : this.#claim(known, external, ignore);
    this.#before.push(...externalRows(known));
    this.#after.push(...externalRows(claimed));
    const texts = (some: readonly ExternalId[]) => JSON.stringify(some.map(keyOf).sort());
    if (isRenamed || texts(known) !== texts(claimed)) this.#peopleTold.add(id);
  }

  #replace(before: StoredTitle | null, after: TitleToWrite | null): void {
    if (before !== null) this.#before.push(...storedRows(before));
    if (after !== null) this.#after.push(...rowsOf(after));
    this.#more += Number(after !== null) - Number(before !== null);
    for (const id of this.#people.changeTitle(credited(before), credited(after))) this.#peopleTold.add(id);
  }

  /** Of ids in other sources, those that nobody with a smaller id has; from others they are taken, as a load does. */
  #claim(
    before: readonly ExternalId[],
    claims: readonly ExternalId[],
    ignore: (reason: string) => void,
  ): ExternalId[] {
    for (const known of before)
      if (this.#external.get(keyOf(known))?.[3] === known[3]) this.#external.delete(keyOf(known));
    return claims.filter((claim) => {
      const [source, external, , id] = claim;
      const owner = this.#external.get(keyOf(claim));
      if (owner !== undefined && owner[3] < id) {
        ignore(`${source} ${external} is an id of ${owner[2]} ${owner[3]}, which keeps it`);
        return false;
      }
      if (owner !== undefined && owner[3] !== id) this.#take(owner);
      this.#external.set(keyOf(claim), claim);
      return true;
    });
  }

  #take(taken: ExternalId): void {
    const [, , kind, id] = taken;
    this.#before.push(["external", taken]);
    if (kind === "title") {
      this.#others.push({ sql: "UPDATE catalog_title SET hash = 0 WHERE id = ?1 + 0", parameter: id });
      this.#applied.push({ kind, id, op: "put" });
    } else this.#peopleTold.add(id);
  }

  /** Near the middle of the gap; `null`: all are given to others of this batch. */
  #freeRank(id: number): number | null {
    const { low, high } = this.#stored.gaps.get(id) ?? { low: 0, high: null };
    const isFree = (rank: number) => rank > low && rank < (high ?? rank + 1) && !this.#ranks.has(rank);
    const middle = high === null ? low + GAP : Math.floor((low + high) / 2);
    for (let away = 0; ; away += 1) {
      const [above, below] = [middle + away, middle - away];
      if (isFree(above)) return above;
      if (isFree(below)) return below;
      if (below <= low && above >= (high ?? above + 1)) return null;
    }
  }
}

interface TitleToWrite extends WholeTitle {
  readonly rank: number;
  readonly hash: number;
}

function rowsOf({ rank, hash, entry, credits, external }: TitleToWrite): Rows {
  const rows: Rows = [...titleRows(entry, rank, hash).rows, ...externalRows(external)];
  if (entry.record.is_adult === 0) rows.push(["browse", [rank, browseFacts(entry).tokens]]);
  if (credits !== null) rows.push(["credits", [entry.record.id, credits]]);
  return rows;
}

const FORMS = COLUMNS.title.indexOf("forms");

/** The index holds no text: with other tokens, a deletion would damage it. */
function storedRows(title: StoredTitle): Rows {
  const rows = rowsOf(title);
  if (rows[0]?.[1][FORMS] === title.forms) return rows;
  throw new CommandError(
    `Title ${title.entry.record.id} was stored by another version of Marquee; load the catalog again.`,
  );
}

const externalRows = (some: readonly ExternalId[]): Rows => some.map((row) => ["external", row]);

function credited(title: TitleToWrite | null) {
  return title && { rank: title.rank, isAdult: title.entry.record.is_adult === 1, credits: title.credits };
}

/** As a load computes it. */
export function hashOf({ entry, credits, external }: WholeTitle): number {
  const hashes = external.map(([source, other]) => partHash(externalText(source, other)));
  return titleHash({
    entry,
    credits: credits === null ? 0 : partHash(credits),
    external: hashes.reduce(sumOfHashes, 0),
  });
}

/** Forgets this id's merge into another title, and the ids that were merged into it, which would lead nowhere. */
const forgetting = (id: number): Statement[] =>
  [
    `DELETE FROM catalog_external WHERE kind = 'title'
       AND id IN (SELECT id FROM catalog_merged WHERE ?1 + 0 IN (id, into_id))`,
    "DELETE FROM catalog_merged WHERE ?1 + 0 IN (id, into_id)",
  ].map((sql) => ({ sql, parameter: id }));

/** Ids that led to the title lead to the other one. */
const MERGING = "UPDATE catalog_merged SET into_id = ?1 ->> 1 WHERE into_id = ?1 ->> 0";
const MERGED = "INSERT OR REPLACE INTO catalog_merged (id, into_id) VALUES (?1 ->> 0, ?1 ->> 1)";
