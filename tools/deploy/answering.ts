/** Waiting until a version is what answers: an upload takes a few seconds to be everywhere. */
import type { Tested } from "./outside.ts";

/** In `Marquee-Version` an answer says which version gave it (`worker/http/headers.ts`). */
const VERSION = "Marquee-Version";
/** Asks the platform for a version that has none of the traffic. */
const OVERRIDE = "Cloudflare-Workers-Version-Overrides";
/** Answers in a row that have to come from the version: the next one may come from elsewhere. */
const IN_A_ROW = 3;
const TRIES = 60;
const PAUSE_MS = 2_000;
/** Longer than fetch waits for a connection (10 s), so that running out of it is the fault of who answers. */
const PATIENCE_MS = 15_000;

/**
 * No connection: a name or a certificate that is not everywhere yet, or a network that fails. It
 * says nothing about the version.
 */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

interface Waiting extends Tested {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** Throws when the version has not been answering after two minutes; `Unreachable` when nothing does. */
export async function answering(waiting: Waiting): Promise<void> {
  const { address, version } = waiting;
  let row = 0;
  let last: Answer = { kind: "other", by: "nothing" };
  for (let tries = 0; tries < TRIES; tries++) {
    last = await ask(waiting);
    row = last.kind === "version" ? row + 1 : 0;
    if (row === IN_A_ROW) return;
    await waiting.wait(PAUSE_MS);
  }
  if (last.kind === "unreachable") throw new Unreachable(`${address} cannot be reached: ${last.reason}.`);
  const instead = last.kind === "other" ? last.by : "only some answers are from it";
  throw new Error(`Version ${version} does not answer at ${address}: ${instead}.`);
}

type Answer =
  | { readonly kind: "version" }
  | { readonly kind: "other"; readonly by: string }
  | { readonly kind: "unreachable"; readonly reason: string };

/** Asks for a problem: no cache keeps one. */
async function ask({ address, version, override, fetch }: Waiting): Promise<Answer> {
  try {
    const headers: HeadersInit = override === undefined ? {} : { [OVERRIDE]: override };
    const response = await fetch(`${address}/v1/`, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body?.cancel();
    const by = response.headers.get(VERSION);
    if (by === version) return { kind: "version" };
    return { kind: "other", by: by === null ? `an answer with status ${response.status}` : `${by} does` };
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name === "TimeoutError") {
      return { kind: "other", by: "no answer in time" };
    }
    return { kind: "unreachable", reason: String(thrown.cause ?? thrown) };
  }
}
