/** What a purge of the model removes: the rules of the pages that the module beside this one names. */
import { describe, expect, test } from "vitest";
import { failingAfter, type Script, saying, setUp } from "./front-kit.ts";

describe("a purge", () => {
  test("by tag removes what carries the tag, whatever its case, in every version", async () => {
    const { ask, front } = setUp((request, run) =>
      saying("max-age=60", { "Cache-Tag": `all, ${new URL(request.url).pathname.slice(1)}` })(request, run),
    );
    await ask("/one");
    await ask("/two");
    front.purge({ tags: ["ONE"] });
    expect((await ask("/one")).cacheStatus).toBe("MISS");
    expect((await ask("/two")).cacheStatus).toBe("HIT");
    front.deploy("2");
    front.purge({ tags: ["all"] });
    front.deploy("1");
    expect((await ask("/two")).cacheStatus).toBe("MISS");
  });

  test("by path prefix removes what is below the path", async () => {
    const { ask, front } = setUp(saying("max-age=60"));
    for (const path of ["/blog/1?x", "/other"]) await ask(path);
    front.purge({ pathPrefixes: ["blog/"] });
    expect((await ask("/blog/1?x")).cacheStatus).toBe("MISS");
    expect((await ask("/other")).cacheStatus).toBe("HIT");
  });

  test("of everything leaves nothing, also for errors", async () => {
    const { ask, front, pass } = setUp(failingAfter("max-age=60"));
    await ask();
    pass(61);
    front.purge({ purgeEverything: true });
    expect((await ask()).status).toBe(503);
  });

  test.each(["two words", "é", "x".repeat(1_025)])("a tag that is not valid is dropped: %s", async (tag) => {
    const script: Script = () =>
      new Response("x", { headers: { "Cache-Control": "max-age=60", "Cache-Tag": `good,${tag}` } });
    const { ask, front } = setUp(script);
    await ask();
    front.purge({ tags: [tag] });
    expect((await ask()).cacheStatus).toBe("HIT");
    front.purge({ tags: ["good"] });
    expect((await ask()).cacheStatus).toBe("MISS");
  });

  test("knows the first 1,000 tags of a response", async () => {
    const tags = Array.from({ length: 1_001 }, (_, number) => `t${number}`).join();
    const { ask, front } = setUp(saying("max-age=60", { "Cache-Tag": tags }));
    await ask();
    front.purge({ tags: ["t1000"] });
    expect((await ask()).cacheStatus).toBe("HIT");
    front.purge({ tags: ["t999"] });
    expect((await ask()).cacheStatus).toBe("MISS");
  });
});
