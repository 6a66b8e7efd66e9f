/**
 * `npm run openapi -- release`: keeps the document of the last build as the one released, in
 * `docs/openapi.json`. From then on a test refuses whatever would break its clients.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../wrangler.ts";

const [command] = process.argv.slice(2);
if (command === "release") {
  const built = JSON.parse(readFileSync(join(ROOT, "dist/client/v1/openapi.json"), "utf8"));
  writeFileSync(join(ROOT, "docs/openapi.json"), `${JSON.stringify(built, null, 2)}\n`);
  console.log(`docs/openapi.json is now that of version ${built.info.version}.`);
} else {
  console.error("npm run openapi -- release");
  process.exitCode = 2;
}
