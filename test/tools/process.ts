/** Runs commands as separate processes, and returns their output and exit code. */
import { execFile } from "node:child_process";

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function command(program: string, words: readonly string[], env = process.env): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(program, words, { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

/** Runs one of our commands with these settings and without the machine's environment. */
export function tool(
  file: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return command(process.execPath, [file, ...words], {
    PATH,
    NODE_COMPILE_CACHE,
    NODE_NO_WARNINGS: "1",
    ...settings,
  });
}
