/**
 * `npm run bench [edge | pages | tmdb | search] [words for it]`: measures what was built last, on this
 * machine; without a part, all of them. Local numbers compare within one run, not between machines.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

const PARTS = ["edge", "pages", "tmdb", "search"];

const [first = "", ...rest] = process.argv.slice(2);
const parts = PARTS.includes(first) ? [first] : PARTS;
const words = PARTS.includes(first) ? rest : [];

for (const part of parts) {
  const script = join(import.meta.dirname, part, "main.ts");
  const child = spawn(process.execPath, ["--expose-gc", script, ...words], { stdio: "inherit" });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  if (code !== 0) process.exitCode = 1;
}
