/** Tests the requests that most TMDB clients send first: configuration and authentication. */
import { describe, expect, inject, test } from "vitest";
import { fetchOwn } from "../faults/asking.ts";

const target = inject("target");
const read = async (path: string) => await (await fetchOwn(target + path)).json();

describe("GET /3/configuration", () => {
  test("returns primary translations as tags such as de-DE", async () => {
    const tags = (await read("/3/configuration/primary_translations")) as string[];
    expect(tags).toEqual(
      expect.arrayContaining(["de-DE", "en-US", "fr-FR", "ja-JP", "pt-BR", "pt-PT", "zh-CN"]),
    );
    for (const tag of tags) expect(tag).toMatch(/^[a-z]{2}-[A-Z]{2}$/);
    expect(new Set(tags).size).toBe(tags.length);
  });

  test("appends the requested lists", async () => {
    const names = ["countries", "languages", "primary_translations"];
    const appended = (await read(`/3/configuration?append_to_response=${names},unknown`)) as object;
    expect(Object.keys(appended)).toEqual(["images", "change_keys", ...names]);
    for (const [name, list] of Object.entries(appended)) {
      if (names.includes(name)) expect(list).toEqual(await read(`/3/configuration/${name}`));
    }
  });
});

describe("GET /3/authentication", () => {
  test.each(["token/new", "guest_session/new", "session/new"])(
    "rejects creating a session as TMDB does: %s",
    async (path) => {
      const response = await fetchOwn(`${target}/3/authentication/${path}`);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ success: false, status_code: 3 });
    },
  );
});
