/**
 * Writes the OpenAPI document to `docs/openapi.json`, so that reviews show how it changes, and the API reference to
 * `docs/api.md` (`npm run openapi`).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiReference } from "./api-reference.ts";
import { build, DIST } from "./builds.ts";
import { parseOptions, runCommand } from "./options.ts";
import { ROOT } from "./wrangler.ts";

const USAGE = `
Usage: npm run openapi

Writes the API's OpenAPI document to docs/openapi.json, and the reference made from it to docs/api.md.
`;

/** The line at which the generated reference begins. The text before it is written by hand. */
const BEGINNING = "<!-- Written by `npm run openapi` from here on. -->";

await runCommand(USAGE, async () => {
  parseOptions({});
  await build();
  const document = JSON.parse(readFileSync(join(DIST, "client/v1/openapi.json"), "utf8"));
  writeFileSync(join(ROOT, "docs/openapi.json"), `${JSON.stringify(document, null, 2)}\n`);
  const guide = join(ROOT, "docs/api.md");
  const [written] = readFileSync(guide, "utf8").split(BEGINNING);
  writeFileSync(guide, `${written}${BEGINNING}\n\n${apiReference(document)}`);
  console.log("Wrote docs/openapi.json and docs/api.md.");
});
