/** Tests random sequences of events. No response may outlive its freshness policy, or reappear after a purge. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CONFIRMED_MS } from "../../worker/cache/invalidation.ts";
import { createWorld, dataCentreOf, type Given, ISOLATES, KNOWN_MS, POLICY, type World } from "./world.ts";

const title = fc.constantFrom(1, 2, 3);
const isolate = fc.nat(ISOLATES - 1);
const steps = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant("ask" as const), title, isolate, isFront: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("purge" as const), title, isolate }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom("outage" as const, "load" as const, "deploy" as const) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("replicate" as const), isolate }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("wait" as const),
        ms: fc.constantFrom(1, 500, 2_999, 3_000, 9_999, 10_000, 12_001, 30_000, 71_000),
      }),
    },
  ),
  { minLength: 10, maxLength: 60 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;
type Ask = Extract<Step, { isFront: boolean }>;

/** A purge or a catalog load, which makes earlier responses outdated. */
interface Change {
  readonly at: number;
  /** The isolate that made the purge, or `null` if the change is a load. */
  readonly isolate: number | null;
  /** Returns true if the response was made before the change. */
  readonly isOld: (given: Given) => boolean;
  readonly isSuperseded: (given: Given) => boolean;
}

/** The seconds for which a response with data of the previous catalog may be served stale. */
const REPLACED = POLICY.staleWhileRevalidate;

interface History {
  readonly changes: Change[];
  outageAt: number;
}

/**
 * The maximum time until a purge reaches the isolates of its own data centre, in milliseconds. It reaches the others
 * after `CONFIRMED_MS`.
 */
const LEARNT_MS = 3_000;

/**
 * The time after a failure for which a stale response is served without contacting the origin again, in milliseconds.
 */
const FAILED_MS = 2_000;

/** Returns true if enough time has passed for the isolate to know of the change. */
function hasLearnt({ at, isolate: from }: Change, asked: Ask, now: number): boolean {
  if (from === asked.isolate) return true;
  const isNear = from !== null && dataCentreOf(from) === dataCentreOf(asked.isolate);
  return now - at >= (isNear ? LEARNT_MS : CONFIRMED_MS);
}

function isFromFront({ headers }: Response): boolean {
  return /HIT|STALE|UPDATING/.test(headers.get("CF-Cache-Status") ?? "");
}

async function check(world: World, asked: Ask, response: Response, history: History): Promise<void> {
  const now = world.clock.ms;
  const [, reuse = "0"] = /max-age=(\d+)/.exec(response.headers.get("Cache-Control") ?? "") ?? [];
  const given = await world.given(response);
  if (given === null) {
    expect(world.origin.isDown, "only an outage is a problem").toBe(true);
    return;
  }
  // The two caches count in whole seconds, so each may add one second to the age.
  const age = (now - given.askedAt) / 1_000 - 2;
  expect(given.title).toBe(asked.title);
  expect(age).toBeLessThan(POLICY.lifetime + POLICY.staleIfError);
  const isUp = !world.origin.isDown && now - history.outageAt >= FAILED_MS;
  if (isUp && !asked.isFront) {
    expect(age).toBeLessThan(POLICY.lifetime + POLICY.staleWhileRevalidate);
  }
  expect(
    Number(reuse) === 0 || age + Number(reuse) - Number(response.headers.get("Age")) <= POLICY.lifetime,
  ).toBe(true);
  if (response.headers.get("CF-Cache-Status") === "HIT") expect(age).toBeLessThan(POLICY.lifetime);
  for (const change of history.changes) {
    const isLoad = change.isolate === null;
    if (isFromFront(response)) {
      const isLate = now - change.at > KNOWN_MS;
      // A response that a load has made stale may be served while it is revalidated, and also if the revalidation
      // fails.
      const isStale = response.headers.get("CF-Cache-Status") !== "HIT";
      const isSpared = isLoad && isStale;
      expect(isLate && !isSpared && change.isSuperseded(given), "nothing superseded from the front").toBe(
        false,
      );
    } else if (hasLearnt(change, asked, now)) {
      const isStale = /ttl=-/.test(response.headers.get("Cache-Status") ?? "");
      const isSpared = isLoad && isStale && now - change.at < (REPLACED + 1) * 1_000;
      expect(!isSpared && change.isOld(given), "nothing from before the change").toBe(false);
    }
  }
}

async function take(world: World, step: Step, history: History): Promise<void> {
  const now = world.clock.ms;
  switch (step.kind) {
    case "wait":
      return world.wait(step.ms);
    case "outage":
      world.origin.isDown = !world.origin.isDown;
      history.outageAt = now;
      return;
    case "deploy":
      return world.front.deploy(String(now));
    case "load": {
      world.load();
      const version = world.origin.catalogVersion;
      const isSuperseded = (given: Given) => given.catalogVersion < version;
      const isOld = (given: Given) => isSuperseded(given) && given.askedAt <= now;
      history.changes.push({ at: now, isolate: null, isOld, isSuperseded });
      return world.wait(1);
    }
    case "replicate":
      world.replicas[dataCentreOf(step.isolate)] = null;
      return;
    case "purge": {
      await world.purge(step.title, step.isolate);
      const isOld = (given: Given) => given.title === step.title && given.askedAt <= now;
      history.changes.push({ at: now, isolate: step.isolate, isOld, isSuperseded: isOld });
      return world.wait(1);
    }
    case "ask": {
      world.routed.isolate = step.isolate;
      const request = new Request(`https://marquee.test/v1/?title=${step.title}`);
      const response = await (step.isFront
        ? world.front.fetch(request)
        : world.ask(step.title, step.isolate));
      await check(world, step, response, history);
      await world.settle();
    }
  }
}

const ask: Step = { kind: "ask", title: 1, isolate: 0, isFront: false };
/** A test case with two loads. The second load must not reset the age of data that the first one has replaced. */
const replacedTwice: Step[] = [ask, { kind: "load" }, { kind: "wait", ms: 12_001 }, { kind: "load" }, ask];

describe("cache engine and CDN cache", () => {
  test("serve no response that its policy or a purge forbids", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const world = createWorld();
        const history: History = { changes: [], outageAt: Number.NEGATIVE_INFINITY };
        for (const step of taken) await take(world, step, history);
      }),
      { numRuns: 90, interruptAfterTimeLimit: 10_000, examples: [[replacedTwice]] },
    );
  }, 60_000);
});
