/**
 * Marks the CDN cache as stale after a command has changed the deployed catalog. Otherwise, the cache could serve
 * responses with old data for up to a day. The Worker responds after twelve seconds (docs/decisions/0034).
 */
import * as v from "valibot";
import { CommandError } from "../options.ts";

const BODY = JSON.stringify({ stale: true });

interface PurgeOptions {
  /**
   * The URL of the deployment that accepts the token. If URL or token is `undefined`, the command for a purge is
   * printed instead.
   */
  readonly site: string | undefined;
  readonly token: string | undefined;
  readonly print: (line: string) => void;
  readonly fetch: (address: URL, init: RequestInit) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/**
 * The interval between attempts. The platform accepts another purge after twelve seconds
 * (developers.cloudflare.com/cache/how-to/purge-cache, "Availability and limits").
 */
const RETRY_MS = 15_000;
const ATTEMPTS = 5;
const TIMEOUT_MS = 30_000;
const Purged = v.object({ platform: v.nullable(v.boolean()) });

interface Failure {
  readonly reason: string;
  readonly isFinal: boolean;
}

/**
 * Purges the CDN cache. Throws a CommandError if this fails. The message says that the catalog itself has changed.
 */
export async function purgeCdnCache({ site, token, print, fetch, wait }: PurgeOptions): Promise<void> {
  if (site === undefined || token === undefined) {
    print(`The CDN cache may serve the old catalog for up to a day. To purge it:\n${commandFor(site)}`);
    return;
  }
  for (let attempt = 1; ; attempt += 1) {
    const failure = await attemptPurge();
    if (failure === null) return print("Marked the CDN cache as stale.");
    const { reason, isFinal } = failure;
    if (attempt === ATTEMPTS || isFinal) throw unpurged(reason, site);
    print(`The CDN cache is not purged yet (${reason}). Retrying in ${RETRY_MS / 1_000} seconds.`);
    await wait(RETRY_MS);
  }

  async function attemptPurge(): Promise<Failure | null> {
    let response: Response;
    try {
      const headers = { Authorization: `Bearer ${token}` };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      response = await fetch(addressAt(site ?? ""), { method: "POST", headers, body: BODY, signal });
    } catch (thrown) {
      if (thrown instanceof CommandError) throw thrown;
      return { reason: "no connection", isFinal: false };
    }
    const isFinal = response.status < 500 && response.status !== 429;
    if (response.status !== 200) return { reason: `status ${response.status}`, isFinal };
    const purged = v.safeParse(Purged, await response.json().catch(() => null));
    if (!purged.success) return { reason: "another service responds", isFinal };
    return purged.output.platform === false ? { reason: "the platform refused", isFinal: false } : null;
  }
}

/** Returns the URL for a purge. Throws a CommandError if the token would be sent without encryption. */
function addressAt(site: string): URL {
  const address = URL.canParse(site) ? new URL("/admin/purge", site) : null;
  const isLocal = address?.hostname === "127.0.0.1";
  if (address !== null && (address.protocol === "https:" || isLocal)) return address;
  throw unpurged("SITE_URL must begin with https://");
}

function unpurged(reason: string, site?: string): CommandError {
  const what = `The catalog is changed, but the CDN cache is not purged: ${reason}.`;
  return new CommandError(`${what} To purge it:\n${commandFor(site)}`);
}

function commandFor(site = "https://<your site>"): string {
  const address = `${site.replace(/\/$/, "")}/admin/purge`;
  return `curl -X POST ${address} -H "Authorization: Bearer $ADMIN_TOKEN" -d '${BODY}'`;
}
