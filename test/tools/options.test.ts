import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freePort } from "../../tools/server.ts";
import { describeSource } from "../../tools/settings.ts";
import { listen } from "../listening.ts";
import { tool } from "./process.ts";

/** Each command's file, with an argument if one is required. */
const COMMANDS: Record<string, readonly [string, string?]> = {
  "npm start": ["tools/start.ts"],
  "npm run dev": ["tools/dev.ts"],
  "npm run build": ["tools/build.ts"],
  "npm run deploy": ["tools/deploy/main.ts"],
  "npm run keys": ["tools/keys.ts", "list"],
  "npm run openapi": ["tools/openapi.ts"],
  "npm run source": ["tools/source.ts", "check"],
  "npm run check": ["tools/check.ts"],
  "npm run client": ["tools/client/build.ts"],
  "npm run bench": ["test/bench/main.ts"],
  "npm run stand-in": ["test/tmdb/serve.ts"],
};

describe("npm run commands", () => {
  test("print their usage with --help", async () => {
    const stdout = expect.stringMatching(/^Usage: npm run keys\b/);
    expect(await tool("tools/keys.ts", ["--help"])).toEqual({ code: 0, stdout, stderr: "" });
  });

  test.concurrent.each(Object.entries(COMMANDS))(
    "reject an unexpected argument with the usage: %s",
    async (name, [command, word = []]) => {
      const stderr = expect.stringMatching(
        new RegExp(`^Unexpected argument 'nope'\\.\\n\\nUsage: ${name}\\b`),
      );
      expect(await tool(command, [word, "nope"].flat())).toEqual({ code: 2, stdout: "", stderr });
    },
  );

  test.each([
    [["tools/keys.ts"], "Missing command."],
    [["tools/keys.ts", "new", "hash"], "Unexpected argument 'hash'."],
    [["tools/keys.ts", "list", "--hex"], "--hex requires new or rotate."],
    [["tools/start.ts", "--loud"], "Unknown option '--loud'."],
    [["tools/start.ts", "--port", "1", "--port", "2"], "--port is repeated."],
    [["tools/start.ts", "--port"], "Option '--port <value>' argument missing."],
  ] as const)("reject the arguments %j", async ([command, ...words], sentence) => {
    const { code, stderr } = await tool(command, words);
    expect([code, stderr.split("\n")[0]]).toEqual([2, sentence]);
  });

  test("explain how to create a key when none exists", async () => {
    const state = mkdtempSync(join(tmpdir(), "marquee-no-keys-"));
    const stderr = "No keys. To create one: npm run keys -- new --name NAME\n";
    expect(await tool("tools/keys.ts", ["list", "--state", state])).toEqual({ code: 0, stdout: "", stderr });
    rmSync(state, { recursive: true });
  });
});

describe("npm run stand-in", () => {
  async function standIn(before?: string) {
    const folder = mkdtempSync(join(tmpdir(), "marquee-stand-in-"));
    const file = join(folder, ".dev.vars");
    if (before !== undefined) writeFileSync(file, before);
    const { port, close } = await listen(createServer());
    await close();
    const child = spawn(process.execPath, ["test/tmdb/serve.ts", "--port", String(port)], {
      env: { ...process.env, MARQUEE_ROOT: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [printed] = await once(child.stdout.setEncoding("utf8"), "data");
    const during = readFileSync(file, "utf8");
    child.kill("SIGTERM");
    await once(child, "exit");
    const after = existsSync(file) ? readFileSync(file, "utf8") : null;
    rmSync(folder, { recursive: true });
    return { printed, during, after };
  }

  test("writes .dev.vars while it runs", async () => {
    const { during, after } = await standIn();
    expect(during).toContain("UPSTREAM_DIALECT=tmdb\n");
    expect(after).toBeNull();
  });

  test("does not change an existing .dev.vars", async () => {
    const { printed, during, after } = await standIn("UPSTREAM_API_KEY=mine\n");
    expect([during, after]).toEqual(["UPSTREAM_API_KEY=mine\n", "UPSTREAM_API_KEY=mine\n"]);
    expect(printed).toContain("UPSTREAM_DIALECT=tmdb\n");
  });
});

describe("npm start", () => {
  test.each([
    [{}, null],
    [{ UPSTREAM_DIALECT: "tmdb", UPSTREAM_BASE_URL: "http://127.0.0.1:1/3/" }, "TMDB"],
    [{ UPSTREAM_BASE_URL: "https://metadata.example/v1/" }, "your source"],
  ])("describes the source configured by %o as %s", (settings, source) => {
    expect(describeSource(settings)).toBe(source);
  });

  test.each(["0", "65536", "http", "-1", ""])("rejects the port %o", async (port) => {
    await expect(freePort(port, "npm start --")).rejects.toThrow(
      "is not a port. Choose a number from 1 to 65535.",
    );
  });

  test("rejects an unusable state folder without a stack trace", async () => {
    const { code, stderr } = await tool("tools/start.ts", ["--built", "--state", "/dev/null", "--port", "1"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*\/dev\/null[^\n]*\n$/);
  });

  test.each([
    ["tools/start.ts", "npm start --"],
    ["tools/dev.ts", "npm run dev --"],
    ["test/tmdb/serve.ts", "npm run stand-in --"],
  ])("does not start on a port that is in use: %s", async (file, command) => {
    const other = createServer();
    const { port, close } = await listen(other);
    const outcome = await tool(file, ["--port", String(port)]);
    await close();
    const stderr = `Port ${port} is in use. Try another: ${command} --port ${port + 1}\n`;
    expect(outcome).toEqual({ code: 1, stdout: "", stderr });
  });
});
