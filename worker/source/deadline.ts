import { Failure } from "./failure.ts";

/** Throws a Failure `timeout` after `ms` milliseconds and aborts the signal, even if the work ignores it. */
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
 * Waits for work, but at most `ms` milliseconds. Work that takes longer continues in the background. If `ms` is not
 * positive, the work does not start.
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
