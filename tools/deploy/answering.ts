/** Waiting until a version is what answers: an upload takes a few seconds to be everywhere. */

/** In `Marquee-Version` an answer says which version gave it (`worker/http/version.ts`). */
const VERSION = "Marquee-Version";
/** Answers in a row that have to come from the version: the next one may come from elsewhere. */
const IN_A_ROW = 3;
const TRIES = 60;
const PAUSE_MS = 2_000;

interface Waiting {
  readonly address: string;
  readonly version: string;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** Throws when the version has not been answering after two minutes. */
export async function answering({ address, version, fetch, wait }: Waiting): Promise<void> {
  let row = 0;
  let last = "nothing";
  for (let tries = 0; tries < TRIES; tries++) {
    last = await versionAt(address, fetch);
    row = last === version ? row + 1 : 0;
    if (row === IN_A_ROW) return;
    await wait(PAUSE_MS);
  }
  throw new Error(`Version ${version} does not answer at ${address}: ${last} does.`);
}

/** Asks for a problem: no cache keeps one. */
async function versionAt(address: string, fetch: Waiting["fetch"]): Promise<string> {
  try {
    const response = await fetch(`${address}/v1/`, { signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return response.headers.get(VERSION) ?? `an answer with status ${response.status}`;
  } catch (thrown) {
    return String(thrown);
  }
}
