import type { AstroGlobal } from "astro";
import type { Problem } from "../../../worker/contract/problem.ts";

/** A page that explains a problem has its status, and its headers say when to retry. */
export function answerProblem(
  response: AstroGlobal["response"],
  { status, retryAfter, rateLimitPolicy }: Problem,
): void {
  response.status = status;
  if (retryAfter !== undefined) response.headers.set("Retry-After", String(retryAfter));
  if (rateLimitPolicy !== undefined) response.headers.set("RateLimit-Policy", rateLimitPolicy);
}
