/** Records an update with a single batch in CONTROL. */
import {
  type AppliedChange,
  announceChanges,
  finishUpdate,
  type UpdatedGeneration,
} from "../tools/catalog/control.ts";
import type { Connection } from "../tools/catalog/load/statements.ts";

export async function recordUpdate(
  control: Connection,
  changes: readonly AppliedChange[],
  { version, writes }: UpdatedGeneration,
): Promise<void> {
  const numbers = await announceChanges(control, changes, { version, written: null });
  await finishUpdate(control, { numbers, version, writes });
}
