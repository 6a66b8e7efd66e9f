/** Tests what a new user sees when they run `npm start`. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { freePort } from "../listening.ts";

const { PATH, MARQUEE_ROOT = "." } = process.env;

function run(port: number, state: string) {
  // The path is relative, like the default path.
  const folder = relative(MARQUEE_ROOT, state);
  const child = spawn(process.execPath, ["tools/start.ts", "--built", "--state", folder], {
    cwd: MARQUEE_ROOT,
    env: { PATH, MARQUEE_ROOT, HOME: state, TMDB_API: "off", PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output.text += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  return { child, output, ended };
}

describe("npm start", () => {
  test("prints its URL last and uses settings from the environment", async () => {
    const state = mkdtempSync(join(tmpdir(), "marquee-start-"));
    cpSync(inject("filledState"), state, { recursive: true });
    const port = await freePort();
    const { child, output, ended } = run(port, state);
    const ready = `Ready: http://127.0.0.1:${port} · 153 titles · Ctrl+C to stop\n`;
    await expect.poll(() => output.text, { timeout: 60_000 }).toContain(ready);
    expect((await fetch(`http://127.0.0.1:${port}/search?q=the`)).status).toBe(200);
    // The setting TMDB_API=off applies. The default with a catalog would be "open".
    expect((await fetch(`http://127.0.0.1:${port}/3/configuration`)).status).toBe(404);
    child.kill("SIGTERM");
    await ended;
    expect(output.text).toBe(`Checking the local catalog …\n${ready}`);
    rmSync(state, { recursive: true, force: true });
  });
});
