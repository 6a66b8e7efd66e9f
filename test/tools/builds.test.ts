/** `npm start` serves one build until it ends, and builds only what has changed. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { titlesOnDisk } from "../../tools/catalog/local.ts";
import { tryLock } from "../../tools/lock.ts";
import { freePort } from "../listening.ts";

const SOURCES = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "wrangler.toml",
  "site",
  "tools",
  "worker",
];
/** Run in the copy: prints whether it had to build. */
const CURRENT_BUILD = `const { currentBuild } = await import("./tools/builds.ts");
let built = false;
await currentBuild(() => { built = true; });
console.log(built);`;

const folder = mkdtempSync(join(tmpdir(), "marquee builds-"));
const env = { ...process.env, MARQUEE_ROOT: folder, SITE_URL: undefined };
let url: string;
let end: () => Promise<unknown>;
const output = { text: "" };

beforeAll(async () => {
  for (const name of SOURCES) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["tools/start.ts"], {
    cwd: folder,
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output.text += text;
        if (output.text.includes("Ready:")) resolve();
      });
    }
  });
  end = () => {
    child.kill("SIGTERM");
    return ended;
  };
  await Promise.race([ready, ended]);
}, 150_000);
afterAll(async () => {
  await end();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

function currentBuildBuilds(): boolean {
  const parameters = ["--input-type=module", "--eval", CURRENT_BUILD];
  return execFileSync(process.execPath, parameters, { cwd: folder, env, encoding: "utf8" }) === "true\n";
}

async function filesOf(page: string): Promise<string[]> {
  const html = await (await fetch(`${url}${page}`)).text();
  return [...html.matchAll(/(?:src|href)="(\/_astro\/[^"]+)"/g)].map(([, path = ""]) => path);
}

test("a first start builds, and a second one from the same sources does not", () => {
  expect(output.text).toMatch(/^Building …$/m);
  expect(currentBuildBuilds()).toBe(false);
});

test("a build is removed once no process uses it", () => {
  const other = join(folder, "build/app/0123456789abcdef");
  mkdirSync(other);
  const using = tryLock(`${other}.lock`, "shared");
  currentBuildBuilds();
  expect(existsSync(other)).toBe(true);
  using?.release();
  currentBuildBuilds();
  expect(existsSync(other)).toBe(false);
});

test("a start keeps its pages, styles and scripts while other sources are built", async () => {
  const files = await filesOf("/");
  expect(files.length).toBeGreaterThan(1);
  appendFileSync(join(folder, "site/styles/base.css"), ".added { color: red }\n");
  appendFileSync(join(folder, "site/scripts/search.ts"), 'document.title += "";\n');

  // Waiting without a break, this process would miss that the server closes an idle connection, and use it again.
  await promisify(execFile)(process.execPath, ["tools/build.ts"], { cwd: folder, env });

  expect(await filesOf("/")).toEqual(files);
  for (const path of [...files, "/v1/openapi.json", "/developers"]) {
    expect((await fetch(`${url}${path}`)).status, path).toBe(200);
  }
});

test("a filled catalog is recognised without opening the database", () => {
  expect(titlesOnDisk(join(folder, ".wrangler/state"))).toBe(153);
  expect(titlesOnDisk(join(folder, "nowhere"))).toBeNull();
});
