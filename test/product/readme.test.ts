/** Runs the commands in the README and docs/sources.md, and compares the output with the documented one. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COPY } from "../built-copy.ts";
import { freePort } from "../listening.ts";
import { type NpmStart, npmStart } from "./npm-start.ts";

const HOST = "http://127.0.0.1:8787";
const README = readFileSync("README.md", "utf8");
const SOURCES = readFileSync("docs/sources.md", "utf8");

let server: NpmStart;
beforeAll(async () => {
  server = await npmStart();
});
afterAll(() => server.stop());

function readCodeBlocks(language: string, document = README): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm");
  return [...document.matchAll(fenced)].map(([, text = ""]) => text);
}

/** The documented commands and their output. */
const COMMANDS = [...readCodeBlocks("console"), ...readCodeBlocks("console", SOURCES)].flatMap((block) =>
  block
    .split(/^\$ /m)
    .filter((text) => text !== "")
    .map((text) => text.split(/\n([\s\S]*)/))
    .map(([command = "", printed = ""]) => [command, printed.trimEnd()] as const),
);
const isRequest = (command: string) => command.startsWith("curl");

/** Replaces request ids, durations and cache states, because they differ between runs. */
function normaliseOutput(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID")
    .replaceAll(/\d+ ms/g, "N ms")
    .replaceAll(/(?<=Cache-Status: marquee); .*/g, "")
    .replaceAll("\r", "")
    .trimEnd();
}

async function run(command: string, cwd: string, settings: Readonly<Record<string, string>> = {}) {
  const { stdout } = await promisify(execFile)("bash", ["-c", command], {
    cwd,
    env: { ...process.env, ...settings },
  });
  return stdout;
}

/** Commands that are slow or need an account, and the tests that cover them. */
const TESTED: Readonly<Record<string, string>> = {
  "npm ci && npm start": "test/product/start.test.ts",
  "npx wrangler login && npm run deploy": "test/deploy/deployment.test.ts",
  "npm run catalog -- load titles.jsonl.gz credits.jsonl.gz": "test/tools/catalog/command.test.ts",
};

describe("README.md", () => {
  test.each(COMMANDS.filter(([command]) => isRequest(command)))(
    "shows the actual output of %s",
    async (command, printed) => {
      const output = await run(command.replaceAll(HOST, server.url), ".");
      expect(normaliseOutput(output.replaceAll(server.url, HOST))).toBe(normaliseOutput(printed));
    },
  );

  test("shows the actual output of its client example", async () => {
    const [code = ""] = readCodeBlocks("ts");
    const file = join(COPY, "build/readme.mjs");
    writeFileSync(file, code.replaceAll(HOST, server.url));
    const expected = [...code.matchAll(/\/\/ (.*)$/gm)].map(([, text]) => text);
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    rmSync(file);
    expect(stdout.trim().split("\n")).toEqual(expected);
  });

  test("shows the actual output of the stand-in and source check", async () => {
    const [standIn, check] = COMMANDS.filter(([command]) => !isRequest(command));
    const port = String(await freePort());
    const folder = mkdtempSync(join(tmpdir(), "marquee-readme-"));
    const standing = spawn(process.execPath, ["test/tmdb/serve.ts", "--port", port], {
      env: { ...process.env, MARQUEE_ROOT: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [ready] = await once(standing.stdout.setEncoding("utf8"), "data");
    const checked = await run(check?.[0] ?? "", ".", { MARQUEE_ROOT: folder });
    standing.kill("SIGTERM");
    await once(standing, "exit");
    rmSync(folder, { recursive: true });
    expect(standIn?.[0]).toBe("npm run -s stand-in & sleep 2");
    expect(ready.trimEnd()).toBe(standIn?.[1]);
    expect(normaliseOutput(checked.replaceAll(port, "8788"))).toBe(normaliseOutput(check?.[1] ?? ""));
  });

  test("mentions only commands that a test runs", () => {
    const lines = readCodeBlocks("sh").flatMap((block) => block.trim().split("\n"));
    const commands = lines.map((line) => line.replace(/\s+#.*/, "")).filter((line) => /^np[mx] /.test(line));
    expect(commands.filter((command) => !existsSync(TESTED[command] ?? ""))).toEqual([]);
    expect(commands).toHaveLength(Object.keys(TESTED).length);
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const named = [...README.matchAll(/\bnpm run (?:-s )?([\w-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});
