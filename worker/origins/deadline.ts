/** One deadline for everything an answer takes: connection, headers, body and a second try. */
import { Failure } from "./failure.ts";

/**
 * Throws a Failure `timeout` after `ms` milliseconds, whether or not the work heeds the
 * signal it is given, which is aborted then.
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
