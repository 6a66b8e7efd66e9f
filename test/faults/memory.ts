/** What the runtime behind a server takes, as Linux tells it in /proc. */
import { writeFileSync } from "node:fs";
import { statusOf } from "./processes.ts";

/** Bytes that these processes grew by at the most while `work` ran. */
export async function growthDuring(runtimes: readonly number[], work: () => Promise<void>): Promise<number> {
  if (runtimes.length === 0) throw new Error("There is no runtime.");
  // Sets the mark of the highest use back to the present use.
  for (const runtime of runtimes) writeFileSync(`/proc/${runtime}/clear_refs`, "5");
  const before = runtimes.map((runtime) => kibibytes(runtime, "VmRSS"));
  await work();
  const growth = runtimes.map((runtime, at) => kibibytes(runtime, "VmHWM") - (before[at] ?? 0));
  return growth.reduce((sum, part) => sum + part, 0) * 1024;
}

function kibibytes(pid: number, field: string): number {
  return Number.parseInt(statusOf(pid, field), 10);
}
