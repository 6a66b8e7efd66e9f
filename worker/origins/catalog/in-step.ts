/**
 * Several reads of the catalog in step: their round trips to D1 are shared. Each read asks for a batch and waits; once
 * all of them wait, or have ended, their statements travel as one batch.
 */
import type { Session } from "./session.ts";

type Batch = Session["batch"];

/** Reads in one batch: its results have to fit into memory. */
const MIN_READS = 16;
/** So that any number of reads takes at most twice as many round trips: a search takes two. */
const MAX_GROUPS = 19;

interface Waiting {
  readonly statements: readonly D1PreparedStatement[];
  readonly resolve: (results: D1Result[]) => void;
  readonly reject: (reason: unknown) => void;
}

/** Each read gets a batch to use. Never rejects. */
export async function inStep<T>(
  reads: readonly ((batch: Batch) => Promise<T>)[],
  batch: Batch,
): Promise<PromiseSettledResult<T>[]> {
  const size = Math.max(MIN_READS, Math.ceil(reads.length / MAX_GROUPS));
  const groups = Array.from({ length: Math.ceil(reads.length / size) }, (_, at) =>
    reads.slice(at * size, (at + 1) * size),
  );
  return (await Promise.all(groups.map((group) => groupInStep(group, batch)))).flat();
}

function groupInStep<T>(
  reads: readonly ((batch: Batch) => Promise<T>)[],
  batch: Batch,
): Promise<PromiseSettledResult<T>[]> {
  let running = reads.length;
  let waiting: Waiting[] = [];

  async function send(together: readonly Waiting[]): Promise<void> {
    try {
      const results = await batch(together.flatMap(({ statements }) => statements));
      let from = 0;
      for (const { statements, resolve } of together) {
        resolve(results.slice(from, from + statements.length));
        from += statements.length;
      }
    } catch (thrown) {
      for (const { reject } of together) reject(thrown);
    }
  }

  function sendIfAllWait(): void {
    if (waiting.length === 0 || waiting.length < running) return;
    void send(waiting);
    waiting = [];
  }

  function shared(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    return new Promise((resolve, reject) => {
      waiting.push({ statements, resolve, reject });
      sendIfAllWait();
    });
  }

  async function run(read: (batch: Batch) => Promise<T>): Promise<T> {
    try {
      return await read(shared);
    } finally {
      running -= 1;
      sendIfAllWait();
    }
  }

  return Promise.allSettled(reads.map(run));
}
