/** Responds with a problem as `application/problem+json` (RFC 9457). */
import type { Problem, ProblemBody } from "../../contract/problem.ts";
import { ALLOWED_METHODS, NO_STORE } from "./headers.ts";

interface Occurrence {
  readonly site: { readonly origin: string };
  readonly requestId: string;
}

export function problemResponse(problem: Problem, { site, requestId }: Occurrence): Response {
  const body: ProblemBody = {
    type: new URL(`/problems/${problem.type}`, site.origin).href,
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    instance: requestId,
    ...(problem.errors.length === 0 ? {} : { errors: [...problem.errors] }),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return new Response(bytes, {
    status: problem.status,
    headers: {
      "Content-Length": String(bytes.byteLength),
      "Content-Type": "application/problem+json",
      "Content-Language": "en",
      ...problemHeaders(problem),
    },
  });
}

/** Returns the headers of a problem. No shared cache may store it, because it contains the id of the request. */
export function problemHeaders(problem: Problem): Record<string, string> {
  return {
    ...NO_STORE,
    ...(problem.type === "method-not-allowed" ? { Allow: problem.allow ?? ALLOWED_METHODS } : {}),
    ...(problem.type === "key-required" ? { "WWW-Authenticate": 'Bearer realm="marquee"' } : {}),
    ...(problem.retryAfter === undefined ? {} : { "Retry-After": String(problem.retryAfter) }),
  };
}
