/** Runs the catalog command in this process, and hashes the files it leaves. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { catalogCommand } from "../../../tools/catalog/command.ts";

/** Runs the command. It never rejects: the error message is appended to the output. */
export async function catalog(...words: string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = "";
  try {
    const screen = { isTTY: true, write: (text: string) => (out += text) };
    await catalogCommand(words, screen, async () => {});
    return { code: 0, out };
  } catch (thrown) {
    return { code: 1, out: `${out}${(thrown as Error).message}\n` };
  }
}

/** Returns a hash of each file below a folder. */
export function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(
    paths.map((path) => [path, createHash("sha256").update(readFileSync(path)).digest("hex")]),
  );
}
