/** Tests that purged responses do not reappear from the same or another data centre. */
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AppliedChange } from "../../tools/catalog/control.ts";
import { type BehindFront, behindFront, HOST, type Reply } from "./behind-front.ts";
import type { Selection } from "./front.ts";
import { type Deployment, startDeployment } from "./location.ts";
import { sharedDeployment, TOKEN } from "./shared.ts";

const { clock, deployment, settings, upstream, createSite, nextId } = await sharedDeployment();

const SEARCHES = (id: number) => [`/v1/?category=search&q=zq+film+${id}`, `/search?q=zq+film+${id}`];

const OF_TITLE = (id: number) => [
  `/v1/?id=${id}`,
  `/v1/?id=${id}&lang=de`,
  `/title/${id}/zq-film-${id}-1999`,
  `/de/title/${id}/zq-film-${id}-1999`,
  `/title/${id}/zq-film-${id}-1999/credits`,
  `/images/240/2024/01/${id}.jpg?title=${id}`,
];

const purge = (site: BehindFront, tags: readonly string[]) => site.purge(TOKEN, { tags });

afterEach(() => {
  upstream.year = "1999";
});

/**
 * Returns what distinguishes a response from later ones: the times at which its parts were made, or the hash of an
 * image.
 */
function extractMarks({ headers, body }: Reply): readonly string[] {
  if (headers.get("Content-Type") === "image/png") return [createHash("sha256").update(body).digest("hex")];
  return [...body.matchAll(/made at \d+/g)].map(([mark]) => mark);
}

describe("purge", () => {
  test("is applied to simultaneous requests in an idle data centre", async () => {
    const id = nextId();
    const site = createSite();
    const addresses = [`/v1/?id=${id}`, `/v1/?id=${id}`, `/v1/?id=${id}&lang=en`];
    const request = (address: string) => deployment.there.fetch(new Request(HOST + address), clock.now());
    const before = await Promise.all(addresses.map(async (address) => (await request(address)).text()));
    await deployment.there.settle();
    clock.pass(60);
    await purge(site, [`title-${id}`]);
    const after = await Promise.all(addresses.map(async (address) => (await request(address)).text()));
    expect(after.filter((body) => before.includes(body))).toEqual([]);
  });

  test.each([
    ["a title", (id: number) => [...OF_TITLE(id), ...SEARCHES(id)], (id: number) => [`title-${id}`]],
    ["all searches", SEARCHES, () => ["search"]],
  ])("removes earlier responses of %s and keeps other titles", async (_, addressesOf, tagsOf) => {
    const [id, other] = [nextId(), nextId()];
    const site = createSite();
    const spared = OF_TITLE(other).slice(0, 1);
    for (const address of spared) await site.ask(address);
    const before = new Map<string, readonly string[]>();
    await site.ask(`/search?q=zq+film+${id}`);
    for (const address of addressesOf(id)) before.set(address, extractMarks(await site.ask(address)));
    upstream.year = "2001";
    clock.pass(1);
    const purged = await purge(site, tagsOf(id));
    expect(JSON.parse(purged.body)).toMatchObject({ platform: true });
    for (const [address, marks] of before) {
      expect(marks, address).not.toEqual([]);
      const after = extractMarks(await site.ask(address));
      expect
        .soft(
          after.filter((mark) => marks.includes(mark)),
          address,
        )
        .toEqual([]);
    }
    for (const address of spared) expect((await site.ask(address)).front, address).toBe("HIT");
  });

  test("is not undone by a stale response in another data centre", async () => {
    const id = nextId();
    const site = createSite();
    site.moveTo(deployment.there);
    const addresses = [...SEARCHES(id), `/v1/?id=${id}`, `/title/${id}/zq-film-${id}-1999`];
    const before = new Map<string, readonly string[]>();
    for (const address of addresses) before.set(address, extractMarks(await site.ask(address)));
    // After this time, all stored responses are stale.
    clock.pass(87_000);
    site.moveTo(deployment.here);
    await purge(site, [`title-${id}`, "search", "credits", "page"]);
    site.moveTo(deployment.there);
    for (const [address, marks] of before) {
      // A stale response may be served once, while it is revalidated.
      const replies = [await site.ask(address), await site.ask(address), await site.ask(address)];
      const old = replies.filter((reply) => extractMarks(reply).some((mark) => marks.includes(mark)));
      expect
        .soft(
          old.map(({ front }) => front),
          address,
        )
        .not.toContain("HIT");
      expect.soft(old, address).not.toContain(replies.at(-1));
    }
  });
});

describe("purge with an upstream and a catalog", () => {
  let withCatalog: Deployment;
  beforeAll(async () => {
    withCatalog = await startDeployment({ settings, catalog: true });
  });
  afterAll(() => withCatalog.stop());

  test("includes pages that suggest a catalog title", async () => {
    upstream.nothing.add("stalkr");
    const response = await withCatalog.here.fetch(new Request(`${HOST}/search?q=stalkr`), clock.now());
    expect(await response.text()).toContain("Stalker");
    expect(response.headers.get("Cache-Tag")?.split(",")).toContain("title-61");
  });

  describe("POST /admin/purge with stale", () => {
    const purgeStale = async (site: BehindFront, what: object = { stale: true }) =>
      JSON.parse((await site.purge(TOKEN, what)).body);
    const fronts = (site: BehindFront, ids: readonly number[]) =>
      Promise.all(ids.map(async (id) => (await site.ask(`/v1/?id=${id}`)).front));
    const change = (op: AppliedChange["op"], ...ids: readonly number[]) =>
      withCatalog.change(
        ...ids.map((id) => ({ kind: "title", id, op, ...(op === "merge" && { into: 1 }) }) as const),
      );
    /** Replaces a method of the CDN cache, and returns the calls that it has received. */
    function record(site: BehindFront, method: "purge" | "invalidate"): readonly object[] {
      const calls: object[] = [];
      const call = site.front[method];
      withCatalog.front = {
        ...withCatalog.front,
        [method]: (what: Selection) => {
          calls.push(what);
          return call(what);
        },
      };
      return calls;
    }

    test.each([1, 1_500])("revalidates all responses with one call after %i changes", async (titles) => {
      const site = behindFront(withCatalog, clock);
      const ids = [nextId(), nextId()];
      await fronts(site, ids);
      const [purges, invalidations] = [record(site, "purge"), record(site, "invalidate")];
      await change("put", ...Array.from({ length: titles }, (_, at) => 5_000_000 + at));
      const before = clock.now();
      expect(await purgeStale(site)).toEqual({ stale: true, platform: true });
      expect([purges, invalidations]).toEqual([[], [{ purgeEverything: true }]]);
      expect(clock.now() - before).toBe(12_000);
      expect(await fronts(site, ids)).toEqual(["UPDATING", "UPDATING"]);
      expect(await fronts(site, ids)).toEqual(["HIT", "HIT"]);
    });

    test("purges removed and merged titles, also those of an interrupted update", async () => {
      const site = behindFront(withCatalog, clock);
      const [removed, merged, other] = [nextId(), nextId(), nextId()];
      await fronts(site, [removed, merged, other]);
      await change("remove", removed);
      await change("merge", merged);
      const purges = record(site, "purge");
      await purgeStale(site);
      expect(purges).toEqual([
        { tags: expect.arrayContaining([`title-${removed}`, `title-${merged}`, "many-titles"]) },
      ]);
      expect(await fronts(site, [removed, merged, other])).toEqual(["MISS", "MISS", "UPDATING"]);
    });

    test("purges everything if more titles were removed than one call can name", async () => {
      const site = behindFront(withCatalog, clock);
      const ids = [nextId(), nextId()];
      await fronts(site, ids);
      await change("remove", ...Array.from({ length: 100 }, (_, at) => 6_000_000 + at));
      const [purges, invalidations] = [record(site, "purge"), record(site, "invalidate")];
      await purgeStale(site);
      expect([purges, invalidations]).toEqual([[{ purgeEverything: true }], []]);
      expect(await fronts(site, ids)).toEqual(["MISS", "MISS"]);
    });

    test.each([{ stale: true }, { everything: true }])(
      "does not purge again what %j purged",
      async (what) => {
        const site = behindFront(withCatalog, clock);
        await change("remove", nextId());
        await purgeStale(site, what);
        const purges = record(site, "purge");
        await purgeStale(site);
        expect(purges).toEqual([]);
      },
    );

    test("purges again what the platform rejected", async () => {
      const site = behindFront(withCatalog, clock);
      const id = nextId();
      await fronts(site, [id]);
      await change("remove", id);
      withCatalog.front = { ...site.front, purge: () => ({ success: false, errors: [] }) };
      expect(await purgeStale(site)).toMatchObject({ platform: false });
      withCatalog.front = site.front;
      await purgeStale(site);
      expect(await fronts(site, [id])).toEqual(["MISS"]);
    });
  });

  test("is repeated after twelve seconds, when every isolate has read it in the log", async () => {
    const site = behindFront(withCatalog, clock);
    const times: number[] = [];
    withCatalog.front = {
      ...withCatalog.front,
      purge(what: Selection) {
        times.push(clock.now());
        return site.front.purge(what);
      },
    };
    const begun = clock.now();
    await purge(site, [`title-${nextId()}`]);
    expect(times.map((time) => time - begun)).toEqual([0, 12_000]);
  });
});
