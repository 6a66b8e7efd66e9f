/**
 * A deployment in front of an upstream and a source of images that say when something was made. One for all files of a
 * worker, which share this module: starting it takes seconds. It ends with the worker's process. Tests use ids of their own,
 * and leave the upstream as they found it.
 */

import { createServer } from "node:http";
import { listen } from "../listening.ts";
import { behindFront, type Clock, HOST, startClock } from "./behind-front.ts";
import { type DatedUpstream, startDatedUpstream } from "./dated-upstream.ts";
import { type Deployment, startDeployment } from "./location.ts";

export const TOKEN = "token-of-these-tests";

interface Shared {
  readonly clock: Clock;
  readonly upstream: DatedUpstream;
  /** A source of images: the status of its responses. An image says when it was made. */
  readonly pictures: { status: number };
  readonly settings: Record<string, string>;
  readonly deployment: Deployment;
  /** An id that no other test has. */
  nextId(): number;
  /** A front of its own, empty. */
  behind(): ReturnType<typeof behindFront>;
}

let shared: Promise<Shared> | undefined;

export function sharedDeployment(): Promise<Shared> {
  shared ??= start();
  return shared;
}

async function start(): Promise<Shared> {
  const clock = startClock();
  const upstream = await startDatedUpstream(clock);
  const pictures = { status: 200 };
  const images = await listen(
    createServer((_, response) => {
      response.writeHead(pictures.status, { "Content-Type": "image/gif" });
      response.end(`GIF89a made at ${clock.now()}`);
    }),
  );
  const settings = {
    SITE_URL: HOST,
    UPSTREAM_BASE_URL: upstream.url,
    IMAGE_BASE_URL: images.url,
    ADMIN_TOKEN: TOKEN,
  };
  const deployment = await startDeployment({ settings });
  let ids = 1_000;
  const nextId = () => ids++;
  function behind(): ReturnType<typeof behindFront> {
    // A response stored in the millisecond of another test's purge is purged with it.
    clock.pass(0.001);
    return behindFront(deployment, clock);
  }
  return { clock, upstream, pictures, settings, deployment, nextId, behind };
}
