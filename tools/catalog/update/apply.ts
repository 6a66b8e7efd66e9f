/**
 * Applies changes to the catalog that readers use, each in one transaction: a title with its records, keys, indexes, facets
 * and external ids, the words of the vocabulary, and the people in it. Every change is safe to repeat; rows that stay the
 * same are not written.
 *
 * The transaction begins with a statement that fails if another update or a load came in between: the change is then made
 * again from what is stored now. The same statement notes, in the catalog's row, what readers have to learn and how digests
 * change: many changes together cost less. After a crash, the next update reads it there.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { TOKENS_VERSION } from "../../../worker/origins/catalog/stored/names.ts";
import { CommandError } from "../../options.ts";
import type { AppliedChange } from "../control.ts";
import { chunkOf, type DigestKind, packDigests, unpackDigests } from "../load/digest.ts";
import { type Connection, query, type Statement } from "../load/statements.ts";
import type { Row, Table } from "../load/tables.ts";
import { type Change, completed, type PutTitle } from "./change.ts";
import { difference, readRows } from "./live.ts";
import { changePeople } from "./people.ts";
import { changePerson } from "./person.ts";
import {
  creditedTitle,
  digestOf,
  type LiveTitle,
  popularityDigest,
  rankOf,
  readTitle,
  titleStatements,
} from "./titles.ts";

/** May be repeated. Without any change, only lists have changed. */
export type TellReaders = (applied: readonly AppliedChange[]) => Promise<void>;

interface State {
  readonly version: string;
  readonly changes: number;
  /** The part of an unfinished update that was applied. */
  readonly applied: string | null;
}

export async function readState(live: Connection): Promise<State> {
  const [[row] = []] = await query(live, ["SELECT version, changes, tokens, applied FROM catalog"]);
  if (row === undefined) throw new CommandError("The catalog is empty; load it first.");
  if (row.tokens !== TOKENS_VERSION)
    throw new CommandError(
      "The catalog was loaded by another version of Marquee; load it again, then update it.",
    );
  const applied = row.applied === null ? null : String(row.applied);
  return { version: String(row.version), changes: Number(row.changes), applied };
}

/** For a person, what to add to the digest; otherwise the new digest. `null`: it has none any more. */
type NewDigest = readonly [kind: DigestKind, id: number, digest: bigint | null];

/** One change as a transaction, and what follows from it. */
interface Prepared {
  readonly statements: readonly Statement[];
  readonly applied: readonly AppliedChange[];
  readonly digests: readonly NewDigest[];
  /** How many more titles the catalog has. */
  readonly more: number;
}

const UNCHANGED: Prepared = { statements: [], applied: [], digests: [], more: 0 };

/** What the catalog's row has of a change, with digests in hexadecimal. */
interface Pending {
  readonly applied: readonly AppliedChange[];
  readonly digests: readonly (readonly [kind: DigestKind, id: number, digest: string | null])[];
}

const ATTEMPTS = 10;
/** Characters of changes whose digests are not written yet: some hundreds of titles. */
const MAX_PENDING = 64_000;

export class Updater {
  readonly #live: Connection;
  readonly #tell: TellReaders;

  constructor(live: Connection, tell: TellReaders) {
    this.#live = live;
    this.#tell = tell;
  }

  /** `mark`: how far the update is then; `null`: there is nothing to go on from. */
  apply(change: Change, mark: string | null = null): Promise<void> {
    return this.#alone(async () => {
      const state = await readState(this.#live);
      const { statements, applied, digests, more } = await this.#prepared(change);
      if (statements.length === 0 && digests.length === 0) return;
      const noted: Pending = {
        applied,
        digests: digests.map(([kind, id, digest]) => [
          kind,
          id,
          digest === null ? null : BigInt.asUintN(64, digest).toString(16),
        ]),
      };
      await this.#live.batch([noting(state, { more, noted, mark }), ...statements]);
    });
  }

  /**
   * Tells readers what changed since the last time. `mark`: how far the update is; `null`: at its end. `isWhole`: digests are
   * written now, not only at the end or when there are many.
   */
  finish(mark: string | null, { isWhole = mark === null } = {}): Promise<void> {
    return this.#alone(async () => {
      const [[row] = []] = await query(this.#live, ["SELECT pending, told FROM catalog"]);
      const text = String(row?.pending ?? "");
      const untold = pendingIn(text.slice(Number(row?.told ?? 0)));
      if (untold.length > 0) await this.#tell(untold.flatMap(({ applied }) => applied));
      const isWritten = isWhole || text.length > MAX_PENDING;
      const digests = isWritten ? pendingIn(text).flatMap((noted) => noted.digests) : [];
      const kept = isWritten ? 0 : text.length;
      await this.#live.batch([
        { sql: TOLD, parameter: [text, kept, mark] },
        ...(await digestStatements(this.#live, digests)),
      ]);
    });
  }

  /** Again from the beginning, if another update or a load came in between; at random times, so that both get on. */
  async #alone(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const begun = performance.now();
      try {
        return await work();
      } catch (thrown) {
        if (!String(thrown).includes("CHECK constraint failed")) throw thrown;
        if (attempt === ATTEMPTS)
          throw new CommandError("Another update or a load is running; wait until it has ended.");
        await sleep(2 * Math.random() * (performance.now() - begun));
      }
    }
  }

  #prepared(change: Change): Promise<Prepared> {
    if (change.kind === "person") return this.#person(change);
    return change.op === "put" ? this.#put(change) : this.#removal(change);
  }

  async #put(change: PutTitle): Promise<Prepared> {
    const { id } = change;
    const before = await readTitle(this.#live, id);
    const whole = completed(change, before);
    const after = { ...whole, forms: null, rank: await rankOf(this.#live, before, whole) };
    const { statements, applied, digests, more } = await this.#difference(before, after);
    const isSeen = before === null || digestOf(before) !== digestOf(whole);
    if (statements.length === 0 && !isSeen) return UNCHANGED;
    const own: AppliedChange[] = isSeen ? [{ kind: "title", id, op: "put" }] : [];
    return {
      statements: before === null ? [...forgetting(id), ...statements] : statements,
      applied: [...own, ...applied],
      digests: [...digests, ["title", id, digestOf(whole)], ["popularity", id, popularityDigest(whole)]],
      more,
    };
  }

  async #removal(change: Extract<Change, { op: "remove" | "merge" }>): Promise<Prepared> {
    const { id } = change;
    const before = await readTitle(this.#live, id);
    const into = change.op === "merge" ? await this.#target(change.into) : undefined;
    if (before === null && (await this.#mergedInto(id)) === into) return UNCHANGED;
    const others = into === undefined ? forgetting(id) : await this.#merging(id, into);
    // A merged title keeps its ids in other sources, which lead to the other one.
    const gone = before && into !== undefined ? { ...before, external: [] } : before;
    const { statements, applied, digests, more } = await this.#difference(gone, null);
    const own: AppliedChange =
      into === undefined ? { kind: "title", id, op: "remove" } : { kind: "title", id, op: "merge", into };
    return {
      statements: [...statements, ...others],
      applied: [own, ...applied],
      digests: [...digests, ["title", id, null], ["popularity", id, null]],
      more,
    };
  }

  async #mergedInto(id: number): Promise<number | undefined> {
    const [[merged] = []] = await query(this.#live, [{ sql: MERGED, parameter: id }]);
    return merged && Number(merged.into_id);
  }

  /** The title that `into` leads to: after a chain of merges its lines can be repeated. */
  #target = async (into: number) => (await this.#mergedInto(into)) ?? into;

  /** Ids that led to the title lead to the other one. */
  async #merging(id: number, into: number): Promise<Statement[]> {
    if (id === into) throw new Error("a title cannot be merged into itself");
    if ((await readTitle(this.#live, into)) === null)
      throw new Error(`there is no title ${into} to merge it into`);
    return [
      { sql: "UPDATE catalog_merged SET into_id = ?1 ->> 1 WHERE into_id = ?1 ->> 0", parameter: [id, into] },
      ...difference([], [["merged", [id, into]]]),
    ];
  }

  async #person(change: Extract<Change, { kind: "person" }>): Promise<Prepared> {
    const { id } = change;
    const { statements, digests } = await changePerson(this.#live, change);
    if (statements.length === 0) return UNCHANGED;
    return {
      statements,
      applied: [{ kind: "person", id, op: "put" }],
      digests: digests.map(([kind, digest]) => [kind, id, digest]),
      more: 0,
    };
  }

  /** `applied` and `digests`: of the people whom the title concerns. */
  async #difference(before: LiveTitle | null, after: LiveTitle | null): Promise<Prepared> {
    const [title, people] = await Promise.all([
      titleStatements(this.#live, before, after),
      changePeople(this.#live, creditedTitle(before), creditedTitle(after)),
    ]);
    const isRemoved = (id: number) => people.digests.get(id) === null;
    return {
      statements: [...title, ...people.statements],
      applied: people.concerned.map((id) => ({ kind: "person", id, op: isRemoved(id) ? "remove" : "put" })),
      digests: [
        ...[...people.digests].map(([id, digest]): NewDigest => ["person", id, digest]),
        ...[...people.details].map(([id, digest]): NewDigest => ["details", id, digest]),
      ],
      more: Number(after !== null) - Number(before !== null),
    };
  }
}

const MERGED = "SELECT into_id FROM catalog_merged WHERE id = ?1 + 0";
/** Forgets this id's merge into another title, and the ids that were merged into it, which would lead nowhere. */
const forgetting = (id: number): Statement[] =>
  [
    `DELETE FROM catalog_external WHERE kind = 'title'
       AND id IN (SELECT id FROM catalog_merged WHERE ?1 + 0 IN (id, into_id))`,
    "DELETE FROM catalog_merged WHERE ?1 + 0 IN (id, into_id)",
  ].map((sql) => ({ sql, parameter: id }));

interface Noted {
  readonly more: number;
  readonly noted: Pending;
  readonly mark: string | null;
}

/** Fails if the catalog is not in this state. */
function noting({ version, changes }: State, { more, noted, mark }: Noted): Statement {
  const sql = `UPDATE catalog SET only = iif(version = ?1 ->> 0 AND changes = ?1 ->> 1, 1, 0), changes = changes + 1,
    titles = titles + (?1 ->> 2), pending = pending || (?1 ->> 3), applied = ?1 ->> 4`;
  return { sql, parameter: [version, changes, more, `${JSON.stringify(noted)}\n`, mark] };
}

/** Fails if another update told of this. Keeps the beginning that was told, and what was noted since. */
const TOLD = `
  UPDATE catalog SET only = iif(substr(pending, 1, length(?1 ->> 0)) = ?1 ->> 0 AND told <= length(?1 ->> 0), 1, 0),
    pending = substr(pending, length(?1 ->> 0) - (?1 ->> 1) + 1), told = ?1 ->> 1, applied = ?1 ->> 2`;

const pendingIn = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Pending => JSON.parse(line));

const DIGESTS =
  "SELECT chunk, digests FROM json_each(?1) AS asked CROSS JOIN catalog_digest ON chunk = asked.value";

async function digestStatements(live: Connection, changed: Pending["digests"]): Promise<Statement[]> {
  const chunks = Map.groupBy(changed, ([kind, id]) => chunkOf(kind, id));
  if (chunks.size === 0) return [];
  const [rows = []] = await readRows(live, [DIGESTS], [...chunks.keys()]);
  const stored = new Map(rows.map(({ chunk, digests }) => [Number(chunk), String(digests)]));
  return difference(
    [],
    [...chunks].map(([chunk, some]): [Table, Row] => {
      const known = unpackDigests(chunk, stored.get(chunk) ?? "");
      const digests = new Map([...known].map(([id, digest]) => [id, BigInt(`0x${digest}`)]));
      // A later change of the same title or person counts.
      for (const [kind, id, digest] of some) {
        const more = BigInt(`0x${digest ?? 0}`);
        if (digest === null) digests.delete(id);
        else digests.set(id, kind === "person" ? BigInt.asUintN(64, (digests.get(id) ?? 0n) + more) : more);
      }
      return ["digest", [chunk, packDigests([...digests].sort(([one], [other]) => one - other))]];
    }),
  );
}
