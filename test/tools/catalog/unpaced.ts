/** The catalog command in a process of its own, like `tools/catalog/main.ts`, but without pauses between calls of the API. */
import { catalogCommand } from "../../../tools/catalog/command.ts";

await catalogCommand(process.argv.slice(2), process.stdout, async () => {});
