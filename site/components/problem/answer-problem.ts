import type { AstroGlobal } from "astro";
import { asProblem, type Problem } from "../../../worker/contract/problem.ts";

/** A page that says a problem has its status, and says in headers when to come back. */
export function answerProblem(
  response: AstroGlobal["response"],
  { status, retryAfter, rateLimitPolicy }: Problem,
): void {
  response.status = status;
  if (retryAfter !== undefined) response.headers.set("Retry-After", String(retryAfter));
  if (rateLimitPolicy !== undefined) response.headers.set("RateLimit-Policy", rateLimitPolicy);
}

/** For programs that read no problem: its status and headers, and no body. */
export function emptyProblem(thrown: unknown): Response {
  const answer = { status: 0, statusText: "", headers: new Headers({ "Cache-Control": "no-store" }) };
  answerProblem(answer, asProblem(thrown));
  return new Response(null, answer);
}
