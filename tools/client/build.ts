/** Builds the npm package of the client in `build/client` (`npm run client`). */
import { relative } from "node:path";
import { parseOptions, runCommand } from "../options.ts";
import { buildClient } from "./package.ts";

const USAGE = `
Usage: npm run client

Builds the typed client into build/client/, and packs it for other projects:

  npm install PATH/build/client/marquee.tgz
`;

await runCommand(USAGE, async () => {
  parseOptions({});
  const packed = await buildClient();
  console.log(`Built ${relative(".", packed)}. In another project: npm install ${packed}`);
});
