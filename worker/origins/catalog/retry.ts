/**
 * Retrying what D1 refuses for a moment: exponential backoff with full jitter, bounded in number and in time, as
 * developers.cloudflare.com/d1/best-practices/rules-of-d1 advises. Only for what may be repeated: a read, or a write that
 * D1 has rolled back.
 */

interface TransientError {
  readonly message: RegExp;
  /** Attempts in all. */
  readonly attempts: number;
}

const TRANSIENT: readonly TransientError[] = [
  // "Retry the operation" in the list of developers.cloudflare.com/d1/observability/debug-d1. D1 has by then tried a read
  // three times itself (…/d1/best-practices/retry-queries), so that a few more attempts are enough. Errors of a database
  // that is overloaded or ran out of time are not among them: retrying would make them worse.
  {
    message:
      /Network connection lost|storage caused object to be reset|reset because its code was updated|Cannot resolve D1 DB due to transient issue|client disconnected/,
    attempts: 4,
  },
  // What ends with a writer. The platform refuses every query while it imports a file. The local runtime needs the write
  // lock even for a read, for its session's token, and refuses it while another process writes.
  {
    message: /processing a long-running import|SQLITE_BUSY|Failed to get session commit token/,
    attempts: 16,
  },
];

const FIRST_BACKOFF_MS = 25;
const MAX_BACKOFF_MS = 500;

export interface RetryOptions {
  /** No attempt begins later than this after the first; 3,000 unless told otherwise. */
  readonly limitMs?: number;
  /** Overrides the number of attempts. */
  readonly attempts?: number;
  readonly random?: () => number;
  /** Milliseconds. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** Throws what the last attempt threw. */
export async function retryTransient<T>(attempt: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { limitMs = 3_000, random = Math.random, now = Date.now, wait = pause } = options;
  const began = now();
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      const most = options.attempts ?? attemptsFor(thrown);
      const backoff = random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (made - 1));
      if (attemptsFor(thrown) === 1 || made >= most || now() - began + backoff > limitMs) throw thrown;
      await wait(backoff);
    }
  }
}

function attemptsFor(thrown: unknown): number {
  return TRANSIENT.find(({ message }) => message.test(String(thrown)))?.attempts ?? 1;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
