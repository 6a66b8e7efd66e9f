/**
 * `npm run catalog --`
 *
 *     load <folder or files>   fills the catalog; what was there is replaced at the end, or not at all
 *       --remote               the deployed one, with wrangler's login
 *       --dry-run              with --remote: only say what would be run
 *       --limit N              only the N most popular titles
 *       --min-votes N          only titles with so many votes
 *     status                   what the catalog holds
 *     check [<folder or files>]  reads the files, or the catalog, and changes nothing
 *     people                   gives ids to new names of the starter catalog
 *       --state DIR            the folder of the local database, as for `npm start`
 */
import { parseArgs } from "node:util";
import { checkCatalog, checkFiles } from "./check.ts";
import { loadCommand } from "./load-command.ts";
import { numberPeople } from "./starter/people.ts";
import { readTitles } from "./starter/read.ts";
import { showStatus } from "./status.ts";

const USAGE = `npm run catalog -- load <folder or files> [--remote [--dry-run]] [--limit N] [--min-votes N]
npm run catalog -- status [--remote]
npm run catalog -- check [<folder or files>]
npm run catalog -- people`;

/** Wrong usage, as against a load that failed. */
class UsageError extends Error {}

try {
  await main();
} catch (thrown) {
  const isUsage =
    thrown instanceof UsageError || (thrown as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(thrown instanceof Error ? thrown.message : thrown);
  if (isUsage) console.error(USAGE);
  process.exitCode = isUsage ? 2 : 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      remote: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      limit: { type: "string" },
      "min-votes": { type: "string" },
      state: { type: "string", default: ".wrangler/state" },
    },
  });
  const [command, ...paths] = positionals;
  const { state, remote } = values;
  const selection = {
    limit: wholeNumber("--limit", values.limit, 1),
    minVotes: wholeNumber("--min-votes", values["min-votes"], 0),
  };
  switch (command) {
    case "load":
      if (paths.length === 0) throw new UsageError("What is to be loaded?");
      return loadCommand({ paths, selection, state, remote, dryRun: values["dry-run"] });
    case "status":
      return showStatus(state, remote);
    case "check":
      return paths.length > 0 ? checkFiles(paths, selection, state) : checkCatalog(state);
    case "people":
      return console.log(`${numberPeople(readTitles())} names are new.`);
    default:
      throw new UsageError(command === undefined ? "What is to be done?" : `There is no command ${command}.`);
  }
}

function wholeNumber(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < least)
    throw new UsageError(`${name} must be a whole number from ${least}.`);
  return value;
}
