import type { AstroGlobal } from "astro";
import type { Problem } from "../../../worker/contract/problem.ts";

/** Sets a problem's status and the headers that state when to retry. */
export function answerProblem(
  response: AstroGlobal["response"],
  { status, retryAfter, rateLimitPolicy }: Problem,
): void {
  response.status = status;
  if (retryAfter !== undefined) response.headers.set("Retry-After", String(retryAfter));
  if (rateLimitPolicy !== undefined) response.headers.set("RateLimit-Policy", rateLimitPolicy);
}
