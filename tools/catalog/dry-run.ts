/** `npm run catalog -- load --dry-run` and `check` of files: everything that a load does, except writing. */

import { load } from "./load/load.ts";
import { SqlParts } from "./load/sql.ts";
import { readSource, type SourceOptions, servicesFor } from "./load-command.ts";
import { ProgressLine } from "./progress.ts";
import { deployedCosts } from "./quota.ts";
import { assertFits, namingFullDisk } from "./storage.ts";

/** Where SQLite keeps temporary files. */
const TEMPORARY = process.env.SQLITE_TMPDIR ?? process.env.TMPDIR ?? "/var/tmp";

/** Throws what a load would throw. */
export async function dryRun(options: SourceOptions): Promise<void> {
  const { paths, selection, screen } = options;
  await namingFullDisk(TEMPORARY, async () => {
    const line = new ProgressLine(screen, () => performance.now());
    const source = await readSource(paths, selection, { folder: null, line });
    try {
      assertFits(source.bytes, 0);
      const parts = new SqlParts({ folder: null, load: "dry-run" });
      const titles = await load(source, { ...servicesFor(source, line), target: parts.target() });
      line.done();
      screen.write(`${titles} titles could be loaded.\n`);
      screen.write(`${deployedCosts({ ...parts, size: source.bytes })}\n`);
    } finally {
      source.remove();
    }
  });
}
