/**
 * Purges responses after a command has changed the deployed catalog, or withdrawn a version of the Worker. The Worker
 * responds after twelve seconds (docs/decisions/0034).
 */
import * as v from "valibot";
import { versionTag } from "../worker/resources/keys.ts";
import { CommandError } from "./options.ts";

/** The body of `POST /admin/purge`, and what is printed before and after it. */
interface Purge {
  readonly body: object;
  /** What happens without the purge. */
  readonly risk: string;
  /** What the command has done so far. */
  readonly state: string;
  readonly done: string;
}

export const AFTER_CHANGE: Purge = {
  body: { stale: true },
  risk: "The CDN cache may serve the old catalog for up to a day.",
  state: "The catalog is changed, but the CDN cache is not purged",
  done: "Marked the CDN cache as stale.",
};

/** Returns the purge of what a version of the Worker has stored. */
export function afterWithdrawal(version: string): Purge {
  return {
    body: { tags: [versionTag(version)] },
    risk: `What version ${version} has stored may still be served.`,
    state: `Version ${version} is withdrawn, but what it has stored is not purged`,
    done: `Purged what version ${version} has stored.`,
  };
}

interface PurgeOptions {
  readonly purge: Purge;
  /**
   * The URL of the deployment that accepts the token. If URL or token is missing, the command for a purge is printed
   * instead.
   */
  readonly site: string | undefined;
  readonly token: string | undefined;
  readonly print: (line: string) => void;
  readonly fetch: (address: URL, init: RequestInit) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<unknown>;
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

/** Requests a purge. Throws a CommandError if this fails, whose message says what the command has done. */
export async function requestPurge({ purge, site, token, print, fetch, wait }: PurgeOptions): Promise<void> {
  // Workflows pass "" for a missing value.
  if (!site || !token) return print(`${purge.risk} To purge it:\n${commandFor(purge, site)}`);
  for (let attempt = 1; ; attempt += 1) {
    const failure = await attemptPurge();
    if (failure === null) return print(purge.done);
    const { reason, isFinal } = failure;
    if (attempt === ATTEMPTS || isFinal) throw unpurged(purge, reason, site);
    print(`Nothing is purged yet (${reason}). Retrying in ${RETRY_MS / 1_000} seconds.`);
    await wait(RETRY_MS);
  }

  async function attemptPurge(): Promise<Failure | null> {
    let response: Response;
    try {
      const headers = { Authorization: `Bearer ${token}` };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const body = JSON.stringify(purge.body);
      response = await fetch(addressAt(purge, site ?? ""), { method: "POST", headers, body, signal });
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
function addressAt(purge: Purge, site: string): URL {
  const address = URL.canParse(site) ? new URL("/admin/purge", site) : null;
  const isLocal = address?.hostname === "127.0.0.1";
  if (address !== null && (address.protocol === "https:" || isLocal)) return address;
  throw unpurged(purge, "SITE_URL must begin with https://");
}

function unpurged(purge: Purge, reason: string, site?: string): CommandError {
  return new CommandError(`${purge.state}: ${reason}. To purge it:\n${commandFor(purge, site)}`);
}

function commandFor({ body }: Purge, site = "https://<your site>"): string {
  const address = `${site.replace(/\/$/, "")}/admin/purge`;
  return `curl -X POST ${address} -H "Authorization: Bearer $ADMIN_TOKEN" -d '${JSON.stringify(body)}'`;
}
