import { BEARER_TOKEN } from "../contract/key.ts";

/**
 * The caller's key: the query parameter `api_key`, as the contract says, or else
 * `Authorization: Bearer` (RFC 6750 section 2.1), which keeps it out of addresses. The
 * parameter counts where both are given; an empty one is none. The key is read here and goes no further than the check.
 */
export function callerKey(request: Request): string | null {
  return (
    new URL(request.url).searchParams.get(PARAMETER) || bearerToken(request.headers.get("Authorization"))
  );
}

const PARAMETER = "api_key";
const BEARER = new RegExp(`^Bearer +(${BEARER_TOKEN})$`, "i");

/** The token of RFC 6750; `null`: there is none. */
export function bearerToken(authorization: string | null): string | null {
  return BEARER.exec(authorization ?? "")?.[1] ?? null;
}

/** The address as everything behind the check may see it: pages, problems, the log. */
export function withoutKey(address: string): URL {
  const url = new URL(address);
  // Deleting writes the whole query string anew, so it is left alone where there is nothing to delete.
  if (url.searchParams.has(PARAMETER)) url.searchParams.delete(PARAMETER);
  return url;
}
