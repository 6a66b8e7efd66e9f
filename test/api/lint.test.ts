/** Lints the OpenAPI document with Redocly's recommended rules and some from other linters. */
import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, inject, test } from "vitest";
import { apiReference } from "../../tools/api-reference.ts";

// biome-ignore lint/suspicious/noExplicitAny: the faults are what no type allows
type Document = any;

const RULES = {
  extends: ["recommended"],
  rules: {
    "info-contact": "error",
    "operation-description": "error",
    "operation-tag-defined": "error",
    "rule/info-description": {
      subject: { type: "Info", property: "description" },
      assertions: { defined: true, nonEmpty: true },
    },
    "rule/operation-tags": {
      subject: { type: "Operation", property: "tags" },
      assertions: { defined: true, minLength: 1 },
    },
    "rule/array-items": {
      subject: { type: "Schema" },
      where: [
        { subject: { type: "Schema", property: "type" }, assertions: { defined: true, const: "array" } },
      ],
      assertions: { required: ["items"] },
    },
  },
};

// The configuration is passed as JSON, because checking its type would take longer than checking all other tests.
const config = await createConfig(JSON.stringify(RULES));

async function lint(source: string): Promise<string[]> {
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

const text = await (await fetch(`${inject("target")}/v1/openapi.json`)).text();

describe("docs/openapi.json", () => {
  test("is up to date, and so is the reference in docs/api.md", () => {
    expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync("docs/openapi.json", "utf8")));
    expect(readFileSync("docs/api.md", "utf8").endsWith(`\n\n${apiReference(JSON.parse(text))}`)).toBe(true);
  });

  test("defines each parameter once", () => {
    const { paths, components } = JSON.parse(text);
    const described: string[] = [];
    JSON.parse(JSON.stringify([paths, components.parameters]), (_, value) => {
      if (value?.in !== undefined) described.push(JSON.stringify(value));
      return value;
    });
    expect(described.length).toBeGreaterThan(10);
    expect(described).toEqual([...new Set(described)]);
  });

  test("passes every lint rule", async () => {
    expect(await lint(text)).toEqual([]);
  });

  /** Functions that add a mistake, by the rule that reports it: every additional rule and one recommended rule. */
  const FAULTS: Record<string, (document: Document) => void> = {
    "operation-description": ({ paths }) => delete paths["/v1"].get.description,
    "operation-tag-defined": (document) => delete document.tags,
    "rule/operation-tags": ({ paths }) => delete paths["/v1"].get.tags,
    "info-contact": ({ info }) => delete info.contact,
    "rule/info-description": ({ info }) => delete info.description,
    "rule/array-items": ({ components }) => delete components.schemas.SearchResponse.items,
    "operation-operationId": ({ paths }) => delete paths["/v1"].get.operationId,
  };

  test("fails the matching lint rule for each of several mistakes", async () => {
    const document = JSON.parse(text);
    for (const fault of Object.values(FAULTS)) fault(document);
    const found = new Set((await lint(JSON.stringify(document))).map((problem) => problem.split(":")[0]));
    expect([...found]).toEqual(expect.arrayContaining(Object.keys(FAULTS)));
  });
});
