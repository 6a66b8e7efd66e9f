/** The deployed Worker behind the model of the platform's cache: what callers see. */
import { type Front, frontCache } from "./front.ts";
import type { Deployment, Location } from "./location.ts";

/** The host of addresses that name none. */
export const HOST = "https://films.example";

/** One clock for the front, the Worker and the upstream. It stands still until it is moved. */
export interface Clock {
  now(): number;
  pass(seconds: number): void;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** `Cf-Cache-Status`: what the front did. */
  readonly front: string;
}

export interface BehindFront {
  readonly front: Front;
  /** By a path or a whole address. */
  ask(address: string, init?: RequestInit): Promise<Reply>;
  /** What the front does not answer is asked there from now on: first `here`. */
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

/** A front of its own, empty. The deployment keeps its own store: tests use texts and ids of their own. */
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

  return {
    front,
    ask,
    moveTo(next) {
      location = next;
    },
  };
}
