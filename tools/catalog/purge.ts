/**
 * Purges the CDN cache after a command has changed the deployed catalog. Otherwise, the cache could serve responses
 * with old data for up to a day. The Worker repeats the purge after twelve seconds (docs/decisions/0034).
 */
import * as v from "valibot";
import { CommandError } from "../options.ts";

/**
 * The body of `POST /admin/purge`: `front` marks all responses stale after a switch, and `changed` removes those that
 * an update has changed since the last purge.
 */
export type FrontPurge = { readonly front: true } | { readonly changed: true };

interface PurgeOptions {
  readonly what: FrontPurge;
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
const Purged = v.object({ platform: v.nullable(v.boolean()), left: v.optional(v.number(), 0) });

/** The result of a purge request. `left` is the number of changes that need another request. */
type Outcome =
  | { readonly kind: "purged"; readonly left: number }
  | { readonly kind: "failed"; readonly reason: string; readonly isFinal: boolean };

/**
 * Purges the CDN cache. Throws a CommandError if this fails. The message says that the catalog itself has changed.
 */
export async function purgeCdnCache({ what, site, token, print, fetch, wait }: PurgeOptions): Promise<void> {
  const body = JSON.stringify(what);
  if (site === undefined || token === undefined) {
    print(`The CDN cache may serve the old catalog for up to a day. To purge it:\n${commandFor(body, site)}`);
    return;
  }
  for (let attempt = 1; ; ) {
    const outcome = await attemptPurge();
    if (outcome.kind === "purged") {
      if (outcome.left === 0) return print("Purged the CDN cache. The purge is repeated in twelve seconds.");
      attempt = 1;
      continue;
    }
    const { reason, isFinal } = outcome;
    if (attempt === ATTEMPTS || isFinal) throw unpurged(reason, commandFor(body, site));
    attempt += 1;
    print(`The CDN cache is not purged yet (${reason}). Retrying in ${RETRY_MS / 1_000} seconds.`);
    await wait(RETRY_MS);
  }

  async function attemptPurge(): Promise<Outcome> {
    let response: Response;
    try {
      const headers = { Authorization: `Bearer ${token}` };
      const signal = AbortSignal.timeout(RETRY_MS);
      response = await fetch(addressAt(site ?? "", body), { method: "POST", headers, body, signal });
    } catch (thrown) {
      if (thrown instanceof CommandError) throw thrown;
      return { kind: "failed", reason: "no connection", isFinal: false };
    }
    const isFinal = response.status < 500 && response.status !== 429;
    if (response.status !== 200) return { kind: "failed", reason: `status ${response.status}`, isFinal };
    const purged = v.safeParse(Purged, await response.json().catch(() => null));
    if (!purged.success) return { kind: "failed", reason: "another service responds", isFinal };
    if (purged.output.platform === false)
      return { kind: "failed", reason: "the platform refused", isFinal: false };
    return { kind: "purged", left: purged.output.left };
  }
}

/** Returns the URL for a purge. Throws a CommandError if the token would be sent without encryption. */
function addressAt(site: string, body: string): URL {
  const address = URL.canParse(site) ? new URL("/admin/purge", site) : null;
  const isLocal = address?.hostname === "127.0.0.1";
  if (address !== null && (address.protocol === "https:" || isLocal)) return address;
  throw unpurged("SITE_URL must begin with https://", commandFor(body));
}

function unpurged(reason: string, command: string): CommandError {
  const what = `The catalog is changed, but the CDN cache is not purged: ${reason}.`;
  return new CommandError(`${what} To purge it:\n${command}`);
}

function commandFor(body: string, site = "https://<your site>"): string {
  const address = `${site.replace(/\/$/, "")}/admin/purge`;
  return `curl -X POST ${address} -H "Authorization: Bearer $ADMIN_TOKEN" -d '${body}'`;
}
