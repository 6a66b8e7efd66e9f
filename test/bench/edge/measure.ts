/** Requests per second and processor time per request, round by round. */
import { processorTime } from "../../faults/processes.ts";

export interface Subject {
  /** Of the next request. */
  readonly address: () => string;
  readonly headers?: Record<string, string>;
  /** What every answer has to be. */
  readonly status: number;
  /** The process that answers. */
  readonly pid: number;
}

export interface Cost {
  /** Milliseconds of the Worker's process, per request. */
  readonly processorMs: number;
  readonly perSecond: number;
}

interface Extent {
  readonly rounds: number;
  readonly requests: number;
}

const AT_ONCE = 8;

/** Medians over the rounds. One round more comes first and does not count. */
export async function measure<Name extends string>(
  subjects: Record<Name, Subject>,
  { rounds, requests }: Extent,
): Promise<Record<Name, Cost>> {
  const names = Object.keys(subjects) as Name[];
  const seen = new Map(names.map((name) => [name, [] as Cost[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of inTurn(names, round)) {
      const cost = await costOf(subjects[name], requests);
      if (round > 0) seen.get(name)?.push(cost);
    }
  }
  return Object.fromEntries([...seen].map(([name, costs]) => [name, middle(costs)])) as Record<Name, Cost>;
}

/** Each round begins with another one. */
function inTurn<T>(all: readonly T[], round: number): T[] {
  const first = round % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}

async function costOf({ address, headers = {}, status, pid }: Subject, requests: number): Promise<Cost> {
  const [begun, spent] = [performance.now(), processorTime(pid)];
  let left = requests;
  async function lane(): Promise<void> {
    while (left-- > 0) {
      const asked = address();
      const response = await fetch(asked, { headers });
      await response.arrayBuffer();
      if (response.status !== status) throw new Error(`${asked} answered ${response.status}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return {
    processorMs: (processorTime(pid) - spent) / requests,
    perSecond: requests / ((performance.now() - begun) / 1_000),
  };
}

function middle(costs: readonly Cost[]): Cost {
  return {
    processorMs: median(costs.map(({ processorMs }) => processorMs)),
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
  };
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const [below = 0, above = 0] = [sorted[half - 1], sorted[half]];
  return sorted.length % 2 === 1 ? above : (below + above) / 2;
}
