/** Fills the local catalog if it is empty, and prints its number of titles. A process of its own frees its memory. */
import { runCommand } from "../options.ts";
import { prepareLocalCatalog } from "./local.ts";

const [state = ""] = process.argv.slice(2);
await runCommand("", async () => console.log(await prepareLocalCatalog(state)));
