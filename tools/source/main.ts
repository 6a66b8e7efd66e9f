/** `npm run source`: whether the configured source works, and what its records contain. */
import { readUpstream, SettingError } from "../../worker/config.ts";
import { CommandError, parseOptions, runCommand } from "../options.ts";
import { localSettings } from "../settings.ts";
import { checkSource } from "./check.ts";

const USAGE = `
Usage: npm run source -- check [--query WORDS]

Sends the configured source one search and one credits request, and prints what
it found. Settings come from the environment or .dev.vars, as for npm start.

  --query WORDS  Search for these words instead of "the".
`;

await runCommand(USAGE, async () => {
  const { values } = parseOptions({
    options: { query: { type: "string", default: "the" } },
    words: ["check"],
  });
  const upstream = configuredUpstream();
  if (upstream !== null) return await checkSource(upstream, values.query);
  console.log("No source configured: the local catalog answers.");
  console.log("To configure one, set UPSTREAM_BASE_URL, or UPSTREAM_DIALECT=tmdb.");
});

function configuredUpstream() {
  try {
    return readUpstream(localSettings());
  } catch (thrown) {
    if (thrown instanceof SettingError) throw new CommandError(`Invalid setting: ${thrown.message}`);
    throw thrown;
  }
}
