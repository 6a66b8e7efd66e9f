/**
 * Tests that both caches and all pages show a newly loaded catalog, and that data of the previous catalog does not
 * reappear.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Source } from "../../tools/catalog/load/load.ts";
import { starterSource } from "../../tools/catalog/starter/read.ts";
import { AFTER_CHANGE, requestPurge } from "../../tools/purge.ts";
import { type BehindFront, behindFront, HOST, startClock } from "./behind-front.ts";
import { type Deployment, startDeployment } from "./location.ts";

const TOKEN = "token-of-this-test";
const clock = startClock();
let deployment: Deployment;
let editions = 1;

beforeAll(async () => {
  deployment = await startDeployment({ settings: { SITE_URL: HOST, ADMIN_TOKEN: TOKEN }, catalog: true });
  await deployment.load(createEdition(editions));
});
afterAll(() => deployment.stop());

const ADDRESSES = [
  "/v1/?category=credits&id=61",
  "/v1/?category=search&q=stalker",
  "/v1/titles/61",
  "/title/61/stalker-1979",
  "/title/61/stalker-1979/credits",
  "/de/title/61/stalker-1979",
  "/v1/people?q=tarkovsky",
];

/**
 * Returns some titles of the starter catalog with the number of the edition in their plots and names, so that a
 * response shows its catalog.
 */
function createEdition(number: number): Source {
  const starter = starterSource();
  const mark = `edition-${number} `;
  const isPart = (id: number) => id > 50 && id < 70;
  return {
    name: starter.name,
    *entries() {
      for (const entry of starter.entries()) {
        if (!isPart(entry.record.id)) continue;
        const record = { ...entry.record, plot: mark + entry.record.plot };
        const translations = [...entry.translations].map(
          ([lang, { title = "", plot = "" }]) => [lang, { title, plot: mark + plot }] as const,
        );
        yield { ...entry, record, translations: new Map(translations) };
      }
    },
    *credits() {
      for (const [id, json] of starter.credits()) {
        if (isPart(id)) yield [id, json.replaceAll('"name":"', `"name":"${mark}`)] as const;
      }
    },
  };
}

async function loadNext(site: BehindFront): Promise<void> {
  await deployment.load(createEdition(++editions));
  const printed: string[] = [];
  await requestPurge({
    purge: AFTER_CHANGE,
    site: HOST,
    token: TOKEN,
    print: (line) => void printed.push(line),
    fetch: async (_, { body }) => new Response((await site.purge(TOKEN, JSON.parse(String(body)))).body),
    wait: async () => clock.pass(15),
  });
  expect(printed).toEqual(["Marked the CDN cache as stale."]);
}

interface Shown {
  readonly edition: number;
  readonly front: string;
}

async function readEditions({ ask }: BehindFront): Promise<Record<string, Shown>> {
  const all: Record<string, Shown> = {};
  for (const address of ADDRESSES) {
    const { body, front } = await ask(address);
    const numbers = [...body.matchAll(/edition-(\d+) /g)].map(([, number]) => Number(number));
    expect(new Set(numbers).size, `${address} is of one edition`).toBe(1);
    all[address] = { edition: numbers[0] ?? 0, front };
  }
  return all;
}

const ofAll = (expected: Partial<Shown>) =>
  Object.fromEntries(ADDRESSES.map((address) => [address, expect.objectContaining(expected)]));

describe("catalog load", () => {
  test("lets the CDN cache serve old responses once, as stale", async () => {
    const site = behindFront(deployment, clock);
    await readEditions(site);
    expect(await readEditions(site)).toEqual(ofAll({ edition: editions, front: "HIT" }));
    clock.pass(600);
    await loadNext(site);
    expect(await readEditions(site)).toEqual(ofAll({ edition: editions - 1, front: "UPDATING" }));
    expect(await readEditions(site)).toEqual(ofAll({ edition: editions, front: "HIT" }));
  });

  test("lets our own store serve old responses once, as stale", async () => {
    const site = behindFront(deployment, clock);
    await readEditions(site);
    await deployment.load(createEdition(++editions));
    site.front.purge({ purgeEverything: true });
    clock.pass(10);
    for (const [address, { edition, front }] of Object.entries(await readEditions(site))) {
      // The parts of this response are stored separately, and only parts from the live catalog are used.
      const isOfParts = address === "/v1/titles/61";
      expect([edition, front], address).toEqual(isOfParts ? [editions, "MISS"] : [editions - 1, "BYPASS"]);
    }
    await readEditions(site);
    expect(await readEditions(site)).toEqual(ofAll({ edition: editions, front: "HIT" }));
  });

  test("allows only old responses while D1 fails", async () => {
    const site = behindFront(deployment, clock);
    const { here, there } = deployment;
    for (const location of [there, here]) {
      site.moveTo(location);
      site.front.purge({ purgeEverything: true });
      await readEditions(site);
    }
    clock.pass(1_800);
    await loadNext(site);
    site.moveTo(there);
    await there.readFrom("failing");
    for (let visit = 0; visit < 2; visit++) {
      for (const [address, { edition, front }] of Object.entries(await readEditions(site))) {
        expect(edition, address).toBe(editions - 1);
        expect(front, address).not.toBe("HIT");
      }
    }
    await there.readFrom("primary");
    clock.pass(15);
    for (const location of [there, here]) {
      site.moveTo(location);
      site.front.purge({ purgeEverything: true });
      // The isolate learns of the load with its first response. Then the Worker's own store may serve an old response
      // once, as stale. The CDN cache must store neither, so the next request is no hit.
      for (const address of [...ADDRESSES.slice(0, 1), ...ADDRESSES])
        expect((await site.ask(address)).front, address).not.toBe("HIT");
      for (let visit = 0; visit < 2; visit++)
        expect(await readEditions(site)).toEqual(ofAll({ edition: editions }));
    }
  });

  test("prevents responses from a lagging replica", async () => {
    const site = behindFront(deployment, clock);
    await deployment.replicate(createEdition(0));
    await deployment.here.readFrom("replica");
    await deployment.there.readFrom("replica");
    clock.pass(60);
    expect((await site.purge(TOKEN, { everything: true })).status).toBe(200);
    for (let visit = 0; visit < 2; visit++) {
      clock.pass(3_600);
      for (const address of ADDRESSES) {
        const { status, body } = await site.ask(address);
        expect.soft([status, body.includes(`edition-${editions}`)], address).toEqual([200, true]);
      }
    }
    await deployment.here.readFrom("primary");
    await deployment.there.readFrom("primary");
    clock.pass(5);
    // A page that is rendered from a stale response is stale as well, so it takes two visits.
    for (let visit = 0; visit < 2; visit++) await readEditions(site);
    expect(await readEditions(site)).toEqual(ofAll({ edition: editions, front: "HIT" }));
  });
});
