import { runCommand } from "../options.ts";
import { catalogCommand, USAGE } from "./command.ts";

await runCommand(USAGE, () => catalogCommand(process.argv.slice(2), process.stdout));
