/** Tells readers what changed, in CONTROL. */

import { MAX_CHANGES, recordChanges } from "../control.ts";
import type { Connection } from "../load/statements.ts";
import type { TellReaders } from "./apply.ts";

interface ChangeLogOptions {
  readonly control: Connection;
  /** The one that changes. */
  readonly catalog: Connection;
  readonly version: string;
}

export function changeLog({ control, version }: ChangeLogOptions): TellReaders {
  return async (applied) => {
    // What a later line does to a title or person counts.
    const changes = [...new Map(applied.map((change) => [`${change.kind}-${change.id}`, change])).values()];
    let from = 0;
    // Lists change without a change that callers are told of, too.
    do {
      await recordChanges(control, changes.slice(from, from + MAX_CHANGES), version);
      from += MAX_CHANGES;
    } while (from < changes.length);
  };
}
