/** Waits until a version responds: an upload takes a few seconds to be everywhere. */
import { VERSION, versionName } from "../../worker/http/headers.ts";
import type { Wait } from "./api.ts";

/** Selects a version that has no traffic (workers/versions-and-deployments/version-overrides). */
const OVERRIDE = "Cloudflare-Workers-Version-Overrides";
/** Consecutive responses that must come from the version: the next one may come from another place. */
const CONSECUTIVE = 3;
const MAX_TRIES = 60;
const PAUSE_MS = 2_000;
/** Longer than fetch waits for a connection (10 s), so that this timeout means a server that does not respond. */
const TIMEOUT_MS = 15_000;

export interface TestedVersion {
  /** Without a slash at the end. */
  readonly address: string;
  /** `null`: no other version responds at the address. */
  readonly version: string | null;
  /** Selects the version where another one has the traffic of the address. */
  readonly override?: string;
}

export type FetchAddress = (address: string, init: RequestInit) => Promise<Response>;

/** No connection: a name or certificate that is not everywhere yet, or the network. It says nothing about the version. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Throws if the version does not respond within two minutes; `Unreachable` if there is no connection. */
export async function responding(tested: TestedVersion, fetch: FetchAddress, wait: Wait): Promise<void> {
  const expected = tested.version === null ? /./ : new RegExp(`^${versionName(tested.version)}$`);
  let consecutive = 0;
  let last: Response | Error = new Error("no response");
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    last = await attempt(tested, fetch);
    const responds = last instanceof Response && expected.test(last.headers.get(VERSION) ?? "");
    consecutive = responds ? consecutive + 1 : 0;
    if (consecutive === CONSECUTIVE) return;
    await wait(PAUSE_MS);
  }
  const { address, version } = tested;
  if (last instanceof Unreachable) throw new Unreachable(`Could not connect to ${address}: ${last.message}.`);
  const found =
    last instanceof Error
      ? last.message
      : `status ${last.status}, version ${last.headers.get(VERSION) ?? "unknown"}`;
  throw new Error(`Version ${version ?? "of the preview"} does not respond at ${address}: ${found}.`);
}

/** Requests a problem, which no cache stores. */
async function attempt({ address, override }: TestedVersion, fetch: FetchAddress): Promise<Response | Error> {
  try {
    const headers: HeadersInit = override === undefined ? {} : { [OVERRIDE]: override };
    const response = await fetch(`${address}/v1/`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return response;
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name === "TimeoutError") return new Error("no response in time");
    return new Unreachable(String(thrown.cause ?? thrown));
  }
}
