/** One deadline for everything a response takes: connection, headers, body and a retry. */
import { Failure } from "./failure.ts";

/**
 * Throws a Failure `timeout` after `ms` milliseconds and aborts the signal that the work was given,
 * whether or not the work reacts to it.
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
