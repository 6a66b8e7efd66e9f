import type { AstroGlobal } from "astro";
import type { Problem } from "../../../worker/contract/problem.ts";

/** A page that says a problem has its status, and says in headers when to come back. */
export function answerProblem(
  response: AstroGlobal["response"],
  { status, retryAfter, rateLimitPolicy }: Problem,
): void {
  response.status = status;
  if (retryAfter !== undefined) response.headers.set("Retry-After", String(retryAfter));
  if (rateLimitPolicy !== undefined) response.headers.set("RateLimit-Policy", rateLimitPolicy);
}
