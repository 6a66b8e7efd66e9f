/**
 * Applies changes in memory to the part of the catalog that they affect. The changed rows are the same as after a
 * load, with two exceptions: titles keep their ranks, and words and fame are not updated.
 */
import { browseFacts } from "../../../worker/catalog/store/browse-facts.ts";
import { packRanks, toBucket } from "../../../worker/catalog/store/person-ids.ts";
import { GAP, placeAt, rankAt } from "../../../worker/catalog/store/ranks.ts";
import { listRoleTokens } from "../../../worker/catalog/store/role-names.ts";
import type { AppliedChange } from "../control.ts";
import type { OtherId, WholeTitle } from "../load/load.ts";
import { encodeLife, listOtherNames, personRows } from "../load/people.ts";
import {
  type CatalogEntry,
  externalText,
  partHash,
  sumOfHashes,
  titleHash,
  titleRows,
} from "../load/rows.ts";
import {
  divideSeason,
  isItself,
  joinSeasons,
  latestDates,
  MAX_SEASON_BYTES,
  type StoredSeason,
  seasonHash,
  seasonRow,
} from "../load/seasons.ts";
import { withoutContradiction } from "../sources/given.ts";
import type { IgnoreField } from "../sources/values.ts";
import { type CatalogChange, type PutPerson, type PutTitle, titleIds } from "./lines.ts";
import { mapCredits, withTitle } from "./people.ts";
import type { Rows } from "./replacing.ts";
import { keyOf, type Part, type Stored, type StoredTitle } from "./stored.ts";

/**
 * The part of the catalog that a batch affects. Changes are applied to it one by one, and a change that throws leaves
 * it as it was.
 */
export class ChangedPart implements Part {
  readonly titles: Part["titles"];
  readonly people: Part["people"];
  readonly external: Part["external"];
  readonly merged: Part["merged"];
  readonly #stored: Stored;
  /** The ranks that new titles have received. */
  readonly #ranks = new Set<number>();
  /** The place of the last person, from which `rankAt()` computes the rank. */
  #last: number;
  /**
   * Whether a collection has new members or a new order, so that API clients must be told that all of its titles
   * changed.
   */
  #isRegrouped = false;
  /** The ids of the titles and people that have changed. */
  readonly #changed = { title: new Set<number>(), person: new Set<number>() };

  constructor(stored: Stored) {
    this.#stored = stored;
    this.titles = new Map(stored.titles);
    this.people = new Map(stored.people);
    this.external = new Map(stored.external);
    this.merged = new Map(stored.merged);
    this.#last = placeAt(stored.lastPerson);
  }

  apply(change: CatalogChange, ignore: IgnoreField): void {
    if (change.kind === "person") this.#putPerson(change, ignore);
    else if (change.op === "put") this.#put(change, ignore);
    else if (change.op === "merge") this.#merge(change);
    else this.#remove(change.id);
  }

  /** Returns the changes to log for API clients. */
  applied(): AppliedChange[] {
    const titles = [...this.#changed.title].map((id): AppliedChange => {
      const into = this.merged.get(id);
      if (this.titles.has(id)) return { kind: "title", id, op: "put" };
      return { kind: "title", id, ...(into === undefined ? { op: "remove" } : { op: "merge", into }) };
    });
    const others = this.#isRegrouped
      ? this.#stored.members
          .filter((id) => !this.#changed.title.has(id))
          .map((id): AppliedChange => ({ kind: "title", id, op: "put" }))
      : [];
    const people = [...this.#changed.person].map((id): AppliedChange => {
      return { kind: "person", id, op: this.people.has(id) ? "put" : "remove" };
    });
    return [...titles, ...others, ...people];
  }

  #put(change: PutTitle, ignore: IgnoreField): void {
    const { id } = change;
    const before = this.titles.get(id);
    const { entry: changed, facts, ...parts } = before === undefined ? change : withoutUnread(change, before);
    const record = changed.record ?? before?.entry.record;
    if (record === undefined) throw new Error(`there is no title ${id}`);
    const rank = before?.rank ?? this.#stored.titles.get(id)?.rank ?? this.#freeRank(id);
    if (before === undefined) this.#forget(id);
    const claims = parts.external && titleIds(record.type, parts.external);
    const external = this.#claim("title", id, { claims, ignore });
    const { credits = before?.credits ?? null } = parts;
    const mergedEntry = { ...UNKNOWN, ...before?.entry, ...changed, record };
    const newFacts = facts && withoutContradiction(facts, () => record.year, ignore);
    const isSeries = record.type === "series";
    const seasons = isSeries ? seasonsAfter(before?.seasons ?? [], parts) : [];
    if (!isSeries && parts.seasonParts?.episodes?.length) ignore("a film has no episodes");
    const whole = {
      entry: { ...mergedEntry, facts: { ...mergedEntry.facts, ...newFacts } },
      credits,
      seasons,
    };
    const hash = hashTitle({ ...whole, external });
    const { leads, similar } = before ?? { leads: "", similar: "" };
    if (before?.hash !== hash) this.#replace(id, { id, rank, hash, leads, similar, ...whole });
  }

  #remove(id: number): void {
    this.#forget(id);
    this.#claim("title", id, { claims: [] });
    this.#replace(id, null);
  }

  /** Merges a title into another one. External ids of the merged title then belong to the other one. */
  #merge({ id, ...change }: Extract<CatalogChange, { op: "merge" }>): void {
    // The target may itself have been merged, if an update with several merges in a row is repeated.
    const into = this.merged.get(change.into) ?? change.into;
    if (into === id) throw new Error("a title cannot be merged into itself");
    if (!this.titles.has(into)) throw new Error(`there is no title ${into} to merge it into`);
    this.#replace(id, null);
    if (this.merged.get(id) !== into) this.#changed.title.add(id);
    this.merged.set(id, into);
    for (const [merged, target] of this.merged) if (target === id) this.merged.set(merged, into);
  }

  #putPerson({ id, external, ...details }: PutPerson, ignore: IgnoreField): void {
    const person = this.people.get(id);
    if (person !== undefined) {
      const otherNames =
        details.otherNames === undefined
          ? person.otherNames
          : listOtherNames({ name: person.name, otherNames: details.otherNames }, ignore).join("\n");
      const life = encodeLife({ ...(person.life !== "" && JSON.parse(person.life)), ...details.life });
      if (otherNames !== person.otherNames || life !== person.life) {
        this.people.set(id, { ...person, otherNames, life });
        this.#changed.person.add(id);
      }
    }
    this.#claim("person", id, { claims: external, ignore });
  }

  #replace(id: number, title: StoredTitle | null): void {
    const before = this.titles.get(id) ?? null;
    if (title === null) this.titles.delete(id);
    else this.titles.set(id, title);
    if (before !== title) this.#changed.title.add(id);
    if (getGrouping(before) !== getGrouping(title)) this.#isRegrouped = true;
    const [old, next] = [mapCredits(before), mapCredits(title)];
    for (const person of new Set([...old.keys(), ...next.keys()])) {
      const stored = this.people.get(person) ?? null;
      const changed = withTitle(stored, { id: person, old: before?.rank, next: next.get(person) });
      if (changed === stored) continue;
      this.#changed.person.add(person);
      if (changed === null) this.people.delete(person);
      else this.people.set(person, { ...changed, rank: stored?.rank ?? this.#lastRank() });
    }
  }

  #lastRank(): number {
    this.#last = Math.floor(this.#last) + 1;
    return rankAt(this.#last);
  }

  /**
   * Removes the merge of an id, and the merges of other ids into it, because they would redirect to a missing title.
   */
  #forget(id: number): void {
    for (const [merged, into] of [...this.merged]) {
      if (merged !== id && into !== id) continue;
      this.merged.delete(merged);
      this.#changed.title.add(merged);
      this.#claim("title", merged, { claims: [] });
    }
  }

  /**
   * Assigns external ids to an owner and returns those that it keeps. Without `claims`, the owner keeps its current
   * ids. If several owners claim an external id, the smallest id keeps it, as in a load.
   */
  #claim(
    kind: "title" | "person",
    id: number,
    {
      claims,
      ignore = () => {},
    }: { readonly claims: readonly OtherId[] | undefined; readonly ignore?: IgnoreField },
  ): readonly OtherId[] {
    const currentIds = [...this.external.values()].filter(
      (externalId) => externalId[2] === kind && externalId[3] === id,
    );
    if (claims === undefined) return currentIds.map(([source, external]) => [source, external]);
    for (const externalId of currentIds) this.external.delete(keyOf(externalId));
    const kept = claims.filter((claim) => {
      const owner = this.external.get(keyOf(claim));
      if (owner !== undefined && owner[3] < id) {
        ignore(`${claim.join(" ")} is an id of ${owner[2]} ${owner[3]}, which keeps it`);
        return false;
      }
      if (owner !== undefined && owner[3] !== id) this.#take(owner[2], owner[3]);
      this.external.set(keyOf(claim), [...claim, kind, id]);
      return true;
    });
    if (kind === "person" && currentIds.map(keyOf).sort().join() !== kept.map(keyOf).sort().join())
      this.#changed.person.add(id);
    return kept;
  }

  /**
   * Marks the owner that loses an external id as changed. A title also loses its hash, so that the next comparison
   * with its source finds it.
   */
  #take(kind: string, id: number): void {
    this.#changed[kind === "person" ? "person" : "title"].add(id);
    const title = this.titles.get(id);
    if (kind === "title" && title !== undefined) this.titles.set(id, { ...title, hash: 0 });
  }

  /**
   * Returns a free rank near the middle of the gap for a new title. Throws if earlier titles of the batch have used
   * all ranks of the gap. The change is then applied in the next batch.
   */
  #freeRank(id: number): number {
    const { low, high } = this.#stored.gaps.get(id) ?? { low: 0, high: null };
    const end = high ?? Number.POSITIVE_INFINITY;
    const middle = high === null ? low + GAP : Math.floor((low + high) / 2);
    const isFree = (rank: number) => rank > low && rank < end && !this.#ranks.has(rank);
    for (let away = 0; middle - away > low || middle + away < end; away += 1) {
      const rank = [middle + away, middle - away].find(isFree);
      if (rank === undefined) continue;
      this.#ranks.add(rank);
      return rank;
    }
    throw new Error("there is no rank left");
  }
}

/** Returns the change without the members that could not be read, so that the title keeps them. */
function withoutUnread(change: PutTitle, { entry: stored }: StoredTitle): PutTitle {
  const { unread = new Set(), facts, seasonParts } = change;
  const { record, ...entry } = change.entry;
  const readIn = <T extends object>(members: T): Partial<T> =>
    Object.fromEntries(Object.entries(members).filter(([member]) => !unread.has(member))) as Partial<T>;
  return {
    ...change,
    entry: { ...readIn(entry), ...(record && { record: { ...stored.record, ...readIn(record) } }) },
    facts: facts && readIn(facts),
    credits: unread.has("credits") ? undefined : change.credits,
    external: unread.has("external") ? undefined : change.external,
    ...(seasonParts && {
      seasonParts: {
        episodes: unread.has("episodes") ? undefined : seasonParts.episodes,
        seasons: unread.has("seasons") ? undefined : seasonParts.seasons,
      },
    }),
  };
}

/** Returns the data of a title that determines the members and the order of its collection. */
function getGrouping(title: StoredTitle | null): string {
  const { record, facts } = title?.entry ?? {};
  return JSON.stringify([facts?.collection, facts?.released, record?.year]);
}

function seasonsAfter(
  before: readonly StoredSeason[],
  { seasons, seasonParts: parts }: Pick<PutTitle, "seasons" | "seasonParts">,
): readonly StoredSeason[] {
  if (parts === undefined || (parts.seasons ?? parts.episodes) === undefined) return seasons ?? before;
  const kept = before
    .flatMap(divideSeason)
    .filter((part) => parts[isItself(part) ? "seasons" : "episodes"] === undefined);
  const joined = joinSeasons([...kept, ...(parts.seasons ?? []), ...(parts.episodes ?? [])]);
  const large = joined.find(({ episodes }) => Buffer.byteLength(episodes) > MAX_SEASON_BYTES);
  if (large !== undefined) throw new Error(`season ${large.season} does not fit into a row of D1`);
  return joined;
}

/** The default fields of a new title. */
const UNKNOWN: Omit<CatalogEntry, "record"> = {
  facts: {},
  otherNames: [],
  translations: new Map(),
};

/** Returns the rows of `part` that are missing or different in `other`. */
export function diffRows(part: Part, other: Part): Rows {
  const titles = [...part.titles.values()].filter((title) => other.titles.get(title.id) !== title);
  const people = [...part.people.values()].filter((person) => other.people.get(person.id) !== person);
  return [
    ...titles.flatMap(rowsOfTitle),
    ...people.flatMap((person) => personRows(person).rows),
    ...[...part.external.values()].map((row): Rows[number] => ["external", row]),
    ...[...part.merged].map((row): Rows[number] => ["merged", row]),
  ];
}

function rowsOfTitle({ id, rank, hash, leads, similar, entry, credits, seasons }: StoredTitle): Rows {
  const rows: Rows = [...titleRows(entry, rank, hash).rows];
  if (entry.record.is_adult === 0) {
    const roles = listRoleTokens(JSON.parse(credits ?? "{}"));
    rows.push(["browse", [rank, browseFacts({ ...entry, aired: latestDates(seasons), roles }).tokens]]);
  }
  if (credits !== null || similar !== "") rows.push(["credits", [id, leads, similar, credits ?? ""]]);
  return [...rows, ...seasons.map((season) => seasonRow(id, season))];
}

/** Returns the rows that contain the ranks of these people. A row contains the ranks of all people in a bucket. */
export function rankRows(stored: Stored, people: Part["people"]): Rows {
  const buckets = new Map([...stored.ranks].map(([bucket, ranks]) => [bucket, new Map(ranks)]));
  for (const id of stored.people.keys()) buckets.get(toBucket(id))?.delete(id);
  for (const { id, rank } of people.values()) {
    const ranks = buckets.get(toBucket(id)) ?? new Map<number, number>();
    buckets.set(toBucket(id), ranks.set(id, rank));
  }
  const filled = [...buckets].filter(([, ranks]) => ranks.size > 0);
  return filled.map(([bucket, ranks]) => ["person_id", [bucket, packRanks(ranks)]]);
}

/** Returns the hash of a title, the same as a load computes. */
export function hashTitle({ entry, credits, external, seasons }: WholeTitle): number {
  const hashes = external.map(([source, other]) => partHash(externalText(source, other)));
  return titleHash({
    entry,
    credits: credits === null ? 0 : partHash(credits),
    external: hashes.reduce(sumOfHashes, 0),
    seasons: seasons.map(seasonHash).reduce(sumOfHashes, 0),
  });
}
