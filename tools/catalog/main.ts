import { runCommand } from "../options.ts";
import { catalogCommand, usageOf } from "./command.ts";

const words = process.argv.slice(2);
await runCommand(usageOf(words), () => catalogCommand(words, process.stdout));
