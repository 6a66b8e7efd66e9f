/** People from TMDB, against its stand-in. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { PeopleAnswer, Person, SharedAnswer } from "../../../worker/contract/people.ts";
import type { PeopleQuery, PersonQuery } from "../../../worker/contract/people-query.ts";
import { MAX_TMDB_ID } from "../../../worker/origins/tmdb/ids.ts";
import { ADA, BRAM, CLEO, DOV, EVE } from "../../tmdb/titles.ts";
import { originAt, problemOf } from "./origin.ts";

const FILM = 605 * 2;
const SERIES = 605 * 2 + 1;
const NIGHTS = 4 * 2 + 1;
const FERRY = 7 * 2;
const AFTER_DARK = 5 * 2;

async function personOf(id: number, changes: Partial<PersonQuery> = {}, origin = originAt()) {
  const { json } = await origin.person({ id, lang: "en", includeAdult: false, ...changes });
  return v.parse(Person, JSON.parse(json ?? "null"));
}

const peopleQuery = (text: string, changes: Partial<PeopleQuery> = {}): PeopleQuery => ({
  text,
  lang: "en",
  paging: { page: 1, limit: 20 },
  ...changes,
});

async function peopleFor(text: string, changes: Partial<PeopleQuery> = {}) {
  const { json } = await originAt().people(peopleQuery(text, changes));
  return v.parse(PeopleAnswer, JSON.parse(json));
}

const rolesOf = ({ credits }: Person) =>
  credits.map((credit) => {
    const words = credit.group === "cast" ? credit.character : credit.job;
    return `${credit.title.id} ${credit.group}: ${words}`;
  });

describe("a person", () => {
  test("has the name, the picture and other names, each once and none empty", async () => {
    const { credits: _, known_for: __, ...person } = await personOf(ADA.id);
    expect(person).toEqual({
      id: ADA.id,
      name: "Ada Holm",
      profile_path: "0000/00/adaholm.jpg",
      also_known_as: ["Adalind Holm", "エイダ・ホルム"],
    });
  });

  test("has the newest credits first, unknown years last, each in the group that the title has it in", async () => {
    expect(rolesOf(await personOf(ADA.id))).toEqual([
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

  test.each([ADA, BRAM, CLEO, DOV])(
    "$name has the same groups and jobs as the credits of the titles",
    async ({ id }) => {
      const origin = originAt();
      const person = await personOf(id, {}, origin);
      for (const title of [FILM, SERIES]) {
        const { json } = await origin.credits({ category: "credits", id: title, lang: "en" });
        const groups = Object.entries(JSON.parse(json ?? "null")).filter(([name]) => name !== "id");
        const ofTitle = (groups as [string, { id: number; job?: string; character?: string }[]][]).flatMap(
          ([group, entries]) =>
            entries
              .filter((entry) => entry.id === id)
              .map(({ job, character }) => `${title} ${group}: ${job ?? character}`),
        );
        const ofPerson = rolesOf(person).filter((role) => role.startsWith(`${title} `));
        expect(ofPerson.toSorted()).toEqual(ofTitle.toSorted());
      }
    },
  );

  test("has the card of each title in the contract's form", async () => {
    const { credits } = await personOf(CLEO.id);
    expect(credits[0]?.title).toEqual({
      id: SERIES,
      type: "series",
      title: "Lantern Street",
      original_title: "硝子の灯",
      year: "2003",
      poster: "2003/09/lanternstreet.jpg",
    });
  });

  test("is known for the titles with the most votes in the person's trade, not for appearances as oneself", async () => {
    const known = async (id: number) => (await personOf(id)).known_for.map((title) => title.id);
    expect(await known(ADA.id)).toEqual([FILM, SERIES, FERRY]);
    expect(await known(CLEO.id)).toEqual([FILM]);
  });

  test("has titles for adults only where they are asked for", async () => {
    const ids = async (includeAdult: boolean) =>
      (await personOf(ADA.id, { includeAdult })).credits.map(({ title }) => title.id);
    expect(await ids(false)).not.toContain(AFTER_DARK);
    expect(await ids(true)).toContain(AFTER_DARK);
  });

  test("in another language has its titles, else English ones, by one further request", async () => {
    const origin = originAt();
    const { credits } = await personOf(ADA.id, { lang: "fr" }, origin);
    const titles = new Map(credits.map(({ title }) => [title.id, title.title]));
    expect([titles.get(FILM), titles.get(SERIES)]).toEqual(["La Lanterne de verre", "Lantern Street"]);
    expect(origin.asked).toEqual([
      "person/11?language=fr&append_to_response=combined_credits",
      "person/11?language=en&append_to_response=combined_credits",
    ]);
  });

  test("takes one request in English", async () => {
    const origin = originAt();
    await personOf(ADA.id, {}, origin);
    expect(origin.asked).toHaveLength(1);
  });

  test("that TMDB does not know is none, and one that it cannot have is asked for by no request", async () => {
    const origin = originAt();
    for (const id of [77, MAX_TMDB_ID + 1, Number.MAX_SAFE_INTEGER]) {
      expect((await origin.person({ id, lang: "en", includeAdult: false })).json).toBeNull();
    }
    expect(origin.asked).toHaveLength(1);
  });
});

describe("a search for people", () => {
  test("has the exact name first, whatever its accents, and no adult performers", async () => {
    expect((await peopleFor("ada holm")).map(({ name }) => name)).toEqual([
      "Adá Holm",
      "Ada Holm",
      "Ada Holmberg",
    ]);
  });

  test("says what each is known for, at most three titles", async () => {
    const [ada] = (await peopleFor("ada holm")).filter(({ id }) => id === ADA.id);
    expect(ada?.known_for[0]).toEqual({ id: FILM, type: "movie", title: "The Glass Lantern", year: "1999" });
    expect(ada?.known_for.length).toBeLessThanOrEqual(3);
  });

  test("says no title for adults, whoever is found", async () => {
    expect(await peopleFor("eve nilsson")).toEqual([
      { id: EVE.id, name: "Eve Nilsson", profile_path: null, known_for: [] },
    ]);
    const { known_for, credits } = await personOf(EVE.id);
    expect([known_for, credits]).toEqual([[], []]);
  });

  test.each([7, 20, 30, 100])("by pages of %i has everyone once", async (limit) => {
    const whole: number[] = [];
    for (let page = 1, more = true; more; page++) {
      const found = await originAt().people(peopleQuery("extra", { paging: { page, limit } }));
      whole.push(...(JSON.parse(found.json) as { id: number }[]).map(({ id }) => id));
      more = found.more === true;
    }
    expect(whole).toEqual(Array.from({ length: 45 }, (_, index) => 2_000 + index));
  });

  test("is empty without a request where nothing could match, and past TMDB's last page", async () => {
    const origin = originAt();
    expect(await origin.people(peopleQuery("!!!"))).toMatchObject({ json: "[]", isEmpty: true });
    const past = await origin.people(peopleQuery("extra", { paging: { page: 501, limit: 20 } }));
    expect(past).toMatchObject({ json: "[]", isEmpty: true, more: false });
    expect(origin.asked).toEqual([]);
  });

  test("takes two requests at most in another language", async () => {
    const origin = originAt();
    await origin.people(peopleQuery("ada", { lang: "fr" }));
    expect(origin.asked).toHaveLength(2);
  });
});

describe("titles that people share", () => {
  async function shared(...ids: number[]) {
    const { json } = await originAt().shared({ ids, lang: "en" });
    return v.parse(SharedAnswer, JSON.parse(json ?? "null"));
  }

  test("are those that all worked on, the newest first, with what each did in the order asked for", async () => {
    const found = await shared(DOV.id, ADA.id);
    expect(found.map(({ title }) => title.id)).toEqual([SERIES, FILM]);
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

  test("may be none, and are unknown where one of the people is", async () => {
    expect(await shared(ADA.id, 99)).toEqual([]);
    expect((await originAt().shared({ ids: [ADA.id, 77], lang: "en" })).json).toBeNull();
  });

  test("take a request for each person", async () => {
    const origin = originAt();
    await origin.shared({ ids: [ADA.id, BRAM.id, CLEO.id, DOV.id, 99], lang: "en" });
    expect(origin.asked).toHaveLength(5);
    expect(origin.mostAtOnce()).toBeLessThanOrEqual(5);
  });
});

describe("failures", () => {
  test.each([
    ["500", "status 500"],
    ["html", "content-type"],
    ["no-credits", "wrong-shape"],
  ] as const)("of a person: %s is a problem", async (mode, cause) => {
    const query = { id: ADA.id, lang: "en", includeAdult: false };
    expect(await problemOf(originAt(mode).person(query))).toEqual({
      type: "bad-upstream",
      cause: `Failure: ${cause}`,
    });
    const shared = originAt(mode).shared({ ids: [ADA.id, BRAM.id], lang: "en" });
    expect((await problemOf(shared)).type).toBe("bad-upstream");
  });

  test.each([
    ["503", "status 503"],
    ["no-results", "wrong-shape"],
  ] as const)("of a search for people: %s is never an empty list", async (mode, cause) => {
    const problem = await problemOf(originAt(mode).people(peopleQuery("ada")));
    expect(problem).toEqual({ type: "bad-upstream", cause: `Failure: ${cause}` });
  });

  test("fields of other types have no value, and the answers are valid all the same", async () => {
    const { name, credits } = await personOf(ADA.id, {}, originAt("wrong-types"));
    expect(name).toBe("");
    expect(credits.length).toBeGreaterThan(0);
    for (const { title } of credits) expect(title).toMatchObject({ title: "", year: "", poster: null });
    const { json } = await originAt("wrong-types").people(peopleQuery("ada"));
    expect(v.is(PeopleAnswer, JSON.parse(json))).toBe(true);
  });

  test.each<[string, () => Promise<Response>]>([
    ["fails", () => Promise.reject(new TypeError("no connection"))],
    ["is not there in time", () => new Promise(() => undefined)],
  ])(
    "the request for English titles that %s leaves those of the original, to be completed soon",
    async (_, answer) => {
      const isEnglish = ({ searchParams }: URL) => searchParams.get("language") === "en";
      const origin = originAt("", {
        timeoutMs: 1_000,
        fetch: (address, init) => (isEnglish(address) ? answer() : fetch(address, init)),
      });
      const found = await origin.person({ id: ADA.id, lang: "fr", includeAdult: false });
      expect(found.isPartial).toBe(true);
      expect(found.json).toContain("硝子の灯");
      const shared = await origin.shared({ ids: [ADA.id, DOV.id], lang: "fr" });
      expect(shared.isPartial).toBe(true);
    },
  );
});
