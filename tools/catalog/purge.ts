/**
 * The end of a command that changed the deployed catalog: the cache in front of the Worker would serve the old one for up to a
 * day. The Worker repeats the purge twelve seconds later (docs/decisions/0034).
 */
import * as v from "valibot";
import { CommandError } from "../options.ts";

/** As `POST /admin/purge` takes it: all is stale, after a switch; or what changed after this entry of the log is purged. */
export type FrontPurge = { readonly front: true } | { readonly after: number };

interface PurgeOptions {
  readonly what: FrontPurge;
  /** The address of the deployment, and its secret ADMIN_TOKEN; `undefined`: the caller runs the command that is shown. */
  readonly site: string | undefined;
  readonly token: string | undefined;
  readonly say: (line: string) => void;
  readonly fetch: (address: URL, init: RequestInit) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** The platform admits a further purge after twelve seconds (cache/how-to/purge-cache, "Availability and limits"). */
const RETRY_MS = 15_000;
const ATTEMPTS = 5;
const Purged = v.object({ platform: v.nullable(v.boolean()) });

/** Throws a CommandError if the purge fails: the catalog is changed, but visitors may not see it yet. */
export async function purgeFront({ what, site, token, say, fetch, wait }: PurgeOptions): Promise<void> {
  const body = JSON.stringify(what);
  if (site === undefined || token === undefined) {
    say(
      `The cache in front may serve the old catalog for up to a day. To purge it:\n${commandFor(body, site)}`,
    );
    return;
  }
  for (let attempt = 1; ; attempt += 1) {
    const failure = await attemptPurge();
    if (failure === null) return say("The cache in front is purged, and again in twelve seconds.");
    if (attempt === ATTEMPTS || failure.isFinal) throw unpurged(failure.reason, commandFor(body, site));
    say(
      `The cache in front is not purged yet (${failure.reason}); trying again in ${RETRY_MS / 1_000} seconds.`,
    );
    await wait(RETRY_MS);
  }

  /** `null`: it is purged. */
  async function attemptPurge(): Promise<{ reason: string; isFinal: boolean } | null> {
    let response: Response;
    try {
      const headers = { Authorization: `Bearer ${token}` };
      const signal = AbortSignal.timeout(RETRY_MS);
      response = await fetch(addressAt(site ?? "", body), { method: "POST", headers, body, signal });
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

/** The token must not travel in the clear. */
function addressAt(site: string, body: string): URL {
  const address = URL.canParse(site) ? new URL("/admin/purge", site) : null;
  const isLocal = address?.hostname === "127.0.0.1";
  if (address !== null && (address.protocol === "https:" || isLocal)) return address;
  throw unpurged("SITE_URL must begin with https://", commandFor(body));
}

function unpurged(reason: string, command: string): CommandError {
  const what = `The catalog is changed, but the cache in front is not purged: ${reason}.`;
  return new CommandError(`${what} To purge it:\n${command}`);
}

function commandFor(body: string, site = "https://<your site>"): string {
  const address = `${site.replace(/\/$/, "")}/admin/purge`;
  return `curl -X POST ${address} -H "Authorization: Bearer $ADMIN_TOKEN" -d '${body}'`;
}
