/** Tests that purged responses do not reappear from the same or another data centre. */
import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type BehindFront, behindFront, HOST, type Reply } from "./behind-front.ts";
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

async function purge({ ask }: BehindFront, tags: readonly string[]): Promise<Reply> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return await ask("/admin/purge", { method: "POST", headers, body: JSON.stringify({ tags }) });
}

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

  describe("POST /admin/purge with changed", () => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const purgeChanged = async ({ ask }: BehindFront, what: object = { changed: true }) =>
      JSON.parse((await ask("/admin/purge", { method: "POST", headers, body: JSON.stringify(what) })).body);
    const fronts = (site: BehindFront, ids: readonly number[]) =>
      Promise.all(ids.map(async (id) => (await site.ask(`/v1/?id=${id}`)).front));

    test.each([1, 1_500])("purges %i changed titles and nothing else", async (titles) => {
      const site = behindFront(withCatalog, clock);
      const [changed, other] = [nextId(), nextId()];
      await fronts(site, [changed, other]);
      const others = Array.from({ length: titles - 1 }, (_, at) => 5_000_000 + at);
      await withCatalog.change(...others, changed);
      const requests: unknown[] = [];
      for (let left = 1; left > 0; requests.push(left)) left = (await purgeChanged(site)).left;
      expect(requests).toHaveLength(Math.ceil(titles / 1_000));
      expect(await fronts(site, [changed, other])).toEqual(["MISS", "HIT"]);
    });

    test("includes the changes of an interrupted update", async () => {
      const site = behindFront(withCatalog, clock);
      const [earlier, later, other] = [nextId(), nextId(), nextId()];
      await fronts(site, [earlier, later, other]);
      await withCatalog.change(earlier);
      await withCatalog.change(later);
      expect(await purgeChanged(site)).toEqual({ changed: true, platform: true, left: 0 });
      expect(await fronts(site, [earlier, later, other])).toEqual(["MISS", "MISS", "HIT"]);
    });

    test.each([{ changed: true }, { everything: true }])(
      "does not purge again what %j has purged",
      async (what) => {
        const site = behindFront(withCatalog, clock);
        const id = nextId();
        await withCatalog.change(id);
        await purgeChanged(site, what);
        await fronts(site, [id]);
        await withCatalog.change(nextId());
        await purgeChanged(site);
        expect(await fronts(site, [id])).toEqual(["HIT"]);
      },
    );

    test("repeats changes that the platform rejected", async () => {
      const site = behindFront(withCatalog, clock);
      const id = nextId();
      await fronts(site, [id]);
      await withCatalog.change(id);
      const { purge: accept } = withCatalog.front;
      withCatalog.front.purge = () => ({ success: false, errors: [] });
      expect(await purgeChanged(site)).toMatchObject({ platform: false });
      withCatalog.front.purge = accept;
      await purgeChanged(site);
      expect(await fronts(site, [id])).toEqual(["MISS"]);
    });
  });
});
