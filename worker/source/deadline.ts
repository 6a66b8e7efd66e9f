/** Time limits for work. */
import { Failure } from "./failure.ts";

/**
 * Throws a Failure `timeout` after `ms` milliseconds and aborts the signal. Does not wait for work that ignores the
 * signal.
 */
export async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const timeout = new Failure("timeout");
      controller.abort(timeout);
      reject(timeout);
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), expiry]);
  } finally {
    if (timer !== undefined) clearTimeout(timer);
  }
}

/**
 * Waits up to `ms` milliseconds for work, which then continues in the background. Does not start the work if `ms` is
 * not positive.
 */
export async function withinTime(ms: number, work: () => readonly Promise<void>[]): Promise<void> {
  if (ms <= 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.all(work()), expiry]);
  if (timer !== undefined) clearTimeout(timer);
}
