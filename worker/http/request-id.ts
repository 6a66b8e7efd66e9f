/** The id a request is known by in the log and in its problems: the caller's when well formed, else a new one. */
export const REQUEST_ID = "X-Request-Id";

export function requestId(request: Request): string {
  const given = request.headers.get(REQUEST_ID);
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}
