import { beforeEach, describe, expect, inject, test } from "vitest";
import { toCommonsPath } from "../../worker/contract/commons.ts";
import { createByteBudget } from "../../worker/source/byte-budget.ts";
import { withCommons } from "../../worker/source/commons.ts";
import type { ImageSource } from "../../worker/source/images.ts";
import { MAX_BODY_BYTES } from "../../worker/source/transport/body.ts";
import { COMMONS_FILES, THUMBNAIL_WIDTHS } from "./commons-files.ts";

const asked: URL[] = [];
beforeEach(() => void asked.splice(0));

/** Returns a source that takes pictures from the stub of Commons, and others from `base`. */
function createSource(site = "https://films.example", base: ImageSource | null = null): ImageSource {
  const services = {
    budget: createByteBudget(MAX_BODY_BYTES),
    fetch(address: URL, init: RequestInit) {
      asked.push(address);
      return fetch(address, init);
    },
  };
  return withCommons(base, { site, baseUrl: new URL(inject("commons")) }, services);
}

const PATH = "0000/01/Akira_Kurosawa.jpg";

describe("withCommons()", () => {
  test.each(COMMONS_FILES)("fetches %s", async (file) => {
    const image = await createSource().fetch({ width: 240, path: toCommonsPath(file) ?? "" });
    expect(image?.type).toBe("image/png");
  });

  test.each([120, 240, 480, 720, null] as const)("requests an offered width for %s", async (width) => {
    expect(await createSource().fetch({ width, path: PATH })).not.toBeNull();
    const requested = Number(asked[0]?.searchParams.get("width"));
    expect(THUMBNAIL_WIDTHS).toContain(requested);
    expect(requested).toBeGreaterThanOrEqual(width ?? 720);
  });

  test("returns null for a missing file", async () => {
    expect(await createSource().fetch({ width: 240, path: "0000/01/Nobody.jpg" })).toBeNull();
  });

  test.each(["0000/01/a-2f..-2fb.jpg", "0000/01/A-2f..-2f..-2fadmin.jpg", "1999/01/a.jpg"])(
    "does not request %s",
    async (path) => {
      expect(await createSource().fetch({ width: 240, path })).toBeNull();
      expect(asked).toEqual([]);
    },
  );

  test("fails if Wikimedia refuses the request", async () => {
    await expect(createSource("nobody").fetch({ width: 240, path: PATH })).rejects.toThrow("status");
  });

  test("takes all other pictures from the base", async () => {
    const picture = { type: "image/gif", bytes: new Uint8Array(), release: () => {} };
    const base = { id: async () => "base", fetch: async () => picture };
    const source = createSource("https://films.example", base);
    expect((await source.fetch({ width: 240, path: "1999/01/a.jpg" }))?.type).toBe("image/gif");
    expect((await source.fetch({ width: 240, path: PATH }))?.type).toBe("image/png");
    expect(await source.id()).toBe("base");
  });
});
