/** Follows redirects of a configured host, but never to an address that only we can reach. */
import type { Fetch } from "./transport/exchange.ts";

const MAX_REDIRECTS = 3;
const STATUSES = [301, 302, 303, 307, 308];

/**
 * Returns a `fetch` that follows redirects within the origin of `baseUrl` and to other public hosts over HTTPS. The
 * response is the redirect itself if it leads elsewhere.
 */
export function followRedirects(baseUrl: URL, fetch: Fetch): Fetch {
  return async (address, init) => {
    let at = address;
    let response = await fetch(at, init);
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      const target = parseLocation(response, at);
      if (target === null || !(target.origin === baseUrl.origin || isPublic(target))) break;
      await response.body?.cancel();
      at = target;
      response = await fetch(at, init);
    }
    return response;
  };
}

function parseLocation({ status, headers }: Response, base: URL): URL | null {
  const location = headers.get("Location");
  return STATUSES.includes(status) && location !== null ? URL.parse(location, base) : null;
}

/**
 * Returns true for a host on the public internet over HTTPS. Addresses are rejected without looking at their range,
 * because images are not served from them.
 */
function isPublic({ protocol, hostname, port, username, password }: URL): boolean {
  const name = hostname.replace(/\.$/, "");
  const isName =
    /\.[a-z][a-z0-9-]*$/i.test(name) &&
    !/\.(?:localhost|local|internal|intranet|lan|home\.arpa)$/i.test(name);
  return protocol === "https:" && port === "" && username === "" && password === "" && isName;
}
