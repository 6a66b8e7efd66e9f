/** A problem on its way out: `application/problem+json`, RFC 9457. */
import type { Problem } from "../contract/problem.ts";
import type { ProblemBody } from "../contract/problem-body.ts";
import { ALLOWED_METHODS } from "./cors.ts";

interface Occurrence {
  /** The address asked for: the problem's `type` is a page of the same site. */
  readonly url: URL;
  readonly requestId: string;
}

export function problemResponse(problem: Problem, { url, requestId }: Occurrence): Response {
  const body: ProblemBody = {
    type: new URL(`/problems/${problem.type}`, url).href,
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    instance: requestId,
    ...(problem.errors.length === 0 ? {} : { errors: [...problem.errors] }),
  };
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: {
      "Content-Type": "application/problem+json",
      "Content-Language": "en",
      ...problemHeaders(problem),
    },
  });
}

/** What a problem says in headers, whatever its body is: JSON or a page. */
export function problemHeaders(problem: Problem): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    ...(problem.type === "method-not-allowed" ? { Allow: ALLOWED_METHODS } : {}),
    ...(problem.type === "key-required" ? { "WWW-Authenticate": 'Bearer realm="marquee"' } : {}),
    ...(problem.retryAfter === undefined ? {} : { "Retry-After": String(problem.retryAfter) }),
    ...(problem.rateLimitPolicy === undefined ? {} : { "RateLimit-Policy": problem.rateLimitPolicy }),
  };
}
