/** The document as a linter sees it: Redocly's recommended rules, and those of other linters' that it has no rule on for. */
import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, inject, test } from "vitest";

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

// As text: to check the object against the linter's types took the compiler longer than all other tests together.
const config = await createConfig(JSON.stringify(RULES));

async function lint(source: string): Promise<string[]> {
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

const text = await (await fetch(`${inject("target")}/v1/openapi.json`)).text();

test("docs/openapi.json is the document of this version: npm run openapi writes it", () => {
  expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync("docs/openapi.json", "utf8")));
});

test("no rule finds anything in the document", async () => {
  expect(await lint(text)).toEqual([]);
});

/** What linters of every kind are expected to find, as a change of the document. */
const FAULTS: Record<string, (document: Document) => void> = {
  "operation-operationId": ({ paths }) => delete paths["/v1"].get.operationId,
  "operation-operationId-unique": ({ paths }) => (paths["/v1"].head.operationId = "lookUp"),
  "operation-description": ({ paths }) => delete paths["/v1"].get.description,
  "operation-tag-defined": (document) => delete document.tags,
  "operation-2xx-response": ({ paths }) =>
    (paths["/v1"].get.responses = { 404: paths["/v1"].get.responses[404] }),
  "operation-parameters-unique": ({ paths }) => paths["/v1"].parameters.push(paths["/v1"].parameters[0]),
  "path-parameters-defined": ({ paths }) => (paths["/v1/{id}"] = paths["/healthz"]),
  "no-path-trailing-slash": ({ paths }) => (paths["/healthz/"] = paths["/healthz"]),
  "rule/operation-tags": ({ paths }) => delete paths["/v1"].get.tags,
  "info-contact": ({ info }) => delete info.contact,
  "rule/info-description": ({ info }) => delete info.description,
  "no-unsafe-markdown": ({ info }) => (info.description += "<script></script>"),
  "no-duplicated-tag-names": ({ tags }) => tags.push(tags[0]),
  "no-empty-servers": (document) => delete document.servers,
  "security-defined": ({ components }) => delete components.securitySchemes.bearer,
  "no-unused-components": ({ components }) => (components.schemas.Unused = { type: "string" }),
  "no-duplicated-enum-values": ({ components }) =>
    components.schemas.TitleRecord.properties.is_adult.enum.push(0),
  "no-enum-type-mismatch": ({ components }) =>
    components.schemas.TitleRecord.properties.is_adult.enum.push("0"),
  "rule/array-items": ({ components }) => delete components.schemas.SearchAnswer.items,
  "no-invalid-media-type-examples": ({ components }) =>
    (components.schemas.Problem.properties.status.type = "string"),
  "no-invalid-schema-examples": ({ components }) => (components.schemas.SearchAnswer.example = {}),
  struct: ({ info }) => delete info.title,
};

test.each(Object.entries(FAULTS))("%s finds what it is for", async (rule, fault) => {
  const document = JSON.parse(text);
  fault(document);
  expect(await lint(JSON.stringify(document))).toContainEqual(expect.stringMatching(`^${rule}:`));
});
