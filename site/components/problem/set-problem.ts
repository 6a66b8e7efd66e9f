import type { AstroGlobal } from "astro";
import type { Problem } from "../../../worker/contract/problem.ts";

/** Sets the status and the headers that a problem requires on the response. */
export function setProblem(response: AstroGlobal["response"], { status, retryAfter }: Problem): void {
  response.status = status;
  if (retryAfter !== undefined) response.headers.set("Retry-After", String(retryAfter));
}
