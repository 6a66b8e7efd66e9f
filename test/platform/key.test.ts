/** What the model keys responses by: the rules of the pages that the module beside this one names. */
import { describe, expect, test } from "vitest";
import { saying, setUp } from "./front-kit.ts";

describe("a key", () => {
  test.each([
    ["/a", "/a/"],
    ["/a", "/A"],
    ["/a?x=1&y=2", "/a?y=2&x=1"],
    ["/a?x=1", "/a?x=1&junk=2"],
  ])("is another for %s than for %s", async (one, other) => {
    const { ask, front } = setUp(saying("max-age=60"));
    await ask(one);
    await ask(other);
    expect(front.runs).toBe(2);
  });

  test("does not have the host, the method, cookies or languages in it", async () => {
    const { ask, front } = setUp(saying("max-age=60"));
    await ask("/", {}, "x.workers.dev");
    await ask("/", { headers: { Cookie: "a=1", "Accept-Language": "de", "User-Agent": "x" } }, "b.example");
    await ask("/", { method: "HEAD" });
    expect(front.runs).toBe(1);
  });

  test.each([
    "X-Forwarded-Host",
    "X-Original-URL",
    "X-HTTP-Method-Override",
    "Forwarded",
    "Cloudflare-Workers-Version-Key",
  ])("has %s in it", async (name) => {
    const { ask, front } = setUp(saying("max-age=60"));
    await ask();
    await ask("/", { headers: { [name]: "other" } });
    expect(front.runs).toBe(2);
  });

  test("has X-Forwarded-Scheme in it unless it is http or https", async () => {
    const { ask, front } = setUp(saying("max-age=60"));
    for (const scheme of ["http", "https"]) await ask("/", { headers: { "X-Forwarded-Scheme": scheme } });
    expect(front.runs).toBe(1);
    await ask("/", { headers: { "X-Forwarded-Scheme": "ftp" } });
    expect(front.runs).toBe(2);
  });

  test("has the version in it, so that a version finds nothing of another, and its own again", async () => {
    const { ask, front } = setUp(saying("max-age=60"));
    await ask();
    front.deploy("2");
    expect((await ask()).body).toBe("2");
    front.deploy("1");
    expect((await ask()).body).toBe("1");
  });

  test("has no version in it with cross_version_cache", async () => {
    const { ask, front } = setUp(saying("max-age=60"), { crossVersion: true });
    await ask();
    front.deploy("2");
    expect((await ask()).body).toBe("1");
  });

  test("is the caller's own with cf.cacheKey, apart from ctx.props", async () => {
    const { front } = setUp(saying("max-age=60"));
    const get = (path: string, options: { cacheKey?: string; props?: unknown }) =>
      front.fetch(new Request(`https://a.example${path}`), options);
    await get("/one", { cacheKey: "k" });
    await get("/two", { cacheKey: "k" });
    expect(front.runs).toBe(1);
    await get("/two", { cacheKey: "k", props: { user: 1 } });
    expect(front.runs).toBe(2);
    await get("/two", { cacheKey: "" });
    expect(front.runs).toBe(3);
  });
});
