/** Measures throughput, CPU time per request, and the latency that a cache miss adds. */
import { threadTime } from "../faults/processes.ts";
import type { Source } from "./source.ts";

export interface Subject {
  /** Returns the URL of the next request. */
  readonly address: () => string;
  readonly headers?: Record<string, string>;
  /** The status that every response must have. */
  readonly status: number;
  readonly pids: readonly number[];
}

export interface Cost {
  /** The CPU time per request, in milliseconds. */
  readonly processorMs: number;
  readonly perSecond: number;
}

interface Extent {
  readonly rounds: number;
  readonly requests: number;
}

const AT_ONCE = 8;
const MISSES = 150;

/** Returns the median cost of each Worker. The first round only warms up the Workers and does not count. */
export async function measure<Name extends string>(
  subjects: Record<Name, Subject>,
  { rounds, requests }: Extent,
): Promise<Record<Name, Cost>> {
  const names = Object.keys(subjects) as Name[];
  const seen = new Map(names.map((name) => [name, [] as Cost[]]));
  for (let round = 0; round <= rounds; round++) {
    // Each round begins with a different Worker, so that none benefits from its position.
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const cost = await measureCost(subjects[name], requests);
      if (round > 0) seen.get(name)?.push(cost);
    }
  }
  const middle = (costs: readonly Cost[]): Cost => ({
    processorMs: median(costs.map(({ processorMs }) => processorMs)),
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
  });
  return Object.fromEntries([...seen].map(([name, costs]) => [name, middle(costs)])) as Record<Name, Cost>;
}

async function measureCost(
  { address, headers = {}, status, pids }: Subject,
  requests: number,
): Promise<Cost> {
  const timeSpent = () => pids.reduce((sum, pid) => sum + threadTime(pid), 0);
  const [begun, spent] = [performance.now(), timeSpent()];
  let left = requests;
  async function lane(): Promise<void> {
    while (left-- > 0) await ask(address(), status, headers);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return {
    processorMs: (timeSpent() - spent) / requests,
    perSecond: requests / ((performance.now() - begun) / 1_000),
  };
}

export async function ask(
  address: string,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`${address} responded with ${response.status}`);
  return response;
}

/**
 * Returns the median latency that a cache miss adds, in milliseconds. Sends one request at a time, each with a new
 * key. The time comes from the Worker's Server-Timing header, because the harness would add its own latency.
 */
export async function addedByMisses(addressOf: (count: number) => string, source: Source): Promise<number> {
  const added: number[] = [];
  for (let count = 0; count < MISSES; count++) {
    source.calls = 0;
    const { headers } = await ask(addressOf(count));
    const total = /total;dur=(\d+)/.exec(headers.get("Server-Timing") ?? "")?.[1];
    added.push(Number(total) - source.lastMs());
    if (source.calls !== 1) throw new Error(`${source.calls} requests to the source, instead of one`);
  }
  return median(added);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const [below = 0, above = 0] = [sorted[half - 1], sorted[half]];
  return sorted.length % 2 === 1 ? above : (below + above) / 2;
}
