/** Credits from TMDB, against its stand-in. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { Credits } from "../../../worker/contract/credits.ts";
import { contractId, MAX_TMDB_ID, tmdbTitle } from "../../../worker/origins/tmdb/ids.ts";
import { SHARED_NUMBER } from "../../tmdb/titles.ts";
import { originAt } from "./origin.ts";

const FILM = contractId({ kind: "movie", number: SHARED_NUMBER });
const SERIES = contractId({ kind: "series", number: SHARED_NUMBER });

async function creditsOf(id: number) {
  const { json } = await originAt().credits({ category: "credits", id, lang: "en" });
  return v.parse(Credits, JSON.parse(json ?? "null"));
}

const jobs = (entries: readonly { name: string; job: string }[]) =>
  entries.map(({ name, job }) => `${name}: ${job}`);

describe("credits of a film", () => {
  test("have the cast in billing order", async () => {
    const { id, cast } = await creditsOf(FILM);
    expect(id).toBe(FILM);
    expect(cast).toEqual([
      { id: 11, name: "Ada Holm", profile_path: "0000/00/adaholm.jpg", character: "The Keeper" },
      { id: 12, name: "Bram Oduya", profile_path: null, character: "The Keeper's Brother" },
      { id: 13, name: "Cleo Tanaka", profile_path: "0000/00/cleotanaka.png", character: "" },
    ]);
  });

  test("have everyone in the right group, and nobody is lost", async () => {
    const credits = await creditsOf(FILM);
    expect(jobs(credits.writer)).toEqual(["Cleo Tanaka: Screenplay", "Dov Arnaud: Novel"]);
    expect(jobs(credits.director)).toEqual(["Cleo Tanaka: Director"]);
    expect(jobs(credits.editing)).toEqual(["Dov Arnaud: Editor"]);
    expect(jobs(credits.production)).toEqual([
      "Bram Oduya: Producer",
      "Dov Arnaud: Director of Photography",
      "Ada Holm: Gaffer",
      "Bram Oduya: Stunt Coordinator",
      "Dov Arnaud: Puppeteer",
    ]);
    expect(jobs(credits.art)).toEqual(["Ada Holm: Production Designer", "Ada Holm: Costume Designer"]);
    expect(jobs(credits["visual effects"])).toEqual([
      "Dov Arnaud: Special Effects Coordinator",
      "Dov Arnaud: Visual Effects Supervisor",
    ]);
    expect(jobs(credits.sound)).toEqual([
      "Bram Oduya: Original Music Composer",
      "Bram Oduya: Sound Designer",
    ]);
  });
});

describe("credits of a series", () => {
  test("are of its whole run: one entry a role or job, its creators first among the writers", async () => {
    const credits = await creditsOf(SERIES);
    expect(credits.cast.map(({ character }) => character)).toEqual([
      "Ren (voice)",
      "Hana (voice)",
      "Hana's mother (voice)",
    ]);
    expect(jobs(credits.writer)).toEqual(["Cleo Tanaka: Creator", "Dov Arnaud: Writer"]);
    expect(jobs(credits.director)).toEqual(["Dov Arnaud: Series Director", "Dov Arnaud: Episode Director"]);
    expect(jobs(credits.sound)).toEqual(["Bram Oduya: Music"]);
  });
});

test("credits take one request", async () => {
  const origin = originAt();
  await origin.credits({ category: "credits", id: SERIES, lang: "fr" });
  expect(origin.asked).toEqual([`tv/${SHARED_NUMBER}?append_to_response=aggregate_credits`]);
});

test("a title without credits has eight empty groups", async () => {
  const credits = await creditsOf(4);
  expect(Object.values(credits).filter((value) => Array.isArray(value) && value.length === 0)).toHaveLength(
    8,
  );
});

describe("an id", () => {
  test("is unique across films and series, and leads back to the title", () => {
    expect(FILM).not.toBe(SERIES);
    for (const id of [2, 3, FILM, SERIES, MAX_TMDB_ID * 2 + 1]) {
      const title = tmdbTitle(id);
      expect(title === null ? null : contractId(title)).toBe(id);
    }
  });

  test.each([1, MAX_TMDB_ID * 2 + 2, Number.MAX_SAFE_INTEGER])(
    "%i that no title can have is answered without a request",
    async (id) => {
      const origin = originAt();
      expect((await origin.credits({ category: "credits", id, lang: "en" })).json).toBeNull();
      expect((await origin.title({ id, lang: "en" })).json).toBeNull();
      expect(origin.asked).toEqual([]);
    },
  );

  test("that TMDB does not know is no title", async () => {
    const origin = originAt();
    expect((await origin.credits({ category: "credits", id: 99_998, lang: "en" })).json).toBeNull();
    expect((await origin.title({ id: 99_999, lang: "en" })).json).toBeNull();
  });
});
