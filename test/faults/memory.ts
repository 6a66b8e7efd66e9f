/** Measures the memory of a server's runtimes, as Linux reports it in /proc. */
import { writeFileSync } from "node:fs";
import { readStatus } from "./processes.ts";

/** Returns by how many bytes the peak memory of the processes grows while `work` runs. */
export async function growthDuring(runtimes: readonly number[], work: () => Promise<void>): Promise<number> {
  if (runtimes.length === 0) throw new Error("There is no runtime.");
  // Resets the peak to the memory that is in use now.
  for (const runtime of runtimes) writeFileSync(`/proc/${runtime}/clear_refs`, "5");
  const before = runtimes.map((runtime) => kibibytes(runtime, "VmRSS"));
  await work();
  const growth = runtimes.map((runtime, at) => kibibytes(runtime, "VmHWM") - (before[at] ?? 0));
  return growth.reduce((sum, part) => sum + part, 0) * 1024;
}

function kibibytes(pid: number, field: string): number {
  return Number.parseInt(readStatus(pid, field), 10);
}
