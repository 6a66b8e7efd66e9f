/**
 * `npm run check`: types, lint and format. Two commands at a time, the longest first; what
 * one prints is shown when it has failed, and then the others end all the same.
 */
import { run } from "./wrangler.ts";

const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ["astro", "check", "--config", "site/astro.config.mjs"],
  ["tsc", "--noEmit", "-p", "test"],
  ["tsc", "--noEmit", "-p", "tools"],
  ["tsc", "--noEmit", "-p", "worker"],
  ["biome", "ci", "."],
];

const waiting = [...COMMANDS];

async function work(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [command, ...parameters] = next;
    try {
      await run(command, parameters);
      console.log(`${next.join(" ")}: nothing found`);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  }
}

await Promise.all([work(), work()]);
