/** `npm run openapi`: the OpenAPI document of this version into `docs/openapi.json`, so that a change of it is reviewed as one. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, DIST } from "./builds.ts";
import { parseOptions, runCommand } from "./options.ts";
import { ROOT } from "./wrangler.ts";

const USAGE = `
Usage: npm run openapi

Writes the API's OpenAPI document to docs/openapi.json.
`;

await runCommand(USAGE, async () => {
  parseOptions({});
  await build();
  const document = JSON.parse(readFileSync(join(DIST, "client/v1/openapi.json"), "utf8"));
  writeFileSync(join(ROOT, "docs/openapi.json"), `${JSON.stringify(document, null, 2)}\n`);
  console.log("Wrote docs/openapi.json.");
});
