/** What a purge of a title includes: everything that is made of it, and nothing of another title. */
import { describe, expect, test } from "vitest";
import { createCollapsing } from "../../worker/cache/collapsing.ts";
import { pageCache } from "../../worker/cache/compose.ts";
import { bodyText } from "../../worker/cache/stored-response.ts";
import type { TitleQuery } from "../../worker/contract/query.ts";
import { cacheKeys, pageTags, tagsToPurge } from "../../worker/resources/keys.ts";
import { titleList } from "../../worker/source/loaded.ts";
import { bound, served } from "../cache/kit.ts";
import { record as recordOf, searchQuery } from "../contract/records.ts";
import { originGiving, originThat, resourcesOf } from "./kit.ts";

const creditsOf = (id: number, lang = "en"): TitleQuery => ({ id, lang });
const QUERY = searchQuery();

function setUp() {
  const origin = { says: "old" as string | Promise<string>, calls: 0 };
  const made = resourcesOf(
    originGiving(() => {
      origin.calls++;
      return origin.says;
    }),
  );
  async function purge(id: number): Promise<void> {
    await made.settle();
    made.clock.now += 1;
    await made.invalidations.purge(tagsToPurge(`title-${id}`));
  }
  return { ...made, origin, purge };
}

describe("a purge of a title", () => {
  test("finds its credits in every language, and nothing of another title", async () => {
    const { resources, origin, purge } = setUp();
    const languages = ["en", "de", "fr", "ja", "zh"];
    for (const lang of languages) await resources.ask("credits", creditsOf(1, lang));
    await resources.ask("credits", creditsOf(2));
    await purge(1);
    origin.says = "new";
    for (const lang of languages) {
      expect(bodyText(await served(resources.ask("credits", creditsOf(1, lang)))), lang).toBe("new");
    }
    expect(bodyText(await served(resources.ask("credits", creditsOf(2))))).toBe("old");
  });

  test("finds every search that contains it", async () => {
    const { resources, origin, purge } = setUp();
    origin.says = JSON.stringify([{ id: 1 }, { id: 2 }]);
    await resources.ask("search", QUERY);
    await purge(2);
    origin.says = "[]";
    expect(bodyText(await served(resources.ask("search", QUERY)))).toBe("[]");
  });

  test("finds the record that a search left behind, in its language", async () => {
    const record = recordOf({ id: 7 });
    const titles = [{ id: 7, lang: "fr", record }];
    const made = resourcesOf(originThat({ search: async () => titleList([record], { titles }) }));
    const { resources, clock, settle } = made;
    await resources.ask("search", { ...QUERY, lang: "fr" });
    await settle();
    const stored = await resources.peek("title", { id: 7, lang: "fr" });
    expect(stored && JSON.parse(bodyText(stored))).toEqual(record);
    expect(await resources.peek("title", { id: 7, lang: "en" })).toBeNull();
    clock.now += 1;
    await made.invalidations.purge(["title-7"]);
    expect(await resources.peek("title", { id: 7, lang: "fr" })).toBeNull();
  });

  test("finds its pages, and every page made from it", async () => {
    const { engine, context, clock, settle, purge } = setUp();
    const now = () => clock.now;
    const pages = bound(context, pageCache({ ...engine, collapsing: createCollapsing(now), now }));
    const keys = cacheKeys("https://marquee.test", ["upstream"]);
    const page = {
      body: new Uint8Array(1),
      contentType: "text/html",
      renderedAt: clock.now,
      seen: 1,
      answers: [],
    };
    const of = (path: string) => new URL(`https://purged.test${path}`);
    const made: readonly (readonly [URL, readonly string[]])[] = [
      [of("/title/3/words-1999"), []],
      [of("/fr/title/3/words-1999/credits"), []],
      [of("/search?q=words"), ["title-3"]],
    ];
    for (const [url, tags] of made) {
      await pages.render(keys.page(url, ""), async () => ({
        ...page,
        tags: [...pageTags(url.pathname), ...tags],
      }));
    }
    const spared = of("/title/4/words-1999");
    await pages.render(keys.page(spared, ""), async () => ({ ...page, tags: pageTags(spared.pathname) }));
    await settle();
    await purge(3);
    for (const [url] of made) expect(await pages.get(keys.page(url, ""), () => true), url.href).toBeNull();
    expect(await pages.get(keys.page(spared, ""), () => true)).not.toBeNull();
  });
});
