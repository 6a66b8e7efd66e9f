/** No answer is older behind two caches than its freshness policy allows, whatever the front makes of `Age`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BehindFront, behindFront, HOST, type Reply, startClock } from "./behind-front.ts";
import { ageOf, type DatedUpstream, startDatedUpstream } from "./dated-upstream.ts";
import { type Deployment, startDeployment } from "./location.ts";

const LIFETIME = 4;
const WHILE_REVALIDATE = 4;
const IF_ERROR = 20;
const SHORT = `max-age=${LIFETIME}, stale-while-revalidate=${WHILE_REVALIDATE}, stale-if-error=${IF_ERROR}`;
/** Seconds a browser may keep an answer. */
const BROWSER = 60;

/** Kinds of answers; `other`: a further parameter, which makes another address of the same question. */
const KINDS: Record<string, (id: number, other: number) => string> = {
  "a search": (id, other) => `/v1/?category=search&q=zq+film+${id}&other=${other}`,
  credits: (id, other) => `/v1/?id=${id}&other=${other}`,
  "a search page": (id, other) => `/search?q=zq+film+${id}&other=${other}`,
  "a title page": (id, other) => `/title/${id}/zq-film-${id}-1999?other=${other}`,
};

const clock = startClock();
let upstream: DatedUpstream;
let short: Deployment;
let usual: Deployment;
let ids = 1_000;

beforeAll(async () => {
  upstream = await startDatedUpstream(clock);
  const settings = { SITE_URL: HOST, UPSTREAM_BASE_URL: upstream.url };
  short = await startDeployment({
    settings: { ...settings, SEARCH_FRESHNESS: SHORT, CREDITS_FRESHNESS: SHORT },
  });
  usual = await startDeployment({ settings });
});
afterAll(async () => {
  await Promise.all([short.stop(), usual.stop()]);
  await upstream.close();
});

/** Asks at each of these seconds: by the first two addresses, and by a new one, which the front does not know. */
async function askOverTime(
  { ask }: BehindFront,
  addressOf: (other: number) => string,
  times: readonly number[],
  check: (reply: Reply, seconds: number) => void,
): Promise<void> {
  let passed = 0;
  for (const [turn, seconds] of times.entries()) {
    clock.pass(seconds - passed);
    passed = seconds;
    for (const other of new Set([0, Math.min(1, turn), turn])) check(await ask(addressOf(other)), seconds);
  }
}

/** Seconds that a browser uses the answer without asking: RFC 9111 section 4.2. */
function browserLifetime({ headers }: Reply): number {
  const maxAge = /(?:^|[ ,])max-age=(\d+)/.exec(headers.get("Cache-Control") ?? "")?.[1] ?? "0";
  return Math.max(0, Number(maxAge) - Number(headers.get("Age") ?? 0));
}

/** One of the API and one page: the Worker gives `Age` to both kinds of either in one place. */
const IN_BOTH = ["a search", "a title page"];

describe.each(["restarts", "continues"] as const)("when the front's Age %s", (age) => {
  const kinds = Object.entries(KINDS).filter(([name]) => age === "restarts" || IN_BOTH.includes(name));
  describe.each(kinds)("%s", (_, addressOf) => {
    test("is never older than its lifetime and stale-while-revalidate while the upstream answers", async () => {
      const id = ids++;
      const times = [0, 3, 6, 9, 10, 13, 20, 27, 28];
      await askOverTime(
        behindFront(short, clock, { age }),
        (other) => addressOf(id, other),
        times,
        (reply, seconds) => {
          expect([seconds, reply.status]).toEqual([seconds, 200]);
          expect(ageOf(reply, clock), `at ${seconds}`).toBeLessThan(LIFETIME + WHILE_REVALIDATE);
        },
      );
    });

    test("is said to be fresh only within its lifetime", async () => {
      const id = ids++;
      await askOverTime(
        behindFront(short, clock, { age }),
        (other) => addressOf(id, other),
        [0, 3, 6, 9],
        (reply, seconds) => {
          const isOver = (ageOf(reply, clock) ?? 0) >= LIFETIME;
          if (isOver) expect(browserLifetime(reply), `at ${seconds}`).toBe(0);
        },
      );
    });

    test("does not outlive its stale-if-error in an outage", async () => {
      const id = ids++;
      const times = [0, 3, 7, 9, 15, 20, 23, 24, 26, 30, 47, 100];
      await askOverTime(
        behindFront(short, clock, { age }),
        (other) => addressOf(id, other),
        times,
        (reply, seconds) => {
          upstream.failing = true;
          const old = ageOf(reply, clock);
          if (old !== null) expect(old, `at ${seconds}`).toBeLessThan(LIFETIME + IF_ERROR);
        },
      ).finally(() => {
        upstream.failing = false;
      });
    });

    test("is kept by a browser for a minute at most", async () => {
      const id = ids++;
      await askOverTime(
        behindFront(usual, clock, { age }),
        (other) => addressOf(id, other),
        [0, 8, 59, 61, 90, 130, 3_000],
        (reply, seconds) => expect(browserLifetime(reply), `at ${seconds}`).toBeLessThanOrEqual(BROWSER),
      );
    });
  });
});
