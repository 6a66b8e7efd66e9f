/** Builds the Worker and its site into `dist` (`npm run build`). */
import { build } from "./builds.ts";
import { parseOptions, runCommand } from "./options.ts";

const USAGE = `
Usage: npm run build

Builds the Worker and its site into dist/.
`;

await runCommand(USAGE, async () => {
  parseOptions({});
  await build();
  console.log("Built dist/.");
});
