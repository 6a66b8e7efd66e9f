import { constants, setPriority } from "node:os";
import { runCommand } from "../options.ts";
import { catalogCommand, usageOf } from "./command.ts";

const words = process.argv.slice(2);
// A product on this machine serves readers meanwhile, and their requests come first.
if (words[0] === "load" || words[0] === "update") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await runCommand(usageOf(words), () => catalogCommand(words, process.stdout));
