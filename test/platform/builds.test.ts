/** Tests that `npm start` serves a copy of the build until it ends. */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COPY } from "../built-copy.ts";
import { freePort } from "../listening.ts";

const SOURCES = ["package.json", "tsconfig.json", "wrangler.toml", "tools", "worker"];

const folder = mkdtempSync(join(tmpdir(), "marquee builds-"));
/** The folder for temporary files of the server. */
const temporary = join(folder, "temporary");
const env = { ...process.env, MARQUEE_ROOT: folder, SITE_URL: undefined };
let url: string;
let end: () => Promise<unknown>;

beforeAll(async () => {
  mkdirSync(temporary);
  for (const name of SOURCES) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  // This folder is not copied, because the deployment tests write to it and remove it at the same time.
  const deployed = join(COPY, "dist/deployed");
  cpSync(join(COPY, "dist"), join(folder, "dist"), { recursive: true, filter: (path) => path !== deployed });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["tools/start.ts", "--built"], {
    cwd: folder,
    env: { ...env, PORT: String(port), TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const ready = new Promise<void>((resolve) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.includes("Ready:")) resolve();
      });
    }
  });
  end = () => {
    child.kill("SIGTERM");
    return ended;
  };
  await Promise.race([ready, ended]);
}, 150_000);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

async function listFiles(page: string): Promise<string[]> {
  const html = await (await fetch(`${url}${page}`)).text();
  return [...html.matchAll(/(?:src|href)="(\/_astro\/[^"]+)"/g)].map(([, path = ""]) => path);
}

describe("npm start", () => {
  test("continues to serve its files during a new build", async () => {
    const files = await listFiles("/");
    expect(files.length).toBeGreaterThan(1);
    rmSync(join(folder, "dist"), { recursive: true });
    expect(await listFiles("/")).toEqual(files);
    for (const path of [...files, "/v1/openapi.json", "/developers"])
      expect((await fetch(`${url}${path}`)).status, path).toBe(200);
  });

  test("removes its copy of the build when it ends", async () => {
    const copies = () => readdirSync(temporary).filter((name) => name.startsWith("marquee-start-"));
    expect(copies()).toHaveLength(1);
    await end();
    expect(copies()).toEqual([]);
  });
});
