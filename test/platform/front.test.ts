/** How the model answers from what is stored: fresh, stale, revalidated: the rules of the pages that the module beside this one names. */
import { describe, expect, test } from "vitest";
import { failingAfter, type Script, saying, setUp } from "./front-kit.ts";

describe("a stale response", () => {
  test("is waited for where no window is named, and replaced", async () => {
    const { ask, pass } = setUp(saying("max-age=10"));
    await ask();
    pass(10);
    expect(await ask()).toMatchObject({ body: "2", cacheStatus: "EXPIRED" });
    expect(await ask()).toMatchObject({ body: "2", cacheStatus: "HIT" });
  });

  test("is served for stale-while-revalidate seconds, with one run meanwhile", async () => {
    const { ask, pass, front } = setUp(saying("max-age=10, stale-while-revalidate=5"));
    await ask();
    pass(14);
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(replies.map(({ body, cacheStatus }) => [body, cacheStatus])).toEqual(
      Array(3).fill(["1", "UPDATING"]),
    );
    await front.settle();
    expect(front.runs).toBe(2);
    expect(await ask()).toMatchObject({ body: "2", cacheStatus: "HIT" });
    pass(15);
    expect(await ask()).toMatchObject({ body: "3", cacheStatus: "EXPIRED" });
  });

  test("is revalidated once, and an error there concerns nobody", async () => {
    const { ask, pass, front } = setUp(failingAfter("max-age=10, stale-while-revalidate=5"));
    await ask();
    pass(14);
    const replies = await Promise.all([ask(), ask(), ask()]);
    await front.settle();
    expect(replies.map(({ cacheStatus }) => cacheStatus)).toEqual(Array(3).fill("UPDATING"));
    expect(front.runs).toBe(2);
  });

  test("is not replaced by an error, whatever the error says of being stored", async () => {
    const { ask, pass } = setUp((request, run) =>
      run === 1
        ? saying("max-age=10")(request, run)
        : new Response("failed", { status: 503, headers: { "Cache-Control": "max-age=60" } }),
    );
    await ask();
    pass(11);
    for (const _ of [1, 2]) expect(await ask()).toMatchObject({ status: 200, cacheStatus: "STALE" });
  });

  test("is served on errors for stale-if-error seconds", async () => {
    const { ask, pass } = setUp(failingAfter("max-age=10, stale-if-error=20"));
    await ask();
    pass(29);
    expect(await ask()).toMatchObject({ status: 200, body: "1", cacheStatus: "STALE" });
    pass(1);
    expect(await ask()).toMatchObject({ status: 503, cacheStatus: "BYPASS" });
  });

  test("is served on errors without end where stale-if-error is not named", async () => {
    const { ask, pass } = setUp(failingAfter("max-age=0"));
    await ask();
    pass(10 * 365 * 86_400);
    expect(await ask()).toMatchObject({ status: 200, cacheStatus: "STALE" });
  });

  test("is served when the Worker throws", async () => {
    const { ask, pass } = setUp((request, run) => {
      if (run > 1) throw new Error("failed");
      return saying("max-age=10")(request, run);
    });
    await ask();
    pass(11);
    expect(await ask()).toMatchObject({ status: 200, cacheStatus: "STALE" });
  });

  test("gives way to the Worker at once when it works again", async () => {
    const { ask, pass } = setUp((request, run) =>
      (run === 2 ? failingAfter : saying)("max-age=10")(request, run),
    );
    await ask();
    pass(11);
    expect((await ask()).cacheStatus).toBe("STALE");
    expect(await ask()).toMatchObject({ body: "3", cacheStatus: "EXPIRED" });
  });

  test.each(["must-revalidate", "proxy-revalidate", "s-maxage=10"])(
    "is never served with %s",
    async (strict) => {
      const windows = "max-age=10, stale-while-revalidate=60, stale-if-error=60";
      const { ask, pass } = setUp(failingAfter(`${windows}, ${strict}`));
      await ask();
      pass(11);
      expect(await ask()).toMatchObject({ status: 503 });
    },
  );

  test("with no-cache is revalidated every time, and never served on errors", async () => {
    const { ask, pass } = setUp(failingAfter("no-cache, max-age=60"));
    await ask();
    pass(1);
    expect((await ask()).status).toBe(503);
  });

  test("with no-cache and stale-while-revalidate is served meanwhile", async () => {
    const { ask, pass } = setUp(saying("no-cache, stale-while-revalidate=10"));
    await ask();
    pass(9);
    expect((await ask()).cacheStatus).toBe("UPDATING");
  });

  test("that may not be replaced stays stored", async () => {
    const { ask, pass } = setUp((request, run) =>
      run === 2
        ? new Response("gone", { status: 404, headers: { "Cache-Control": "no-store" } })
        : failingAfter("max-age=10")(request, run),
    );
    await ask();
    pass(11);
    expect((await ask()).status).toBe(404);
    expect(await ask()).toMatchObject({ status: 200, cacheStatus: "STALE" });
  });
});

describe("a revalidation", () => {
  const confirming =
    (headers: Record<string, string>): Script =>
    (request, run) =>
      request.headers.get("If-None-Match") === '"a"'
        ? new Response(null, { status: 304, headers })
        : saying("max-age=10", { ETag: '"a"', "X-Robots-Tag": "noindex" })(request, run);

  test("asks with the stored validators, and a 304 begins a new lifetime", async () => {
    const { ask, pass } = setUp(confirming({ "Cache-Control": "max-age=10" }));
    await ask();
    pass(11);
    expect(await ask()).toMatchObject({ status: 200, body: "1", cacheStatus: "REVALIDATED" });
    pass(9);
    expect((await ask()).cacheStatus).toBe("HIT");
  });

  test("takes the headers of the 304, and keeps those it does not name", async () => {
    const { ask, pass } = setUp(confirming({ "Cache-Control": "max-age=10", "X-New": "1" }));
    await ask();
    pass(11);
    await ask();
    const { headers } = await ask();
    expect([headers.get("X-New"), headers.get("X-Robots-Tag")]).toEqual(["1", "noindex"]);
  });
});

describe("Age", () => {
  test("is the time in this cache, and is not said of what the Worker gave just now", async () => {
    const { ask, pass } = setUp(saying("max-age=60"));
    expect((await ask()).headers.get("Age")).toBeNull();
    pass(7);
    expect((await ask()).headers.get("Age")).toBe("7");
  });

  test("of the Worker's own counts in one reading and not in the other", async () => {
    for (const [age, said, cacheStatus] of [
      ["restarts", "9", "HIT"],
      ["continues", "59", "HIT"],
    ] as const) {
      const { ask, pass } = setUp(saying("max-age=60", { Age: "50" }), { age });
      await ask();
      pass(9);
      const reply = await ask();
      expect([reply.headers.get("Age"), reply.cacheStatus]).toEqual([said, cacheStatus]);
      pass(1);
      expect((await ask()).cacheStatus).toBe(age === "restarts" ? "HIT" : "EXPIRED");
    }
  });
});

describe("collapsing", () => {
  test("200 requests for a key that is not stored are one run", async () => {
    const { ask, front } = setUp(saying("max-age=60"));
    const replies = await Promise.all(Array.from({ length: 200 }, () => ask()));
    expect(front.runs).toBe(1);
    expect(new Set(replies.map(({ body }) => body))).toEqual(new Set(["1"]));
  });

  test("another variant has a run of its own", async () => {
    const { ask } = setUp((request, run) =>
      saying("max-age=60", { Vary: "Accept", "X-For": request.headers.get("Accept") ?? "" })(request, run),
    );
    const replies = await Promise.all(
      ["a", "b", "a"].map((value) => ask("/", { headers: { Accept: value } })),
    );
    expect(replies.map(({ headers }) => headers.get("X-For"))).toEqual(["a", "b", "a"]);
  });

  test("what may not be stored has a run for each request", async () => {
    const { ask, front } = setUp(saying("no-store"));
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask()));
    expect(front.runs).toBe(5);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(5);
  });
});
