/** `npm run catalog`, as a person runs it. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

export interface Outcome {
  readonly code: number;
  readonly out: string;
}

/** Never rejects: a command that fails says why. */
export async function catalog(...words: string[]): Promise<Outcome> {
  return await command(process.execPath, "tools/catalog/main.ts", ...words);
}

export async function command(program: string, ...words: string[]): Promise<Outcome> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, words);
    return { code: 0, out: stdout + stderr };
  } catch (thrown) {
    const { code, stdout, stderr } = thrown as { code: number; stdout: string; stderr: string };
    return { code, out: stdout + stderr };
  }
}

/** Every file below a folder, with a hash of its bytes. */
export function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(
    paths.map((path) => [path, createHash("sha256").update(readFileSync(path)).digest("hex")]),
  );
}
