/** Waits until a version responds: an upload takes a few seconds to be everywhere. */
import { VERSION, versionName } from "../../worker/http/headers.ts";
import { type TestedVersion, Unreachable } from "./environment.ts";

/** Selects a version that has no traffic (developers.cloudflare.com, version overrides). */
const OVERRIDE = "Cloudflare-Workers-Version-Overrides";
/** Consecutive responses that must come from the version: the next one may come from another place. */
const CONSECUTIVE = 3;
const MAX_TRIES = 60;
const PAUSE_MS = 2_000;
/** Longer than fetch waits for a connection (10 s), so that this timeout means a server that does not respond. */
const TIMEOUT_MS = 15_000;

interface Waiting extends TestedVersion {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** Throws if the version does not respond within two minutes; `Unreachable` if there is no connection. */
export async function responding(waiting: Waiting): Promise<void> {
  const { address, version } = waiting;
  let consecutive = 0;
  let last: Attempt = { kind: "other", found: "no response" };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    last = await attempt(waiting);
    consecutive = last.kind === "version" ? consecutive + 1 : 0;
    if (consecutive === CONSECUTIVE) return;
    await waiting.wait(PAUSE_MS);
  }
  if (last.kind === "unreachable") throw new Unreachable(`Could not connect to ${address}: ${last.reason}.`);
  const found = last.kind === "other" ? last.found : "other versions respond as well";
  throw new Error(`Version ${version} does not respond at ${address}: ${found}.`);
}

type Attempt =
  | { readonly kind: "version" }
  | { readonly kind: "other"; readonly found: string }
  | { readonly kind: "unreachable"; readonly reason: string };

/** Requests a problem, which no cache stores. */
async function attempt({ address, version, override, fetch }: Waiting): Promise<Attempt> {
  try {
    const headers: HeadersInit = override === undefined ? {} : { [OVERRIDE]: override };
    const response = await fetch(`${address}/v1/`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    const found = response.headers.get(VERSION);
    if (found === versionName(version)) return { kind: "version" };
    return { kind: "other", found: found === null ? `status ${response.status}` : `version ${found} does` };
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name === "TimeoutError")
      return { kind: "other", found: "no response in time" };
    return { kind: "unreachable", reason: String(thrown.cause ?? thrown) };
  }
}
