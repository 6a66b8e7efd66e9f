/**
 * Builds the client as the npm package `marquee`. It consists of one module and one declaration file, both without
 * imports.
 */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { toJsonSchemaDefs } from "@valibot/to-json-schema";
import { build } from "esbuild";
import { compile } from "json-schema-to-typescript";
import ts from "typescript";
import type { Parameters } from "../../worker/contract/parameters.ts";
import { ROOT } from "../wrangler.ts";
import * as CONTRACT from "./contract.ts";
import { OPTIONS } from "./options.ts";

const SOURCE = join(ROOT, "tools/client/client.ts");
/** The folder of the built package. `exports` in the repository's `package.json` refers to it. */
const FOLDER = join(ROOT, "build/client");

/** Builds the package and returns the path of its archive. */
export async function buildClient(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  await build({
    entryPoints: [SOURCE],
    outfile: join(FOLDER, "marquee.js"),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
  });
  writeFileSync(join(FOLDER, "marquee.d.ts"), await declarations());
  writeFileSync(join(FOLDER, "package.json"), manifest());
  copyFileSync(join(ROOT, "LICENSE"), join(FOLDER, "LICENSE"));
  const settings = { ...process.env, npm_config_update_notifier: "false" };
  const packing = promisify(execFile)("npm", ["pack", "--json"], { cwd: FOLDER, env: settings });
  const [{ filename }] = JSON.parse((await packing).stdout);
  const packed = join(FOLDER, "marquee.tgz");
  renameSync(join(FOLDER, filename), packed);
  return packed;
}

function manifest(): string {
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const described = { name, version, description: "Client for Marquee, film and series metadata", license };
  const exported = { "./client": { types: "./marquee.d.ts", default: "./marquee.js" } };
  const files = ["marquee.js", "marquee.d.ts"];
  return `${JSON.stringify({ ...described, type: "module", exports: exported, files }, null, 2)}\n`;
}

/** The TypeScript type of the option `signal`, which JSON Schema cannot express. */
const SIGNAL = { description: "Aborts the request.", tsType: "AbortSignal" };
const GIVEN: Readonly<Record<string, object>> = {
  append: { tsType: "AppendField | readonly AppendField[]" },
  include_adult: { type: "integer", enum: [0, 1] },
};

/** Returns the schemas of the options, with the descriptions of the parameters. */
function optionSchemas(): [string, object][] {
  return Object.entries<Parameters>(OPTIONS).map(([name, parameters]) => {
    const fields = Object.values(parameters).map((parameter) => {
      const { description, schema } = parameter;
      return [parameter.name, { description, ...(GIVEN[parameter.name] ?? schema) }];
    });
    return [name, { type: "object", properties: Object.fromEntries([...fields, ["signal", SIGNAL]]) }];
  });
}

/**
 * Returns type declarations without imports. They are generated from the schemas that validate responses, because
 * users of the client do not install valibot.
 */
async function declarations(): Promise<string> {
  const definitions = Object.entries<object>(toJsonSchemaDefs(CONTRACT, { errorMode: "ignore" }));
  const schemas = [...definitions, ...optionSchemas()];
  // The type of each schema is named after its `title`.
  const $defs = Object.fromEntries(schemas.map(([title, schema]) => [title, { ...schema, title }]));
  const types = Object.entries($defs).map(([name, schema]) =>
    compile({ ...schema, $defs }, name, {
      additionalProperties: false,
      bannerComment: "",
      declareExternallyReferenced: false,
      ignoreMinAndMaxItems: true,
    }),
  );
  const { outputText } = ts.transpileDeclaration(readFileSync(SOURCE, "utf8"), {});
  const ownTypes = outputText.replaceAll(/^(import|export) type [{*][^;]*;\n/gm, "");
  return `${(await Promise.all(types)).join("")}${ownTypes}`;
}
