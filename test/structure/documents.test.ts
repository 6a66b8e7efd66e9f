import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "../built-copy.ts";

const DOCUMENTS = sourceFiles().filter((file) => file.endsWith(".md"));

function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function leadsTo(file: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : join(dirname(file), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsIn(readFileSync(target, "utf8")).includes(anchor);
}

const DECISIONS = readdirSync("docs/decisions").filter((file) => file !== "README.md");

describe("documentation pages", () => {
  test.each(DOCUMENTS)("link only to existing files and headings: %s", (file) => {
    const links = [...readFileSync(file, "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !link.includes(":") && !leadsTo(file, link))).toEqual([]);
  });

  test("list every decision in the index", () => {
    const index = readFileSync("docs/decisions/README.md", "utf8");
    expect(DECISIONS.filter((file) => !index.includes(`(${file})`))).toEqual([]);
  });
});

describe("decision record", () => {
  test.each(DECISIONS)("fits one page and has the usual sections: %s", (file) => {
    const text = readFileSync(join("docs/decisions", file), "utf8");
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);
    const number = Number(file.slice(0, 4));
    expect(headings[0]).toMatch(new RegExp(`^${number}\\. `));
    expect(headings.slice(1)).toEqual(["Context", "Decision", "Consequences", "Alternatives"]);
    expect(text).toMatch(/^\*\*Status:\*\* \S/m);
    expect(text.split("\n").length).toBeLessThanOrEqual(60);
  });
});
