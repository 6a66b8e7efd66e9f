/** What a miss takes beyond the time that the upstream itself takes. */
import { median } from "./measure.ts";
import type { Source } from "./source.ts";

const MISSES = 150;

/**
 * Milliseconds, the median: one request after the other, each for a key that nobody asked
 * for. The Worker's own account counts, since the harness takes longer than the Worker.
 */
export async function missOverhead(marquee: string, source: Source): Promise<number> {
  const overheads: number[] = [];
  for (let id = 1_000; id < 1_000 + MISSES; id++) {
    const response = await fetch(`${marquee}v1/?category=credits&id=${id}`);
    await response.arrayBuffer();
    const total = /total;dur=(\d+)/.exec(response.headers.get("Server-Timing") ?? "")?.[1];
    overheads.push(Number(total) - source.lastMs());
  }
  return median(overheads);
}
