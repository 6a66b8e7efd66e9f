/**
 * A deployment with an upstream and an image source whose responses contain the time at which they were made. All
 * test files in a worker process share the deployment, because it takes seconds to start. Tests must use their own
 * ids and restore the behaviour of the upstream.
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
  /** The status with which the image source responds. Each image contains the time at which it was made. */
  readonly pictures: { status: number };
  readonly settings: Record<string, string>;
  readonly deployment: Deployment;
  nextId(): number;
  createSite(): ReturnType<typeof behindFront>;
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
  function createSite(): ReturnType<typeof behindFront> {
    // A purge also removes responses that were stored in the same millisecond, so the clock moves on.
    clock.pass(0.001);
    return behindFront(deployment, clock);
  }
  return { clock, upstream, pictures, settings, deployment, nextId, createSite };
}
