/** Reads the starter catalog from its source files into the contract's shape. Throws for an invalid file. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { type CatalogTitle, catalogTitle } from "./catalog-title.ts";
import { readPeople } from "./people.ts";
import { StarterTitle } from "./title.ts";

const FOLDER = join(import.meta.dirname, "titles");

export function readTitles(): StarterTitle[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files.map((name) => {
    const read = v.safeParse(StarterTitle, JSON.parse(readFileSync(join(FOLDER, name), "utf8")));
    if (read.success) return read.output;
    const [issue] = read.issues;
    throw new Error(`${name}: ${v.getDotPath(issue) ?? "file"}: ${issue.message}`);
  });
}

export function readStarter(): CatalogTitle[] {
  const people = readPeople();
  return readTitles().map((title) => catalogTitle(title, people));
}
