/** Runs the catalog command as a separate process, without pauses between API calls. */
import { catalogCommand } from "../../../tools/catalog/command.ts";

await catalogCommand(process.argv.slice(2), process.stdout, async () => {});
