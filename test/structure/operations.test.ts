/** The guides for operators agree with settings, events and commands. */
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LOG_EVENTS } from "../../worker/log.ts";

const guide = ["docs/operations.md", "docs/runbooks.md"].map((file) => readFileSync(file, "utf8")).join("\n");

function found(pattern: string, expression: RegExp): string[] {
  const texts = globSync(pattern).map((file) => readFileSync(file, "utf8"));
  const names = texts.flatMap((text) => [...text.matchAll(expression)].map(([, name]) => name ?? ""));
  return [...new Set(names)].sort();
}

describe("the guides for operators", () => {
  test("explains every event of the log", () => {
    expect(LOG_EVENTS.filter((event) => !guide.includes(`\`${event}\``))).toEqual([]);
  });

  test("names every secret", () => {
    const secrets = found("worker/config.ts", /readonly (\w+(?:_KEY|_KEYS|_TOKEN))\?: string/g);
    expect(secrets).toHaveLength(3);
    expect(secrets.filter((name) => !guide.includes(`secret put ${name}`))).toEqual([]);
  });

  test("leads to files that are there", () => {
    const files = [...guide.matchAll(/`((?:test|worker|tools|docs|\.github)\/[\w./-]+\.\w+)`/g)].map(
      ([, file]) => file ?? "",
    );
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter((file) => globSync(file).length === 0)).toEqual([]);
  });
});

test("the guide has every setting that npm start hands over", () => {
  const operations = readFileSync("docs/operations.md", "utf8");
  const settings = found("tools/settings.ts", /^ {2}"([A-Z_]+)",$/gm);
  expect(settings.length).toBeGreaterThan(5);
  expect(
    settings.filter((name) => !operations.includes(`| \`${name}\``) && !operations.includes(`, \`${name}\``)),
  ).toEqual([]);
});
