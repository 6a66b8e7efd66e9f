/** Reads source files as a load does. */
import { readdirSync } from "node:fs";
import * as v from "valibot";
import type { Selection } from "../../../tools/catalog/sources/chosen.ts";
import { LoadReport } from "../../../tools/catalog/sources/load-report.ts";
import { stagedSource } from "../../../tools/catalog/sources/staged.ts";
import { Credits } from "../../../worker/contract/credits.ts";
import { TitleRecord } from "../../../worker/contract/record.ts";
import { createFolder } from "./folder.ts";

/** Reads a folder, or `files` by name. Throws if a record or credits do not match the contract. */
export async function read(files: Readonly<Record<string, string>> | string, selection: Selection = {}) {
  const report = new LoadReport();
  const folder = createFolder({});
  const path = typeof files === "string" ? files : createFolder(files);
  const source = await stagedSource([path], selection, { folder, report });
  const entries = [...source.entries()];
  const records = entries.map(({ record }) => v.parse(TitleRecord, record));
  const credits = new Map(
    [...source.credits()].map(([id, json]) => [id, v.parse(Credits, JSON.parse(json))] as const),
  );
  const external = [...source.externalIds()].map((row) => row.join(" ")).sort();
  const people = Array.from({ length: 1_000 }, (_, id) => [id, source.personDetails(id)] as const);
  const known = people.filter(([, details]) => details !== null);
  const otherNames = new Map(known.map(([id, details]) => [id, details?.otherNames]));
  const lives = new Map(known.map(([id, details]) => [id, details?.life]));
  const seasons = [...source.seasons()];
  source.remove();
  return {
    entries,
    seasons,
    records,
    credits,
    external,
    otherNames,
    lives,
    report,
    left: readdirSync(folder),
  };
}
