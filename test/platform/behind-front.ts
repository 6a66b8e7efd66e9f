/** The deployed Worker behind the model of the CDN cache, as clients use it. */
import { pause } from "../faults/asking.ts";
import { type Front, frontCache } from "./front.ts";
import type { Deployment, Location } from "./location.ts";

export const HOST = "https://films.example";

/** The time in seconds that a purge takes. */
const PURGE_SECONDS = 12;

/** The clock of the CDN cache, the Worker and the upstream. Only tests move it. */
export interface Clock {
  now(): number;
  pass(seconds: number): void;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly front: string;
}

export interface BehindFront {
  readonly front: Front;
  ask(address: string, init?: RequestInit): Promise<Reply>;
  /** Sends a request to `/admin/purge`. Moves the clock until the Worker responds. */
  purge(token: string, body: object): Promise<Reply>;
  /** Sends all later requests to this data centre. They go to `here` by default. */
  moveTo(location: Location): void;
}

export function startClock(): Clock {
  let now = Date.now();
  return {
    now: () => now,
    pass(seconds) {
      now += seconds * 1_000;
    },
  };
}

/**
 * Creates a client with an empty CDN cache. The Cache API stores keep their entries from earlier tests, so each test
 * must use its own queries and ids.
 */
export function behindFront(deployment: Deployment, clock: Clock): BehindFront {
  let location = deployment.here;
  const front = frontCache({
    run: (request) => location.fetch(request, clock.now()),
    now: clock.now,
  });
  deployment.front = front;

  async function ask(address: string, init?: RequestInit): Promise<Reply> {
    const { runs } = front;
    const response = await front.fetch(new Request(new URL(address, HOST), init));
    await front.settle();
    if (front.runs > runs) await location.settle();
    const { status, headers } = response;
    return { status, headers, body: await response.text(), front: headers.get("Cf-Cache-Status") ?? "" };
  }

  async function purge(token: string, body: object): Promise<Reply> {
    const headers = { Authorization: `Bearer ${token}` };
    let isDone = false;
    const purging = ask("/admin/purge", { method: "POST", headers, body: JSON.stringify(body) }).finally(
      () => {
        isDone = true;
      },
    );
    while (!isDone && (await location.timers()) === 0) await pause(5);
    if (!isDone) clock.pass(PURGE_SECONDS);
    while (!isDone && (await location.timers(clock.now())) > 0) await pause(5);
    return await purging;
  }

  return {
    front,
    ask,
    purge,
    moveTo(next) {
      location = next;
    },
  };
}
