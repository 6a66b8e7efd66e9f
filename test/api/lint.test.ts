/** The document as the two linters that people check such documents with see it: their recommended rules, no exceptions. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { describe, expect, inject, test } from "vitest";

async function redocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

async function spectralOas(source: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as unknown as RulesetDefinition, "recommended"]] });
  const problems = await linter.run(JSON.parse(source));
  return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`);
}

const text = await (await fetch(`${inject("target")}/v1/openapi.json`)).text();

describe.each([
  ["Redocly", redocly],
  ["Spectral", spectralOas],
])("the recommended rules of %s", (_, lint) => {
  test("find nothing in the document", async () => {
    expect(await lint(text)).toEqual([]);
  });

  test("find an operation without an id", async () => {
    expect(await lint(text.replace('"operationId":"lookUp",', ""))).not.toEqual([]);
  });
});
