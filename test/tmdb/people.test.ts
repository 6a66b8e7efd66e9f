/** People from TMDB, against its stand-in and against single responses that this does not give. */

import { describe, expect, test } from "vitest";
import type { Person } from "../../worker/contract/people.ts";
import type { PersonQuery } from "../../worker/contract/query.ts";
import { jsonOf } from "../../worker/source/loaded.ts";
import type { AskStored } from "../../worker/source/source.ts";
import { MAX_TMDB_ID } from "../../worker/tmdb/ids.ts";
import {
  answering,
  FILM,
  film,
  films,
  finding,
  IN_FINNISH,
  idsOf,
  numbersOf,
  originAt,
  SERIES,
  wholeList,
} from "./kit.ts";
import { ADA, BRAM, CLEO, DOV, EVE } from "./titles.ts";

const NIGHTS = 4 * 2 + 1;
const FERRY = 7 * 2;
const AFTER_DARK = 5 * 2;
const WITH_CREDITS = "append_to_response=combined_credits";

const rolesOf = ({ credits }: Person) =>
  credits.map((credit) => {
    const words = credit.group === "cast" ? credit.character : credit.job;
    return `${credit.title.id} ${credit.group}: ${words}`;
  });

/** A response that the stand-in does not give. */
const personWith = (cast: readonly object[], crew: readonly object[] = [], more: object = {}) => ({
  id: 11,
  name: "Ada Holm",
  ...more,
  combined_credits: { cast, crew },
});
const given = (...credits: Parameters<typeof personWith>) =>
  answering(() => personWith(...credits)).read.person(11);

describe("a person", () => {
  test("has the name, the picture and other names, each once and none empty", async () => {
    const { credits: _, known_for: __, ...person } = await originAt().read.person(ADA.id);
    expect(person).toEqual({
      id: ADA.id,
      name: "Ada Holm",
      profile_path: "0000/00/adaholm.jpg",
      also_known_as: ["Adalind Holm", "エイダ・ホルム"],
    });
  });

  test("has the newest credits first, unknown years last, each in the group that the title has it in", async () => {
    expect(rolesOf(await originAt().read.person(ADA.id))).toEqual([
      `${SERIES} cast: Hana (voice)`,
      `${SERIES} cast: Hana's mother (voice)`,
      `${FILM} cast: The Keeper`,
      `${FILM} production: Gaffer`,
      `${FILM} art: Costume Designer`,
      `${FILM} art: Production Designer`,
      `${FERRY} cast: The Pilot`,
      `${NIGHTS} cast: Self`,
    ]);
  });

  test.each([ADA, BRAM, CLEO, DOV])("$name has the groups and jobs that titles have", async ({ id }) => {
    const tmdb = originAt();
    const person = rolesOf(await tmdb.read.person(id));
    for (const title of [FILM, SERIES]) {
      const { id: _, ...groups } = await tmdb.read.credits(title);
      const ofTitle = Object.entries(groups).flatMap(([group, entries]) =>
        entries
          .filter((entry) => entry.id === id)
          .map((entry) => `${title} ${group}: ${"job" in entry ? entry.job : entry.character}`),
      );
      expect(person.filter((role) => role.startsWith(`${title} `)).toSorted()).toEqual(ofTitle.toSorted());
    }
  });

  test("has the card of each title in the contract's form", async () => {
    const { credits } = await originAt().read.person(CLEO.id);
    expect(credits[0]?.title).toEqual({
      id: SERIES,
      type: "series",
      title: "Lantern Street",
      original_title: "硝子の灯",
      year: "2003",
      poster: "2003/09/lanternstreet.jpg",
    });
  });

  test("has titles for adults only on request", async () => {
    const ids = async (includeAdult: boolean) =>
      (await originAt().read.person(ADA.id, { includeAdult })).credits.map(({ title }) => title.id);
    expect(await ids(false)).not.toContain(AFTER_DARK);
    expect(await ids(true)).toContain(AFTER_DARK);
  });

  test("unknown to TMDB is missing, and an impossible id takes no request", async () => {
    const tmdb = originAt();
    for (const id of [77, MAX_TMDB_ID + 1, Number.MAX_SAFE_INTEGER]) {
      expect(jsonOf(await tmdb.person(id))).toBeNull();
    }
    await tmdb.person(MAX_TMDB_ID);
    expect(tmdb.asked).toHaveLength(2);
  });

  test("has titles of one day in TMDB's order, and those without a year last, whatever their date is", async () => {
    const dates = ["soon", "2001-01-01", "2001-01-01", "", "2001-01-02", "2001-01-01", "zzz"];
    const { credits } = await given(dates.map((release_date, at) => film(at + 1, { release_date })));
    expect(numbersOf(credits.map(({ title }) => title))).toEqual([5, 2, 3, 6, 1, 4, 7]);
  });

  test("has a role and a job of the same words separately, and a job that was entered twice once", async () => {
    const job = film(1, { department: "Writing", job: "Writer" });
    const { credits } = await given([film(1, { character: "Writer" })], [job, job]);
    expect(credits.map(({ title: _, ...role }) => role)).toEqual([
      { group: "cast", character: "Writer" },
      { group: "writer", job: "Writer" },
    ]);
  });

  test("has no credits without an id, and the log counts these", async () => {
    const tmdb = answering(() => personWith([film(1), {}, {}], [{}, film(2)]));
    expect((await tmdb.read.person(11)).credits).toHaveLength(2);
    expect(tmdb.lines).toEqual([{ event: "records-dropped", category: "person", dropped: 3 }]);
  });
});

describe("a person is known for", () => {
  const acted = (id: number, vote_count: number, character = "Ada") => film(id, { vote_count, character });
  const directed = (id: number, vote_count: number) =>
    film(id, { vote_count, department: "Directing", job: "Director" });
  const knownFor = async (trade: string, ...credits: [object[], object[]?]) =>
    numbersOf((await given(credits[0], credits[1], { known_for_department: trade })).known_for);

  test("the titles of the trade with the most votes, at most three", async () => {
    const all: [object[], object[]] = [
      [acted(6, 1), acted(1, 5), acted(2, 9), acted(3, 7)],
      [directed(4, 100), directed(5, 200)],
    ];
    expect(await knownFor("Acting", ...all)).toEqual([2, 3, 1]);
    expect(await knownFor("Directing", ...all)).toEqual([5, 4]);
  });

  test.each([
    ["Self", true],
    ["Himself - Host", true],
    ["herself", true],
    ["Themselves", true],
    ["Selfish Man", false],
    ["The Self", false],
  ])("no appearance as oneself, such as %j: %s", async (character, isOneself) => {
    const cast = [acted(1, 100, character), acted(2, 5)];
    expect(await knownFor("Acting", cast)).toEqual(isOneself ? [2] : [1, 2]);
  });

  test.each(["Acting", "Sound"])("other titles if none is of the trade: %s", async (trade) => {
    expect(await knownFor(trade, [acted(1, 3, "Self"), acted(2, 5, "Self")])).toEqual([2, 1]);
  });
});

describe("titles of a person in another language", () => {
  const isEnglish = ({ searchParams }: URL) => searchParams.get("language") === "en";
  const lang = "fr";

  test("are in it, else in English, by one further request", async () => {
    const tmdb = originAt();
    const { credits } = await tmdb.read.person(ADA.id, { lang });
    const titles = new Map(credits.map(({ title }) => [title.id, title.title]));
    expect([titles.get(FILM), titles.get(SERIES)]).toEqual(["La Lanterne de verre", "Lantern Street"]);
    expect(tmdb.asked).toEqual([
      `person/11?language=fr&${WITH_CREDITS}`,
      `person/11?language=en&${WITH_CREDITS}`,
    ]);
  });

  test.each([
    ["in English", "en", [film(1, IN_FINNISH)], []],
    ["with a translation", lang, [film(1, { title: "Le film" })], []],
  ])("take one request %s", async (_, language, cast, crew) => {
    const tmdb = answering(() => personWith(cast, crew));
    expect(await tmdb.person(11, { lang: language })).toMatchObject({ isPartial: false });
    expect(tmdb.asked).toHaveLength(1);
  });

  test("are taken from English only if the language has none", async () => {
    const [inFinnish, french] = [film(1, IN_FINNISH), film(2, { title: "Le film" })];
    const others = [film(3, { ...IN_FINNISH, media_type: "x" }), film(3, { media_type: "x" })];
    const english = [film(1, { title: "Light" }), film(2, { title: "The Film" }), ...others.slice(1)];
    const tmdb = answering((address) =>
      personWith(isEnglish(address) ? english : [...others.slice(0, 1), inFinnish, french]),
    );
    const loaded = await tmdb.person(11, { lang });
    const json = jsonOf(loaded);
    const { isPartial } = loaded;
    expect(isPartial).toBe(false);
    const { credits }: Person = JSON.parse(json ?? "");
    expect(credits.map(({ title }) => title.title)).toEqual(["Light", "Le film"]);
  });

  test("are requested in English if only jobs lack them, and not for an unknown person", async () => {
    const tmdb = answering(({ pathname }) =>
      pathname.endsWith("12") ? 404 : personWith([], [film(1, IN_FINNISH)]),
    );
    await tmdb.person(11, { lang });
    expect(jsonOf(await tmdb.person(12, { lang }))).toBeNull();
    expect(tmdb.asked.map((path) => path.split("&")[0])).toEqual([
      "person/11?language=fr",
      "person/11?language=en",
      "person/12?language=fr",
    ]);
  });

  test("are not requested in English when the first request took all the time", async () => {
    const clock = { ms: 1_800_000_000_000 };
    const tmdb = answering(
      () => {
        clock.ms += 2_000;
        return personWith([film(1, IN_FINNISH)]);
      },
      { now: () => clock.ms, timeoutMs: 2_000 },
    );
    expect(await tmdb.person(11, { lang })).toMatchObject({ isPartial: true });
    expect(tmdb.asked).toHaveLength(1);
  });

  test("stay the original if English has none either", async () => {
    const tmdb = answering((address) => personWith(isEnglish(address) ? [] : [film(1, IN_FINNISH)]));
    expect(jsonOf(await tmdb.person(11, { lang }))).toContain('"title":"Valo"');
  });

  test("are requested in English once although that fails, and open no circuit", async () => {
    const tmdb = answering((address) => (isEnglish(address) ? 502 : personWith([film(1, IN_FINNISH)])));
    for (let count = 1; count <= 20; count++) {
      expect(await tmdb.person(11, { lang })).toMatchObject({ isPartial: true });
      expect(tmdb.asked).toHaveLength(2 * count);
    }
  });
});

describe("a search for people", () => {
  const ada = { id: 11, media_type: "person", name: "Ada Holm" };

  test("has the exact name first, whatever its accents, and no adult performers", async () => {
    const names = (await originAt().read.people("ada holm")).map(({ name }) => name);
    expect(names).toEqual(["Adá Holm", "Ada Holm", "Ada Holmberg"]);
  });

  test("says for which films and series each is known, at most three", async () => {
    const found = await originAt().read.people("ada holm");
    const lantern = { id: FILM, type: "movie", title: "The Glass Lantern", year: "1999" };
    expect(found.find(({ id }) => id === ADA.id)?.known_for[0]).toEqual(lantern);
    const known_for = [film(1, { media_type: "x" }), ...films(5, 2)];
    const [given] = await finding(() => ({ results: [{ ...ada, known_for }] })).read.people("ada");
    expect(idsOf(given?.known_for ?? [])).toEqual([4, 6, 8]);
  });

  test("names no title for adults for any person", async () => {
    const eve = { id: EVE.id, name: "Eve Nilsson", profile_path: null, known_for: [] };
    expect(await originAt().read.people("eve nilsson")).toEqual([eve]);
    expect(await originAt().read.person(EVE.id)).toMatchObject({ known_for: [], credits: [] });
  });

  test.each([7, 20, 30, 100])("by pages of %i has every person once", async (limit) => {
    const everyone = Array.from({ length: 45 }, (_, index) => 2_000 + index);
    expect(await wholeList((paging) => originAt().people("extra", paging), limit)).toEqual(everyone);
  });

  test("is empty without a request if nothing could match, and past TMDB's last page", async () => {
    const tmdb = originAt();
    expect(await tmdb.people("!!!")).toMatchObject({ value: [], isEmpty: true });
    const past = await tmdb.people("extra", { page: 501, limit: 20 });
    expect(past).toMatchObject({ value: [], isEmpty: true, more: false });
    expect(tmdb.asked).toEqual([]);
  });

  test("takes two requests at most in another language", async () => {
    const tmdb = originAt();
    await tmdb.people("ada", { lang: "fr" });
    expect(tmdb.asked).toHaveLength(2);
  });

  test("leaves out people who cannot be read, and the log counts them", async () => {
    const tmdb = finding(() => ({ results: [{}, ada, { name: "Bram" }] }));
    expect(await tmdb.people("ada")).toMatchObject({ isEmpty: false });
    expect(idsOf(await tmdb.read.people("ada"))).toEqual([11]);
    expect(tmdb.lines[0]).toEqual({ event: "records-dropped", category: "people", dropped: 2 });
    expect(tmdb.asked[0]).toBe("search/person?query=ada&include_adult=false&language=en&page=1");
  });

  test("that finds no person is empty, as suggestions are", async () => {
    const none = finding(() => ({ results: [] }));
    expect(await none.people("ada")).toMatchObject({ value: [], isEmpty: true });
    expect(await none.suggest("ada")).toMatchObject({ value: [], isEmpty: true });
  });
});

describe("titles that people share", () => {
  test("are titles that all worked on, the newest first, with the work of each in the order of the request", async () => {
    const found = await originAt().read.shared([DOV.id, ADA.id]);
    expect(idsOf(found.map(({ title }) => title))).toEqual([SERIES, FILM]);
    expect(found[0]?.people).toEqual([
      {
        id: DOV.id,
        name: "Dov Arnaud",
        credits: [
          { group: "writer", job: "Writer" },
          { group: "director", job: "Series Director" },
          { group: "director", job: "Episode Director" },
        ],
      },
      {
        id: ADA.id,
        name: "Ada Holm",
        credits: [
          { group: "cast", character: "Hana (voice)" },
          { group: "cast", character: "Hana's mother (voice)" },
        ],
      },
    ]);
  });

  test("may be empty, leave out titles for adults, and are missing if one of the people is", async () => {
    expect(await originAt().read.shared([ADA.id, 99])).toEqual([]);
    expect(await originAt().read.shared([ADA.id, EVE.id])).toEqual([]);
    expect(jsonOf(await originAt().shared([ADA.id, 77]))).toBeNull();
  });

  test("take a request for each person", async () => {
    const tmdb = originAt();
    await tmdb.shared([ADA.id, BRAM.id, CLEO.id, DOV.id, 99]);
    expect(tmdb.asked).toHaveLength(5);
    expect(tmdb.mostAtOnce()).toBeLessThanOrEqual(5);
  });

  test("name the people they were made from, and are partial if one of these is", async () => {
    const askStored = async (_: string, { id }: PersonQuery) => ({
      value: { id, name: "", profile_path: null, also_known_as: [], known_for: [], credits: [] },
      notes: {},
      isPartial: id === DOV.id,
      isLastResort: false,
      storedAt: id === ADA.id ? 5_000 : 7_000,
      logPosition: 0,
    });
    const tmdb = originAt("", { askStored: askStored as unknown as AskStored });
    expect(await tmdb.shared([ADA.id, DOV.id])).toMatchObject({
      parts: [{ storedAt: 5_000 }, { storedAt: 7_000 }],
      isPartial: true,
    });
  });
});
