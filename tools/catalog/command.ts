/** The commands of `npm run catalog`. */
import { checkCatalog, checkFiles } from "./check.ts";
import { readCommandLine } from "./command-line.ts";
import { dryRun, loadCommand } from "./load-command.ts";
import type { Screen } from "./progress.ts";
import { numberPeople } from "./starter/people.ts";
import { readTitles } from "./starter/read.ts";
import { showStatus } from "./status.ts";

export const USAGE = `
Usage: npm run catalog -- COMMAND

  load <folder or files>   replace the catalog with the titles of these files, as a whole or not at all
    --remote               the deployed catalog, with your wrangler login
    --dry-run              read and check everything, write nothing
    --limit N              only the N most popular titles
    --min-votes N          only titles with at least N votes
  check <folder or files>  the same as load --dry-run
  check                    check the local catalog
  status                   show what the local catalog holds
    --remote               the deployed catalog
  people                   give ids to new names of the starter catalog

  --state DIR              folder of the local database, as for npm start
`;

/** Throws a UsageError for invalid arguments, and a CommandError if the command fails. */
export async function catalogCommand(args: readonly string[], screen: Screen): Promise<void> {
  const { command, paths, selection, state, remote, dryRun: isDryRun } = readCommandLine(args);
  switch (command) {
    case "load":
      if (!isDryRun) return loadCommand({ paths, selection, state, remote, screen });
      screen.write(`${await dryRun({ paths, selection, remote, screen })} titles could be loaded.\n`);
      return;
    case "status":
      return showStatus(state, remote, screen);
    case "check":
      return paths.length > 0 ? checkFiles({ paths, selection, screen }) : checkCatalog(state, screen);
    case "people":
      screen.write(`${numberPeople(readTitles())} names are new.\n`);
  }
}
