/**
 * Applies changes to the catalog that readers use, each in one transaction: a title with its records, keys, indexes, facets
 * and external ids, the words of the vocabulary, and the people in it. Every change is safe to repeat; rows that stay the
 * same are not written.
 *
 * The transaction begins with a statement that fails if another update or a load came in between: the change is then made
 * again from what is stored now.
 */
import { TOKENS_VERSION } from "../../../worker/origins/catalog/stored/names.ts";
import { CommandError } from "../../options.ts";
import { chunkOf, type DigestKind, packDigests, partOf, unpackDigests } from "../load/digest.ts";
import type { Row, Table } from "../load/tables.ts";
import { type Change, completed, type PutTitle } from "./change.ts";
import { difference, type LiveCatalog, type Statement } from "./live.ts";
import { changePeople, renamePerson } from "./people.ts";
import {
  creditedTitle,
  digestOf,
  type LiveTitle,
  rankOf,
  readTitle,
  titleStatements,
  type WholeTitle,
} from "./titles.ts";

/** What readers have to learn of. */
export interface Applied {
  readonly kind: "title" | "person";
  readonly id: number;
  readonly op: "put" | "remove" | "merge";
  readonly into?: number;
}

interface State {
  readonly version: string;
  readonly changes: number;
  /** The part of an unfinished update that was applied. */
  readonly applied: string | null;
}

export async function readState(live: LiveCatalog): Promise<State> {
  const sql = "SELECT version, changes, tokens, applied FROM catalog WHERE ?1 IS NOT NULL";
  const [[row] = []] = await live.batch([{ sql, parameter: 0 }]);
  if (row === undefined) throw new CommandError("The catalog is empty; load it first.");
  if (row.tokens !== TOKENS_VERSION)
    throw new CommandError(
      "The catalog was loaded by another version of Marquee; load it again, then update it.",
    );
  const applied = row.applied === null ? null : String(row.applied);
  return { version: String(row.version), changes: Number(row.changes), applied };
}

const ATTEMPTS = 5;

export class Updater {
  readonly #live: LiveCatalog;
  /** By kind and id; `null`: removed. */
  readonly #digests = new Map<string, bigint | null>();

  constructor(live: LiveCatalog) {
    this.#live = live;
  }

  async apply(change: Change): Promise<Applied[]> {
    for (let attempt = 1; ; attempt += 1) {
      const state = await readState(this.#live);
      try {
        return await this.#change(change, state);
      } catch (thrown) {
        if (!String(thrown).includes("CHECK constraint failed")) throw thrown;
        if (attempt === ATTEMPTS)
          throw new CommandError("Another update or a load is running; wait until it has ended.");
      }
    }
  }

  /** Writes what lines together need once: the digests, and how far the update is. */
  async finish(applied: string | null): Promise<void> {
    const mark = { sql: "UPDATE catalog SET applied = ?1 ->> 0", parameter: [applied] };
    await this.#live.batch([...(await this.#digestStatements()), mark]);
    this.#digests.clear();
  }

  #change(change: Change, state: State): Promise<Applied[]> {
    if (change.kind === "person") return this.#putPerson(change, state);
    if (change.op === "put") return this.#putTitle(change, state);
    return this.#removeTitle(change, state);
  }

  async #putTitle(change: PutTitle, state: State): Promise<Applied[]> {
    const live = this.#live;
    const before = await readTitle(live, change.id);
    const whole = completed(change, before);
    const after = { ...whole, rank: await rankOf(live, before, whole) };
    const unmerged = { sql: "DELETE FROM catalog_merged WHERE id = ?1 + 0", parameter: change.id };
    const people = await this.#write(state, { before, after, others: before === null ? [unmerged] : [] });
    this.#digest("title", change.id, whole);
    return [{ kind: "title", id: change.id, op: "put" }, ...people];
  }

  /** Removing a title that is not there changes nothing. */
  async #removeTitle(change: Extract<Change, { op: "remove" | "merge" }>, state: State): Promise<Applied[]> {
    const { id } = change;
    const before = await readTitle(this.#live, id);
    const others =
      change.op === "merge"
        ? await this.#merging(change, before)
        : FORGET.map((sql) => ({ sql, parameter: id }));
    const people = await this.#write(state, { before, after: null, others });
    this.#digests.set(`title ${id}`, null);
    return [
      change.op === "merge"
        ? { kind: "title", id, op: "merge", into: change.into }
        : { kind: "title", id, op: "remove" },
      ...people,
    ];
  }

  /** Ids that led to the title lead to the other one. */
  async #merging(
    { id, into }: { readonly id: number; readonly into: number },
    before: LiveTitle | null,
  ): Promise<Statement[]> {
    if ((await readTitle(this.#live, into)) === null)
      throw new Error(`there is no title ${into} to merge it into`);
    const external = (before?.external ?? []).map(([source, known, kind]): [Table, Row] => [
      "external",
      [source, known, kind, into],
    ]);
    return [
      { sql: "UPDATE catalog_merged SET into_id = ?1 ->> 1 WHERE into_id = ?1 ->> 0", parameter: [id, into] },
      ...difference([], [["merged", [id, into]], ...external]),
    ];
  }

  async #putPerson(change: Extract<Change, { kind: "person" }>, state: State): Promise<Applied[]> {
    const { id, otherNames, external } = change;
    const renamed = otherNames === null ? [] : await renamePerson(this.#live, id, otherNames);
    const [known = []] = await this.#live.batch([
      {
        sql: "SELECT source, external FROM catalog_external WHERE kind = 'person' AND id = ?1 + 0",
        parameter: id,
      },
    ]);
    const stored = known.map((row): [Table, Row] => [
      "external",
      [String(row.source), String(row.external), "person", id],
    ]);
    const ids =
      external === null
        ? []
        : difference(
            stored,
            external.map((row) => ["external", row]),
          );
    const statements = [...renamed, ...ids];
    if (statements.length > 0) await this.#live.batch([guard(state, 0), ...statements]);
    this.#digests.set(`person ${id}`, partOf(`${state.version} ${state.changes} ${id}`));
    return [{ kind: "person", id, op: "put" }];
  }

  /** Returns the people whom the title concerns. */
  async #write(
    state: State,
    {
      before,
      after,
      others,
    }: {
      readonly before: LiveTitle | null;
      readonly after: LiveTitle | null;
      readonly others: readonly Statement[];
    },
  ): Promise<Applied[]> {
    const title = await titleStatements(this.#live, before, after);
    const people = await changePeople(this.#live, creditedTitle(before), creditedTitle(after));
    const statements = [...title, ...people.statements, ...others];
    const more = Number(after !== null) - Number(before !== null);
    if (statements.length > 0) await this.#live.batch([guard(state, more), ...statements]);
    const removed = new Set(people.removed);
    for (const id of people.concerned) {
      const digest = removed.has(id) ? null : partOf(`${state.version} ${state.changes} ${id}`);
      this.#digests.set(`person ${id}`, digest);
    }
    return people.concerned.map((id) => ({ kind: "person", id, op: removed.has(id) ? "remove" : "put" }));
  }

  #digest(kind: DigestKind, id: number, whole: WholeTitle): void {
    this.#digests.set(`${kind} ${id}`, digestOf(whole));
  }

  async #digestStatements(): Promise<Statement[]> {
    const changed = [...this.#digests].map(([key, digest]) => {
      const [kind = "", id = ""] = key.split(" ");
      return { id: Number(id), chunk: chunkOf(kind as DigestKind, Number(id)), digest };
    });
    const chunks = Map.groupBy(changed, ({ chunk }) => chunk);
    if (chunks.size === 0) return [];
    const [rows = []] = await this.#live.batch([
      {
        sql: "SELECT chunk, digests FROM json_each(?1) AS asked CROSS JOIN catalog_digest ON chunk = asked.value",
        parameter: [...chunks.keys()],
      },
    ]);
    const stored = new Map(rows.map(({ chunk, digests }) => [Number(chunk), String(digests)]));
    const written = [...chunks].map(([chunk, some]): [Table, Row] => {
      const digests = new Map(
        [...unpackDigests(chunk, stored.get(chunk) ?? "")].map(([id, digest]) => [id, BigInt(`0x${digest}`)]),
      );
      for (const { id, digest } of some) {
        if (digest === null) digests.delete(id);
        else digests.set(id, digest);
      }
      return ["digest", [chunk, packDigests([...digests].sort(([one], [other]) => one - other))]];
    });
    return difference([], written);
  }
}

/** A removed title is found by no id: neither its own, nor those of titles that were merged into it. */
const FORGET = ["DELETE FROM catalog_merged WHERE ?1 + 0 IN (id, into_id)"];

function guard({ version, changes }: State, more: number): Statement {
  const sql = `UPDATE catalog SET only = iif(version = ?1 ->> 0 AND changes = ?1 ->> 1, 1, 0), changes = changes + 1,
    titles = titles + (?1 ->> 2)`;
  return { sql, parameter: [version, changes, more] };
}
