/** What the runtime behind a server takes, as Linux tells it in /proc. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Bytes that the runtime's processes grew by at the most while `work` ran. */
export async function growthDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const runtimes = descendants(pid).filter((child) => read(child, "Name") === "workerd");
  if (runtimes.length === 0) throw new Error("There is no runtime.");
  // Sets the mark of the highest use back to the present use.
  for (const runtime of runtimes) writeFileSync(`/proc/${runtime}/clear_refs`, "5");
  const before = runtimes.map((runtime) => kibibytes(runtime, "VmRSS"));
  await work();
  const growth = runtimes.map((runtime, at) => kibibytes(runtime, "VmHWM") - (before[at] ?? 0));
  return growth.reduce((sum, part) => sum + part, 0) * 1024;
}

function descendants(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: Number(read(Number(name), "PPid")) }));
  function below(ancestor: number): number[] {
    const children = parents.filter(({ parent }) => parent === ancestor).map((child) => child.pid);
    return children.flatMap((child) => [child, ...below(child)]);
  }
  return below(pid);
}

function kibibytes(pid: number, field: string): number {
  return Number.parseInt(read(pid, field), 10);
}

/** "" when the process is gone. */
function read(pid: number, field: string): string {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return new RegExp(`^${field}:\\s*(.*)$`, "m").exec(status)?.[1] ?? "";
  } catch {
    return "";
  }
}
