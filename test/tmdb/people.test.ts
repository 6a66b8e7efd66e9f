import { describe, expect, test } from "vitest";
import type { Person } from "../../worker/contract/people.ts";
import type { PersonQuery } from "../../worker/contract/query.ts";
import { toJson } from "../../worker/source/loaded.ts";
import type { AskStored } from "../../worker/source/source.ts";
import { MAX_TMDB_ID } from "../../worker/tmdb/ids.ts";
import {
  createTmdb,
  createTmdbFinding,
  createTmdbResponding,
  FILM,
  film,
  films,
  IN_FINNISH,
  listNumbers,
  parseIds,
  SERIES,
  wholeList,
} from "./kit.ts";
import { ADA, BRAM, CLEO, DOV, EVE } from "./titles.ts";

const NIGHTS = 4 * 2 + 1;
const FERRY = 7 * 2;
const AFTER_DARK = 5 * 2;
const WITH_CREDITS = "append_to_response=combined_credits";

const listRoles = ({ credits }: Person) =>
  credits.map((credit) => {
    const words = credit.group === "cast" ? credit.character : credit.job;
    return `${credit.title.id} ${credit.group}: ${words}`;
  });

/** Builds TMDB's response about a person with these credits. */
const personWith = (cast: readonly object[], crew: readonly object[] = [], more: object = {}) => ({
  id: 11,
  name: "Ada Holm",
  ...more,
  combined_credits: { cast, crew },
});
const personFrom = (...credits: Parameters<typeof personWith>) =>
  createTmdbResponding(() => personWith(...credits)).read.person(11);

describe("person()", () => {
  test("returns the name, picture and unique aliases", async () => {
    const { credits: _, known_for: __, ...person } = await createTmdb().read.person(ADA.id);
    expect(person).toEqual({
      id: ADA.id,
      name: "Ada Holm",
      profile_path: "0000/00/adaholm.jpg",
      born: "1931-02-05",
      died: "2009-11-30",
      birthplace: "Bergen, Norway",
      also_known_as: ["Adalind Holm", "エイダ・ホルム"],
    });
  });

  test.each([{ birthday: "1931", place_of_birth: "" }, { birthday: "soon", deathday: null }, {}])(
    "omits unknown dates and places: %j",
    async (more) => {
      const person = await createTmdbResponding(() => personWith([], [], more)).read.person(11);
      for (const field of ["born", "died", "birthplace"]) expect(person).not.toHaveProperty(field);
    },
  );

  test("lists the newest credits first", async () => {
    expect(listRoles(await createTmdb().read.person(ADA.id))).toEqual([
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

  test.each([ADA, BRAM, CLEO, DOV])("groups the jobs of $name as title credits do", async ({ id }) => {
    const tmdb = createTmdb();
    const person = listRoles(await tmdb.read.person(id));
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

  test("returns titles with the contract's fields", async () => {
    const { credits } = await createTmdb().read.person(CLEO.id);
    expect(credits[0]?.title).toEqual({
      id: SERIES,
      type: "series",
      title: "Lantern Street",
      original_title: "硝子の灯",
      year: "2003",
      poster: "2003/09/lanternstreet.jpg",
    });
  });

  test("includes adult titles only on request", async () => {
    const ids = async (includeAdult: boolean) =>
      (await createTmdb().read.person(ADA.id, { includeAdult })).credits.map(({ title }) => title.id);
    expect(await ids(false)).not.toContain(AFTER_DARK);
    expect(await ids(true)).toContain(AFTER_DARK);
  });

  test("returns null for unknown people without requesting impossible ids", async () => {
    const tmdb = createTmdb();
    for (const id of [77, MAX_TMDB_ID + 1, Number.MAX_SAFE_INTEGER]) {
      expect(toJson(await tmdb.person(id))).toBeNull();
    }
    await tmdb.person(MAX_TMDB_ID);
    expect(tmdb.asked).toHaveLength(2);
  });

  test("keeps TMDB's order for equal dates", async () => {
    const dates = ["soon", "2001-01-01", "2001-01-01", "", "2001-01-02", "2001-01-01", "zzz"];
    const { credits } = await personFrom(dates.map((release_date, at) => film(at + 1, { release_date })));
    expect(listNumbers(credits.map(({ title }) => title))).toEqual([5, 2, 3, 6, 1, 4, 7]);
  });

  test("separates roles from jobs and removes duplicates", async () => {
    const job = film(1, { department: "Writing", job: "Writer" });
    const { credits } = await personFrom([film(1, { character: "Writer" })], [job, job]);
    expect(credits.map(({ title: _, ...role }) => role)).toEqual([
      { group: "cast", character: "Writer" },
      { group: "writer", job: "Writer" },
    ]);
  });

  test("omits credits without an id and logs their number", async () => {
    const tmdb = createTmdbResponding(() => personWith([film(1), {}, {}], [{}, film(2)]));
    expect((await tmdb.read.person(11)).credits).toHaveLength(2);
    expect(tmdb.lines).toEqual([{ event: "records-dropped", category: "person", dropped: 3 }]);
  });
});

describe("known_for of a person", () => {
  const acted = (id: number, vote_count: number, character = "Ada") => film(id, { vote_count, character });
  const directed = (id: number, vote_count: number) =>
    film(id, { vote_count, department: "Directing", job: "Director" });
  const knownFor = async (trade: string, ...credits: [object[], object[]?]) =>
    listNumbers((await personFrom(credits[0], credits[1], { known_for_department: trade })).known_for);

  test("contains up to three titles of the main occupation, by votes", async () => {
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
  ])("excludes appearances as oneself, such as %j: %s", async (character, isOneself) => {
    const cast = [acted(1, 100, character), acted(2, 5)];
    expect(await knownFor("Acting", cast)).toEqual(isOneself ? [2] : [1, 2]);
  });

  test.each(["Acting", "Sound"])("includes other occupations if necessary: %s", async (trade) => {
    expect(await knownFor(trade, [acted(1, 3, "Self"), acted(2, 5, "Self")])).toEqual([2, 1]);
  });
});

describe("person() in another language", () => {
  const isEnglish = ({ searchParams }: URL) => searchParams.get("language") === "en";
  const lang = "fr";

  test("completes titles in English with one more request", async () => {
    const tmdb = createTmdb();
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
  ])("sends one request %s", async (_, language, cast, crew) => {
    const tmdb = createTmdbResponding(() => personWith(cast, crew));
    expect(await tmdb.person(11, { lang: language })).toMatchObject({ isPartial: false });
    expect(tmdb.asked).toHaveLength(1);
  });

  test("uses English only where a translation is missing", async () => {
    const [inFinnish, french] = [film(1, IN_FINNISH), film(2, { title: "Le film" })];
    const others = [film(3, { ...IN_FINNISH, media_type: "x" }), film(3, { media_type: "x" })];
    const english = [film(1, { title: "Light" }), film(2, { title: "The Film" }), ...others.slice(1)];
    const tmdb = createTmdbResponding((address) =>
      personWith(isEnglish(address) ? english : [...others.slice(0, 1), inFinnish, french]),
    );
    const loaded = await tmdb.person(11, { lang });
    const json = toJson(loaded);
    const { isPartial } = loaded;
    expect(isPartial).toBe(false);
    const { credits }: Person = JSON.parse(json ?? "");
    expect(credits.map(({ title }) => title.title)).toEqual(["Light", "Le film"]);
  });

  test("requests English titles for crew, but not for unknown people", async () => {
    const tmdb = createTmdbResponding(({ pathname }) =>
      pathname.endsWith("12") ? 404 : personWith([], [film(1, IN_FINNISH)]),
    );
    await tmdb.person(11, { lang });
    expect(toJson(await tmdb.person(12, { lang }))).toBeNull();
    expect(tmdb.asked.map((path) => path.split("&")[0])).toEqual([
      "person/11?language=fr",
      "person/11?language=en",
      "person/12?language=fr",
    ]);
  });

  test("does not request English when no time is left", async () => {
    const clock = { ms: 1_800_000_000_000 };
    const tmdb = createTmdbResponding(
      () => {
        clock.ms += 2_000;
        return personWith([film(1, IN_FINNISH)]);
      },
      { now: () => clock.ms, timeoutMs: 2_000 },
    );
    expect(await tmdb.person(11, { lang })).toMatchObject({ isPartial: true });
    expect(tmdb.asked).toHaveLength(1);
  });

  test("keeps the original title if there is no English one", async () => {
    const tmdb = createTmdbResponding((address) =>
      personWith(isEnglish(address) ? [] : [film(1, IN_FINNISH)]),
    );
    expect(toJson(await tmdb.person(11, { lang }))).toContain('"title":"Valo"');
  });

  test("does not count failed English requests towards the circuit breaker", async () => {
    const tmdb = createTmdbResponding((address) =>
      isEnglish(address) ? 502 : personWith([film(1, IN_FINNISH)]),
    );
    for (let count = 1; count <= 20; count++) {
      expect(await tmdb.person(11, { lang })).toMatchObject({ isPartial: true });
      expect(tmdb.asked).toHaveLength(2 * count);
    }
  });
});

describe("people()", () => {
  const ada = { id: 11, media_type: "person", name: "Ada Holm" };

  test("ranks the exact name first and omits adult performers", async () => {
    const names = (await createTmdb().read.people("ada holm")).map(({ name }) => name);
    expect(names).toEqual(["Adá Holm", "Ada Holm", "Ada Holmberg"]);
  });

  test("lists up to three known titles per person", async () => {
    const found = await createTmdb().read.people("ada holm");
    const lantern = { id: FILM, type: "movie", title: "The Glass Lantern", year: "1999" };
    expect(found.find(({ id }) => id === ADA.id)?.known_for[0]).toEqual(lantern);
    const known_for = [film(1, { media_type: "x" }), ...films(5, 2)];
    const [given] = await createTmdbFinding(() => ({ results: [{ ...ada, known_for }] })).read.people("ada");
    expect(parseIds(given?.known_for ?? [])).toEqual([4, 6, 8]);
  });

  test("lists no adult titles", async () => {
    const eve = { id: EVE.id, name: "Eve Nilsson", profile_path: null, known_for: [] };
    expect(await createTmdb().read.people("eve nilsson")).toEqual([eve]);
    expect(await createTmdb().read.person(EVE.id)).toMatchObject({ known_for: [], credits: [] });
  });

  test.each([7, 20, 30, 100])("returns each person once with pages of %i", async (limit) => {
    const everyone = Array.from({ length: 45 }, (_, index) => 2_000 + index);
    expect(await wholeList((paging) => createTmdb().people("extra", paging), limit)).toEqual(everyone);
  });

  test("sends no request if nothing can match", async () => {
    const tmdb = createTmdb();
    expect(await tmdb.people("!!!")).toMatchObject({ value: [], isEmpty: true });
    const past = await tmdb.people("extra", { page: 501, limit: 20 });
    expect(past).toMatchObject({ value: [], isEmpty: true, more: false });
    expect(tmdb.asked).toEqual([]);
  });

  test("sends at most two requests in another language", async () => {
    const tmdb = createTmdb();
    await tmdb.people("ada", { lang: "fr" });
    expect(tmdb.asked).toHaveLength(2);
  });

  test("omits unreadable people and logs their number", async () => {
    const tmdb = createTmdbFinding(() => ({ results: [{}, ada, { name: "Bram" }] }));
    expect(await tmdb.people("ada")).toMatchObject({ isEmpty: false });
    expect(parseIds(await tmdb.read.people("ada"))).toEqual([11]);
    expect(tmdb.lines[0]).toEqual({ event: "records-dropped", category: "people", dropped: 2 });
    expect(tmdb.asked[0]).toBe("search/person?query=ada&include_adult=false&language=en&page=1");
  });

  test("returns nothing for an unknown name", async () => {
    const none = createTmdbFinding(() => ({ results: [] }));
    expect(await none.people("ada")).toMatchObject({ value: [], isEmpty: true });
    expect(await none.suggest("ada")).toMatchObject({ value: [], isEmpty: true });
  });
});

describe("titles shared by people", () => {
  test("are sorted newest first, with each person's work", async () => {
    const found = await createTmdb().read.shared([DOV.id, ADA.id]);
    expect(parseIds(found.map(({ title }) => title))).toEqual([SERIES, FILM]);
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

  test("exclude adult titles", async () => {
    expect(await createTmdb().read.shared([ADA.id, 99])).toEqual([]);
    expect(await createTmdb().read.shared([ADA.id, EVE.id])).toEqual([]);
    expect(toJson(await createTmdb().shared([ADA.id, 77]))).toBeNull();
  });

  test("need one request per person", async () => {
    const tmdb = createTmdb();
    await tmdb.shared([ADA.id, BRAM.id, CLEO.id, DOV.id, 99]);
    expect(tmdb.asked).toHaveLength(5);
    expect(tmdb.mostAtOnce()).toBeLessThanOrEqual(5);
  });

  test("form a partial list if one person's credits are partial", async () => {
    const askStored = async (_: string, { id }: PersonQuery) => ({
      value: { id, name: "", profile_path: null, known_for: [], credits: [] },
      notes: {},
      isPartial: id === DOV.id,
      isLastResort: false,
      storedAt: id === ADA.id ? 5_000 : 7_000,
      logPosition: 0,
    });
    const tmdb = createTmdb("", { askStored: askStored as unknown as AskStored });
    expect(await tmdb.shared([ADA.id, DOV.id])).toMatchObject({
      parts: [{ storedAt: 5_000 }, { storedAt: 7_000 }],
      isPartial: true,
    });
  });
});
