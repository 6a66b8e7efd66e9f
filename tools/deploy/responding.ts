/** Waits until a new version responds, because an upload takes a few seconds to reach every location. */
import { versionName } from "../../worker/resources/keys.ts";
import { VERSION, VERSION_OVERRIDES } from "../../worker/web/http/headers.ts";
import type { Wait } from "./api.ts";

/**
 * The number of consecutive responses that must come from the new version. One is not enough, because requests may
 * reach different locations.
 */
const CONSECUTIVE = 3;
const MAX_TRIES = 60;
const PAUSE_MS = 2_000;
const TIMEOUT_MS = 15_000;

export interface TestedVersion {
  /** The URL, without a trailing slash. */
  readonly address: string;
  readonly version: string | null;
  /** The value of the header `VERSION_OVERRIDES`. Required if another version receives the traffic. */
  readonly override?: string;
}

export type FetchAddress = (address: string, init: RequestInit) => Promise<Response>;

/** Waits until the version responds. Throws after about two minutes without success. */
export async function responding(tested: TestedVersion, fetch: FetchAddress, wait: Wait): Promise<void> {
  const { address, version } = tested;
  let consecutive = 0;
  let lastResult = "";
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const response = await attempt(tested, fetch);
    const name = response instanceof Response ? response.headers.get(VERSION) : null;
    const isExpected = name !== null && (version === null || name === versionName(version));
    consecutive = isExpected ? consecutive + 1 : 0;
    if (consecutive === CONSECUTIVE) return;
    lastResult =
      response instanceof Response ? `status ${response.status}, version ${name ?? "unknown"}` : response;
    await wait(PAUSE_MS);
  }
  throw new Error(`Version ${version ?? "of the preview"} does not respond at ${address}: ${lastResult}.`);
}

/**
 * Requests a URL that returns an error, because caches do not store this response. Returns the reason as text if
 * there is no response.
 */
async function attempt(
  { address, override }: TestedVersion,
  fetch: FetchAddress,
): Promise<Response | string> {
  try {
    const headers: HeadersInit =
      override === undefined ? {} : { [VERSION_OVERRIDES]: override, [VERSION]: override };
    const response = await fetch(`${address}/v1/`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return response;
  } catch (thrown) {
    return String((thrown as Error).cause ?? thrown);
  }
}
