/** Of the model of the cache in front, what every request is not a test of: its key, and an invalidation. */
import { expect, test } from "vitest";
import { frontCache } from "./front.ts";

/** A front whose Worker responds with the number of its run, by this validator. */
function setUp(cacheControl: string) {
  let seconds = 1_000;
  const entityTag = '"a"';
  const front = frontCache({
    async run(request) {
      const isHeld = request.headers.get("If-None-Match") === entityTag;
      const headers = { "Cache-Control": cacheControl, ETag: entityTag, "Cache-Tag": "title-1, search" };
      return new Response(isHeld ? null : String(front.runs), { status: isHeld ? 304 : 200, headers });
    },
    now: () => seconds * 1_000,
  });
  async function ask(path = "/title/1", headers: Record<string, string> = {}) {
    const response = await front.fetch(new Request(`https://films.example${path}`, { headers }));
    await front.settle();
    return response.headers.get("Cf-Cache-Status");
  }
  function pass(passed: number): void {
    seconds += passed;
  }
  return { front, ask, pass };
}

test.each([
  ["/title/1", { Host: "other.example", "X-Forwarded-Scheme": "http" }, "HIT"],
  ["/title/1?x=1", {}, "MISS"],
  ["/title/1", { "X-Forwarded-Scheme": "nothttps" }, "MISS"],
  ["/title/1", { "Cloudflare-Workers-Version-Key": "a visitor" }, "MISS"],
] as const)(
  "%s with %o is a %s: the path, the query and some headers are the key",
  async (path, headers, status) => {
    const { ask } = setUp("max-age=60");
    await ask();
    expect(await ask(path, headers)).toBe(status);
  },
);

test.each([
  [{ tags: ["TITLE-1"] }, "UPDATING"],
  [{ purgeEverything: true }, "UPDATING"],
  [{ tags: ["title-2"] }, "HIT"],
] as const)(
  "after the invalidation of %o a response is served as %s, and then again fresh",
  async (what, status) => {
    const { front, ask } = setUp("max-age=60, stale-while-revalidate=30");
    await ask();
    expect(front.invalidate(what).success).toBe(true);
    expect(await ask()).toBe(status);
    expect(await ask()).toBe("HIT");
  },
);

test("the windows of staleness begin with the first invalidation, and a later one extends none", async () => {
  const { front, ask, pass } = setUp("max-age=60, stale-while-revalidate=30");
  await ask();
  front.invalidate({ purgeEverything: true });
  pass(31);
  front.invalidate({ purgeEverything: true });
  expect(await ask()).toBe("REVALIDATED");
});
