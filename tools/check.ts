/** Checks types, lint and format (`npm run check`). Runs two commands at a time and starts with the slowest. */
import { parseOptions, runCommand } from "./options.ts";
import { run } from "./wrangler.ts";

const USAGE = `
Usage: npm run check

Checks types, lint and format of everything.
`;

/**
 * The compiler of `typescript-native`, which takes a third of the time that `typescript` takes. The path is needed
 * because both packages have a command with the same name. `typescript` is only installed because `astro-check` needs
 * its API.
 */
const TSC = "../typescript-native/bin/tsc";

/**
 * The commands. Each compiler runs one checker, because several would check some types twice, and because another
 * command already uses the second core.
 */
const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ["astro-check"],
  // The project in `test` includes the tools, because most of the time is spent on types that tests and tools share.
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
