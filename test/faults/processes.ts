/** Reads information about processes from /proc. */
import { readdirSync, readFileSync } from "node:fs";

/** Returns the ids of the runtimes that a process or its descendants have started, oldest first. */
export function runtimesUnder(pid: number): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((name) => [Number(name), Number(readStatus(Number(name), "PPid"))]));
  function isUnder(child: number): boolean {
    const parent = parents.get(child);
    return parent !== undefined && parent !== 0 && (parent === pid || isUnder(parent));
  }
  return [...parents.keys()]
    .filter((child) => readStatus(child, "Name") === "workerd" && isUnder(child))
    .toSorted((one, other) => one - other);
}

/** Returns a field of a process's status, or an empty string if the process has ended. */
export function readStatus(pid: number, field: string): string {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return new RegExp(`^${field}:\\s*(.*)$`, "m").exec(status)?.[1] ?? "";
  } catch {
    return "";
  }
}

/** Returns the CPU time of a process's running threads, in milliseconds. */
export function threadTime(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1_000_000;
}
