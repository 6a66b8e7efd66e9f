/**
 * Simulates the CDN cache for pages of a million titles, to compare lifetimes. As in `test/platform/front.ts`, one
 * store represents both tiers and all data centres, and a response is a hit until its lifetime ends.
 */
import { popular, random } from "./search/titles.ts";

const TITLES = 1_000_000;
const REQUESTS_A_DAY = 5_000_000;
const DAY = 86_400;

/** Returns the share of hits on the second day. The first one fills the cache. */
function shareOfHits(lifetime: number): number {
  const next = random(4510);
  const freshUntil = new Float64Array(TITLES + 1);
  let hits = 0;
  for (let request = 0; request < 2 * REQUESTS_A_DAY; request += 1) {
    const now = (request / REQUESTS_A_DAY) * DAY;
    const title = popular(TITLES, next);
    const isHit = now < (freshUntil[title] ?? 0);
    if (!isHit) freshUntil[title] = now + lifetime;
    else if (now >= DAY) hits += 1;
  }
  return hits / REQUESTS_A_DAY;
}

export function benchLifetimes(): void {
  console.log("| lifetime in the CDN cache | served by it |\n|---|---|");
  for (const [name, seconds] of [
    ["60 seconds", 60],
    ["an hour", 3_600],
    ["a day", DAY],
  ] as const)
    console.log(`| ${name} | ${(100 * shareOfHits(seconds)).toFixed(1)} % |`);
}
