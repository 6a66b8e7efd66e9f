/** Tests that no response outlives its freshness policy in either cache. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { behindFront, type Reply } from "./behind-front.ts";
import { measureAge } from "./dated-upstream.ts";
import { type Deployment, startDeployment } from "./location.ts";
import { sharedDeployment } from "./shared.ts";

const LIFETIME = 4;
const WHILE_REVALIDATE = 4;
const IF_ERROR = 20;
const SHORT = `max-age=${LIFETIME}, stale-while-revalidate=${WHILE_REVALIDATE}, stale-if-error=${IF_ERROR}`;
/** The maximum time for which a browser may reuse a response, in seconds. */
const BROWSER = 60;

/**
 * A URL for each kind of response. `other` is the value of a parameter that is ignored, so that several URLs have the
 * same response.
 */
const KINDS: Record<string, (id: number, other: number) => string> = {
  "a search": (id, other) => `/v1/?category=search&q=zq+film+${id}&other=${other}`,
  credits: (id, other) => `/v1/?id=${id}&other=${other}`,
  "a search page": (id, other) => `/search?q=zq+film+${id}&other=${other}`,
  "a title page": (id, other) => `/title/${id}/zq-film-${id}-1999?other=${other}`,
};

const { clock, deployment: usual, upstream, settings, nextId } = await sharedDeployment();
let short: Deployment;

beforeAll(async () => {
  short = await startDeployment({
    settings: { ...settings, SEARCH_FRESHNESS: SHORT, CREDITS_FRESHNESS: SHORT },
  });
});
afterAll(() => short.stop());

/** Requests three URLs at each of these times (in seconds): two that were requested before, and a new one. */
async function askOverTime(
  deployment: Deployment,
  addressOf: (other: number) => string,
  times: readonly number[],
  check: (reply: Reply, seconds: number) => void,
): Promise<void> {
  const { ask } = behindFront(deployment, clock);
  let passed = 0;
  for (const [turn, seconds] of times.entries()) {
    clock.pass(seconds - passed);
    passed = seconds;
    for (const other of new Set([0, Math.min(1, turn), turn])) check(await ask(addressOf(other)), seconds);
  }
}

/** Returns the number of seconds for which a browser reuses the response (RFC 9111 section 4.2). */
function browserLifetime({ headers }: Reply): number {
  const maxAge = /(?:^|[ ,])max-age=(\d+)/.exec(headers.get("Cache-Control") ?? "")?.[1] ?? "0";
  return Math.max(0, Number(maxAge) - Number(headers.get("Age") ?? 0));
}

describe.each(Object.entries(KINDS))("%s", (_, addressOf) => {
  const addressesOf = (id: number) => (other: number) => addressOf(id, other);

  test("is not served after its lifetime and stale-while-revalidate", async () => {
    const times = [0, 3, 6, 9, 10, 13, 20, 27, 28];
    await askOverTime(short, addressesOf(nextId()), times, (reply, seconds) => {
      expect([seconds, reply.status]).toEqual([seconds, 200]);
      const age = measureAge(reply, clock) ?? expect.fail();
      expect(age, `at ${seconds}`).toBeLessThan(LIFETIME + WHILE_REVALIDATE);
      if (age >= LIFETIME) expect(browserLifetime(reply), `at ${seconds}`).toBe(0);
    });
  });

  test("is not served after stale-if-error during an outage", async () => {
    const times = [0, 3, 7, 9, 15, 20, 23, 24, 26, 30, 47, 100];
    await askOverTime(short, addressesOf(nextId()), times, (reply, seconds) => {
      upstream.failing = true;
      const age = measureAge(reply, clock);
      if (age !== null) expect(age, `at ${seconds}`).toBeLessThan(LIFETIME + IF_ERROR);
    }).finally(() => {
      upstream.failing = false;
    });
  });

  test("is stored by browsers for at most a minute", async () => {
    const times = [0, 8, 59, 61, 90, 130, 3_000];
    await askOverTime(usual, addressesOf(nextId()), times, (reply, seconds) =>
      expect(browserLifetime(reply), `at ${seconds}`).toBeLessThanOrEqual(BROWSER),
    );
  });
});
