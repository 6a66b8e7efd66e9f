/**
 * `npm run catalog --`
 *
 *     load <folder or files>   fills the catalog; what was there is replaced at the end, or not at all
 *       --remote               the deployed one, with wrangler's login
 *       --dry-run              do all of it but the writing: refuse what would be refused, and leave no trace
 *       --limit N              only the N most popular titles
 *       --min-votes N          only titles with so many votes
 *     status                   what the local catalog holds
 *       --remote               the deployed one
 *     check <folder or files>  the same as load --dry-run
 *     check                    whether the local catalog is whole
 *     people                   gives ids to new names of the starter catalog
 *
 * `--state DIR` beside load, status and check: the folder of the local database, as for `npm start`.
 */
import { checkCatalog, checkFiles } from "./check.ts";
import { type CommandLine, readCommandLine, UsageError } from "./command-line.ts";
import { loadCommand, rehearse } from "./load-command.ts";
import { numberPeople } from "./starter/people.ts";
import { readTitles } from "./starter/read.ts";
import { showStatus } from "./status.ts";

const USAGE = `npm run catalog -- load <folder or files> [--remote] [--dry-run] [--limit N] [--min-votes N] [--state DIR]
npm run catalog -- status [--remote | --state DIR]
npm run catalog -- check <folder or files> [--limit N] [--min-votes N]
npm run catalog -- check [--state DIR]
npm run catalog -- people`;

try {
  await run(readCommandLine(process.argv.slice(2)));
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  const isUsage = thrown instanceof UsageError;
  if (isUsage) console.error(USAGE);
  process.exitCode = isUsage ? 2 : 1;
}

async function run({ command, paths, selection, state, remote, dryRun }: CommandLine): Promise<void> {
  const screen = process.stdout;
  switch (command) {
    case "load":
      if (!dryRun) return loadCommand({ paths, selection, state, remote, screen });
      return console.log(`${await rehearse({ paths, selection, remote, screen })} titles could be loaded.`);
    case "status":
      return showStatus(state, remote);
    case "check":
      return paths.length > 0 ? checkFiles({ paths, selection, screen }) : checkCatalog(state);
    case "people":
      return console.log(`${numberPeople(readTitles())} names are new.`);
  }
}
