/** The options of a command. Ends the process with a sentence, and with 2, where one is unknown or has no value. */
import { type ParseArgsConfig, parseArgs } from "node:util";

export function parseOptions<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (thrown) {
    console.error(`${thrown instanceof Error ? thrown.message : thrown}\nUsage: ${usage}`);
    process.exit(2);
  }
}
