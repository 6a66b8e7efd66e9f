/** `npm run check`: types, lint and format, two commands at a time, the longest first. */
import { parseOptions, runCommand } from "./options.ts";
import { run } from "./wrangler.ts";

const USAGE = `
Usage: npm run check

Checks types, lint and format of everything.
`;

/**
 * The command of `typescript-native`, which takes a third of the time. `typescript` has a command of the same
 * name, but is installed for the API that `astro-check` needs.
 */
const TSC = "../typescript-native/bin/tsc";

/**
 * One checker per program, because several would check the same types again, and another command uses the
 * other core.
 */
const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ["astro-check"],
  // Includes the tools, because most of the time goes into the types that both use.
  [TSC, "--noEmit", "--checkers", "1", "-p", "test"],
  [TSC, "--noEmit", "--checkers", "1", "-p", "worker"],
  ["biome", "ci", "."],
];

const waiting = [...COMMANDS];

await runCommand(USAGE, async () => {
  parseOptions({});
  await Promise.all([work(), work()]);
});

async function work(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [command, ...parameters] = next;
    try {
      await run(command, parameters);
      console.log(`${next.join(" ")}: nothing found`);
    } catch (thrown) {
      console.error(thrown instanceof Error ? thrown.message : thrown);
      process.exitCode = 1;
    }
  }
}
