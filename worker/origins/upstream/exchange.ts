/**
 * One request to the upstream and its answer, under one deadline that covers connection,
 * headers and body. Nothing of the caller's request is forwarded: what is sent is built here.
 */
import { Problem } from "../../contract/problem.ts";
import { readJson } from "./body.ts";

export type Fetch = (address: URL, init: RequestInit) => Promise<Response>;

export interface Exchange {
  readonly address: URL;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
}

/**
 * The answer's JSON, or `null` when the upstream says 404.
 * Throws a Problem: `upstream-timeout` past the deadline, `bad-upstream` for everything else.
 */
export async function exchange({ address, timeoutMs, fetch }: Exchange): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      headers: { Accept: "application/json" },
      redirect: "manual",
      signal,
    });
    return await readAnswer(response);
  } catch (thrown) {
    if (signal.aborted) {
      throw new Problem("upstream-timeout", "The source did not answer in time.", { cause: thrown });
    }
    if (thrown instanceof Problem) throw thrown;
    throw new Problem("bad-upstream", "The source could not be reached or read.", { cause: thrown });
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 404) {
    await response.body?.cancel();
    return null;
  }
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw unusable(`status ${response.status}`);
  }
  if (!isJson(response.headers.get("Content-Type"))) {
    await response.body.cancel();
    throw unusable("not application/json");
  }
  return await readJson(response.body);
}

function unusable(cause: string): Problem {
  return new Problem("bad-upstream", "The source gave no usable answer.", { cause });
}

/** An absent type is let through: the body has to be JSON anyway. */
function isJson(contentType: string | null): boolean {
  if (contentType === null) return true;
  return /^(application|text)\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType.trim());
}
