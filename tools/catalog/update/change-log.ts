/** Tells readers what changed: in CONTROL, and among the purges of the first catalog. */
import { BOUND_PURGES, recordingPurges } from "../../../worker/origins/catalog/purge-log.ts";
import { EVERYTHING, MAX_PURGES } from "../../../worker/origins/purge-log.ts";
import { filterOf, MAX_CHANGES, MAX_PURGED, recordChanges, tagsOf } from "../control.ts";
import type { Slot } from "../database.ts";
import { type Connection, query } from "../load/statements.ts";
import { type TellReaders, Updater } from "./apply.ts";

interface ChangeLogOptions {
  /** `null`: one database alone. */
  readonly control: Connection | null;
  /** The one that changes. */
  readonly catalog: Connection;
  readonly slot: Slot;
  readonly version: string;
}

/**
 * The purges of the first catalog are read where there is no CONTROL, and by Workers of the version before, which read that
 * catalog alone: they are not concerned by changes of the second one, during which a load may block the first.
 */
export function changeLog({ control, catalog, slot, version }: ChangeLogOptions): TellReaders {
  const ids = new Set<string>();
  /** The times of the filters so far. */
  const filtered: number[] = [];
  let last = 0;

  return async (applied) => {
    // What a later line does to a title or person counts.
    const changes = [...new Map(applied.map((change) => [`${change.kind}-${change.id}`, change])).values()];
    let from = 0;
    do {
      const some = changes.slice(from, from + MAX_CHANGES);
      last = Math.max(Date.now(), last + 1);
      const tags = some.map(({ kind, id }) => `${kind}-${id}`);
      for (const tag of tags) ids.add(tag);
      const filter = ids.size > MAX_PURGED ? filterOf(ids.size, ids) : undefined;
      // The one before may be about to be read.
      if (filter !== undefined) filtered.push(last);
      const superseded = filtered.at(-3) ?? null;
      if (control !== null) await recordChanges(control, some, { at: last, version, filter, superseded });
      // The version before this one gave lists the tags `search` and `people`.
      const both = ["search", "people", ...tagsOf(some)];
      const purged = ids.size + both.length > MAX_PURGES ? [EVERYTHING] : both;
      if (slot === "A")
        await catalog.batch([{ sql: PURGE, parameter: { tags: purged, at: last } }, ...BOUND_PURGES]);
      from += MAX_CHANGES;
    } while (from < changes.length);
  };
}

const PURGE = recordingPurges("?1, '$.tags'", "?1 ->> 'at'");

/** Ends what an update left that was killed or is not done: readers learn of its changes, and the digests have them. */
export async function settleUpdate(options: ChangeLogOptions): Promise<void> {
  const [[row] = []] = await query(options.catalog, ["SELECT pending, applied FROM catalog"]);
  if (row === undefined || row.pending === "") return;
  const mark = row.applied === null ? null : String(row.applied);
  await new Updater(options.catalog, changeLog(options)).finish(mark, { isWhole: true });
}
