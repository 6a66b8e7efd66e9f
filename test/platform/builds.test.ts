/** `npm start` serves one build until it ends, and builds only what has changed. */
import { execFile, spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { titlesOnDisk } from "../../tools/catalog/local.ts";
import { tryLock } from "../../tools/lock.ts";
import { COPY } from "../built-copy.ts";
import { freePort } from "../listening.ts";

const SOURCES = [
  "LICENSE",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "wrangler.toml",
  "site",
  "tools",
  "worker",
];
/** Run in the copy: prints the folder of the current build, or what this says before one is made. */
const CURRENT_BUILD = `const { currentBuild } = await import("./tools/builds.ts");
const onBuild = () => { if (process.argv[1] === "look") throw "must build"; };
console.log(await currentBuild(onBuild).then(({ folder }) => folder, String));`;

const folder = mkdtempSync(join(tmpdir(), "marquee builds-"));
const builds = join(folder, "build/app");
const env = { ...process.env, MARQUEE_ROOT: folder, SITE_URL: undefined };
let url: string;
let end: () => Promise<unknown>;
const output = { text: "" };

beforeAll(async () => {
  for (const name of SOURCES) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  expect(await currentBuild("look")).toBe("must build");
  // As if the current sources had been built before: the name is that of the lock.
  const [name = ""] = readdirSync(builds).filter((entry) => /^[0-9a-f]{16}\.lock$/.test(entry));
  cpSync(join(COPY, "dist"), join(builds, name.replace(".lock", "")), { recursive: true });
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

async function currentBuild(...words: "look"[]): Promise<string> {
  const parameters = ["--input-type=module", "--eval", CURRENT_BUILD, ...words];
  // Waiting without a break, this process would miss that the server closes an idle connection, and use it again.
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: folder, env });
  return stdout.trim();
}

async function filesOf(page: string): Promise<string[]> {
  const html = await (await fetch(`${url}${page}`)).text();
  return [...html.matchAll(/(?:src|href)="(\/_astro\/[^"]+)"/g)].map(([, path = ""]) => path);
}

test("a start from sources that were built before builds nothing", async () => {
  expect(output.text).toContain("Ready:");
  expect(output.text).not.toContain("Building");
});

test("a build is removed once no process uses it", async () => {
  const other = join(builds, "0123456789abcdef");
  mkdirSync(other);
  const using = tryLock(`${other}.lock`, "shared");
  await currentBuild("look");
  expect(existsSync(other)).toBe(true);
  using?.release();
  await currentBuild("look");
  expect(existsSync(other)).toBe(false);
});

test("a start keeps its pages, styles and scripts while other sources are built", async () => {
  const files = await filesOf("/");
  expect(files.length).toBeGreaterThan(1);
  appendFileSync(join(folder, "site/styles/base.css"), ".added { color: red }\n");
  appendFileSync(join(folder, "site/scripts/search.ts"), 'document.title += "";\n');

  expect(await currentBuild("look")).toBe("must build");
  const made = await currentBuild();

  expect(existsSync(join(made, "server/wrangler.json"))).toBe(true);
  expect(await currentBuild("look")).toBe(made);
  expect(await filesOf("/")).toEqual(files);
  for (const path of [...files, "/v1/openapi.json", "/developers"]) {
    expect((await fetch(`${url}${path}`)).status, path).toBe(200);
  }
});

test("a filled catalog is recognised without opening the database", () => {
  expect(titlesOnDisk(join(folder, ".wrangler/state"))).toBe(153);
  expect(titlesOnDisk(join(folder, "nowhere"))).toBeNull();
});
