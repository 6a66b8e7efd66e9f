/** Checks types, lint and format (`npm run check`). Two commands run at a time, longest first. */
import { parseOptions, runCommand } from "./options.ts";
import { run } from "./wrangler.ts";

const USAGE = `
Usage: npm run check

Checks types, lint and format of everything.
`;

/**
 * The compiler in `typescript-native`, which takes a third of the time. `typescript` has a command with the same
 * name, but is only installed for `astro-check`, which needs its API.
 */
const TSC = "../typescript-native/bin/tsc";

/**
 * One checker per command. Several checkers would check the same types again, and the other core is already in use.
 */
const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ["astro-check"],
  // This project includes the tools, because most of the time is spent on types that both use.
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
