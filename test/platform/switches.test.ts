/** After a switch to the other catalog nothing of the one before comes from either cache, but stale while D1 fails. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeFront } from "../../tools/catalog/purge.ts";
import { starterSource } from "../../tools/catalog/starter/read.ts";
import { type BehindFront, behindFront, HOST, startClock } from "./behind-front.ts";
import { type Deployment, startDeployment } from "./location.ts";

const TOKEN = "token-of-this-test";
const MARK = "of the other catalog";
const CHANGED = [
  "/v1/?category=credits&id=61",
  "/v1/titles/61",
  "/title/61/stalker-1979",
  "/v1/?category=search&q=stalker",
];
const UNCHANGED = "/v1/?category=credits&id=30";

const clock = startClock();
let deployment: Deployment;
let site: BehindFront;

/** The starter with a mark in the record and the credits of title 61. */
function otherCatalog() {
  const starter = starterSource();
  return {
    ...starter,
    *entries() {
      for (const entry of starter.entries())
        yield entry.record.id === 61 ? { ...entry, record: { ...entry.record, plot: MARK } } : entry;
    },
    *credits() {
      for (const [id, json] of starter.credits())
        yield [id, id === 61 ? json.replaceAll('"name":"', `"name":"${MARK} `) : json] as const;
    },
  };
}

/** Asks twice, since the first response may be stored: whether both are of the catalog before the switch. */
async function askTwice(address: string, { isOld }: { readonly isOld: boolean }) {
  const replies = [await site.ask(address), await site.ask(address)];
  const found = replies.map(({ status, body }) => [status, !body.includes(MARK)]);
  expect(found, address).toEqual([
    [200, isOld],
    [200, isOld],
  ]);
  return replies.map(({ front }) => front);
}

beforeAll(async () => {
  deployment = await startDeployment({ settings: { SITE_URL: HOST, ADMIN_TOKEN: TOKEN }, catalog: true });
  site = behindFront(deployment, clock);
  for (const location of [deployment.there, deployment.here]) {
    site.moveTo(location);
    site.front.purge({ purgeEverything: true });
    for (const address of [...CHANGED, UNCHANGED]) await site.ask(address);
  }
  clock.pass(1_800);
  await deployment.load(otherCatalog());
  await purgeFront({
    what: { front: true },
    site: HOST,
    token: TOKEN,
    say: () => undefined,
    fetch: (address, init) => site.front.fetch(new Request(address, init)),
    wait: async () => clock.pass(15),
  });
});
afterAll(() => deployment.stop());

test("while D1 fails, what is stored is served as stale, and the cache in front does not keep it", async () => {
  site.moveTo(deployment.there);
  await deployment.there.readFrom("failing");
  for (const address of CHANGED) {
    expect(await askTwice(address, { isOld: true }), address).not.toContain("HIT");
  }
  await deployment.there.readFrom("primary");
  // Until an isolate has read CONTROL again, its responses are those of the outage.
  clock.pass(3);
  await site.ask(UNCHANGED);
});

test("fifteen seconds after the switch, all responses are of the live catalog, from both data centers", async () => {
  clock.pass(12);
  await deployment.here.fetch(new Request(`${HOST}/healthz`), clock.now());
  await deployment.here.settle();
  for (const location of [deployment.there, deployment.here]) {
    site.moveTo(location);
    // What is stored is served once more, as stale.
    for (const address of CHANGED) {
      const { front, headers } = await site.ask(address);
      expect(front, address).not.toBe("HIT");
      if (front === "BYPASS") expect(headers.get("Cache-Status"), address).toMatch(/; hit; ttl=-/);
    }
    for (const address of CHANGED) await askTwice(address, { isOld: false });
    site.front.purge({ purgeEverything: true });
    const { front, headers } = await site.ask(UNCHANGED);
    expect([front, headers.get("Cache-Status")]).toEqual(["BYPASS", expect.stringMatching(/; hit; ttl=-/)]);
  }
});
