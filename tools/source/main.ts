/**
 * `npm run source -- check`: asks the configured source for one search and one title's credits, and says in words
 * what it found: whether the key is accepted, how long it took, what the records have, what is left of a limit.
 * The settings are those of `npm start`: of the environment, or else of .dev.vars. Ends with 1 if anything is wrong.
 *
 *     --query WORDS    search for these instead of "the"
 */
import { readUpstream, SettingError } from "../../worker/config.ts";
import { parseOptions } from "../options.ts";
import { localSettings } from "../settings.ts";
import { checkSource } from "./check.ts";

const USAGE = 'npm run source -- check [--query "words"]';

const { values, positionals } = parseOptions(USAGE, {
  options: { query: { type: "string", default: "the" } },
  allowPositionals: true,
});

if (positionals.join(" ") !== "check") {
  console.error(`Usage: ${USAGE}`);
  process.exitCode = 2;
} else {
  process.exitCode = (await check()) ? 0 : 1;
}

async function check(): Promise<boolean> {
  try {
    const upstream = readUpstream(localSettings());
    if (upstream === null) {
      console.log("No source is set: the catalog answers. Set UPSTREAM_BASE_URL, or UPSTREAM_DIALECT=tmdb.");
      return true;
    }
    return await checkSource(upstream, { query: values.query, say: console.log });
  } catch (thrown) {
    if (!(thrown instanceof SettingError)) throw thrown;
    console.log(`A setting is wrong. ${thrown.message}`);
    return false;
  }
}
