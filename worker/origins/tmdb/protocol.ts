/** TMDB's API, version 3, as the transport needs to know it (developer.themoviedb.org). */
import type { StatusMeaning } from "../transport/exchange.ts";
import type { Protocol } from "../transport/transport.ts";

/** The default of UPSTREAM_BASE_URL with this dialect. */
export const TMDB_API = "https://api.themoviedb.org/3";

/** A "read access token" is a JWT, whose three parts are joined by dots; a key has no dots. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** 32 hexadecimal digits in practice, though no document says so. */
const KEY = /^\w{16,}$/;

/** Whether it has the form of a key or a token; only TMDB knows whether it is valid. */
export function isTmdbKey(text: string): boolean {
  return KEY.test(text) || TOKEN.test(text);
}

export const TMDB_PROTOCOL: Protocol = {
  authorize({ address, headers }, apiKey) {
    if (TOKEN.test(apiKey)) headers.set("Authorization", `Bearer ${apiKey}`);
    else address.searchParams.set("api_key", apiKey);
  },
  statusMeans,
  // The limit is by address or key, and TMDB may not send how long to wait.
  restsWithoutRetryAfter: true,
};

/** Uses the status alone: TMDB's `status_code` adds nothing useful (developer.themoviedb.org/docs/errors). */
function statusMeans(status: number): StatusMeaning {
  if (status === 404) return "absent";
  if (status === 401 || status === 403) return "unauthorized";
  return status === 429 || status === 503 ? "rest" : "failure";
}
