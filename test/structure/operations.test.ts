import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LOG_EVENTS } from "../../worker/log.ts";

const PAGES = ["deploying", "settings", "costs", "monitoring", "runbooks", "troubleshooting", "upgrading"];
const guide = PAGES.map((page) => readFileSync(`docs/${page}.md`, "utf8")).join("\n");

/** Returns the unique, sorted matches of the expression's first group in a file. */
function namesIn(file: string, expression: RegExp): string[] {
  const names = [...readFileSync(file, "utf8").matchAll(expression)].map(([, name = ""]) => name);
  return [...new Set(names)].sort();
}

describe("operator documentation", () => {
  test("explains every log event", () => {
    const monitoring = readFileSync("docs/monitoring.md", "utf8");
    expect(LOG_EVENTS.filter((event) => !monitoring.includes(`\`${event}\``))).toEqual([]);
  });

  test("explains how to set every secret", () => {
    const secrets = namesIn("worker/config.ts", /readonly (\w+(?:_KEY|_KEYS|_TOKEN))\?: string/g);
    expect(secrets).toHaveLength(3);
    expect(secrets.filter((name) => !guide.includes(`secret put ${name}`))).toEqual([]);
  });

  test("lists every setting that npm start passes on", () => {
    const page = readFileSync("docs/settings.md", "utf8");
    const settings = namesIn("tools/settings.ts", /^ {2}"([A-Z_]+)",$/gm);
    expect(settings.length).toBeGreaterThan(5);
    expect(
      settings.filter((name) => !page.includes(`| \`${name}\``) && !page.includes(`, \`${name}\``)),
    ).toEqual([]);
  });

  test("mentions only files that exist", () => {
    const files = [...guide.matchAll(/`((?:test|worker|tools|docs|\.github)\/[\w./-]+\.\w+)`/g)].map(
      ([, file]) => file ?? "",
    );
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter((file) => globSync(file).length === 0)).toEqual([]);
  });
});
