import { constants, setPriority } from "node:os";
import { runCommand } from "../options.ts";
import { catalogCommand, findUsage } from "./command.ts";

const words = process.argv.slice(2);
// A server on the same machine should have priority over a load.
if (words[0] === "load" || words[0] === "update") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await runCommand(findUsage(words), () => catalogCommand(words, process.stdout));
