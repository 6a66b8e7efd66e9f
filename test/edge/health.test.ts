import { describe, expect, test } from "vitest";
import { Problem } from "../../worker/contract/problem.ts";
import { healthLook } from "../../worker/edge/health.ts";
import type { Catalog } from "../../worker/origins/catalog/catalog.ts";
import type { Origin } from "../../worker/origins/origin.ts";

const DOWN = new Problem("bad-upstream", "down");
/** Each test has a time of its own, beyond what any look before it may have left. */
let time = 0;

function fakeCatalog(titles: number | Problem): Catalog {
  const unused = () => Promise.reject(DOWN);
  return {
    ...{
      name: "catalog",
      source: "catalog",
      search: unused,
      credits: unused,
      title: unused,
      namesakes: unused,
      suggestions: unused,
      explain: unused,
    },
    state: () =>
      typeof titles === "number" ? Promise.resolve({ titles, version: "v7" }) : Promise.reject(titles),
  } as Catalog;
}

function fakeUpstream(answer: () => Promise<string | null>): Origin {
  const credits = async () => ({ json: await answer(), catalogVersion: null });
  return { name: "upstream", source: "upstream", search: () => Promise.reject(DOWN), credits };
}

function look(origin: Origin, catalog: Catalog | null) {
  time += 60_000;
  return healthLook({ origin, catalog, now: () => time })();
}

describe("health", () => {
  test("an upstream that knows no such title answers", async () => {
    const upstream = fakeUpstream(() => Promise.resolve(null));
    expect(await look(upstream, null)).toEqual({ status: "ok", origin: "upstream", catalog: null });
  });

  test("is down when neither origin can answer", async () => {
    const failing = fakeUpstream(() => Promise.reject(DOWN));
    const down = { status: "down", origin: null };
    expect(await look(failing, null)).toEqual({ ...down, catalog: null });
    expect(await look(failing, fakeCatalog(0))).toEqual({ ...down, catalog: { titles: 0, version: "v7" } });
    expect(await look(failing, fakeCatalog(DOWN))).toEqual({ ...down, catalog: null });
    expect(await look(fakeCatalog(0), fakeCatalog(0))).toMatchObject(down);
  });

  test("is degraded while the catalog answers for the upstream", async () => {
    const failing = fakeUpstream(() => Promise.reject(DOWN));
    expect(await look(failing, fakeCatalog(3))).toMatchObject({ status: "degraded", origin: "catalog" });
  });

  test("one look serves for ten seconds and no longer", async () => {
    let asked = 0;
    const upstream = fakeUpstream(async () => {
      asked += 1;
      return null;
    });
    await look(upstream, null);
    const again = healthLook({ origin: upstream, catalog: null, now: () => time });
    time += 9_999;
    await again();
    expect(asked).toBe(1);
    time += 1;
    await again();
    expect(asked).toBe(2);
  });

  test("while it is looked at anew, the others are told what was seen last", async () => {
    await look(
      fakeUpstream(() => Promise.resolve(null)),
      null,
    );
    time += 10_000;
    const hanging = fakeUpstream(() => new Promise(() => {}));
    healthLook({ origin: hanging, catalog: null, now: () => time })();
    const failing = fakeUpstream(() => Promise.reject(DOWN));
    const others = healthLook({ origin: failing, catalog: null, now: () => time });
    expect(await others()).toMatchObject({ status: "ok" });
  });
});
