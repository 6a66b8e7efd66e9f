/** A load into the deployed catalog: the real wrangler, against as much of the platform's API as it asks for. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCommand } from "../../../tools/catalog/load-command.ts";
import { ACCOUNT, type Platform, startPlatform } from "../../deploy/platform.ts";
import { folderOf, lines, title } from "./folder.ts";

const environment = { ...process.env };
let platform: Platform;
let state: string;

beforeAll(async () => {
  platform = await startPlatform();
  Object.assign(process.env, platform.settings);
  const { CLOUDFLARE_API_BASE_URL: api } = platform.settings;
  const body = JSON.stringify({ name: "marquee-catalog" });
  await fetch(`${api}/accounts/${ACCOUNT}/d1/database`, { method: "POST", body });
});
afterAll(() => {
  process.env = environment;
  platform.stop();
});

let printed = "";

function load(): Promise<void> {
  state = folderOf({});
  printed = "";
  const screen = { write: (text: string) => (printed += text) };
  const files = folderOf({ "titles.jsonl": lines([title(1, "Alien"), title(2, "Aliens")]) });
  return loadCommand({ paths: [files], selection: {}, state, remote: true, screen });
}

test("a load sends files that fill the catalog, and keeps none of them", async () => {
  await load();
  const catalog = platform.databases.get("marquee-catalog")?.sqlite;
  expect(catalog?.prepare("SELECT titles FROM catalog").get()).toEqual({ titles: 2 });
  expect(existsSync(join(state, "catalog", "sql"))).toBe(false);
  expect(printed).toContain(
    "The cache in front may serve the old catalog for up to a day. To purge it:\ncurl -X POST",
  );
});

test("a load that meets another says so in a sentence, and keeps no file", async () => {
  platform.failing = /import$/;
  platform.reason = "Currently processing a long-running import.";
  await expect(load()).rejects.toThrow(
    /^Another load into marquee-catalog is running; this one has stopped,/,
  );
  expect(existsSync(join(state, "catalog", "sql"))).toBe(false);
});
