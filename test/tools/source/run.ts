import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface Outcome {
  readonly code: number;
  readonly out: string;
}

/** With these settings and none of the machine's own. */
export async function check(settings: Record<string, string>, ...words: string[]): Promise<Outcome> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...settings };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["tools/source.ts", "check", ...words],
      { env },
    );
    return { code: 0, out: stdout + stderr };
  } catch (thrown) {
    const { code, stdout, stderr } = thrown as { code: number; stdout: string; stderr: string };
    return { code, out: stdout + stderr };
  }
}
