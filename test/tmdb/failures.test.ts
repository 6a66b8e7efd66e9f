import { describe, expect, test } from "vitest";
import { Problem } from "../../worker/contract/problem.ts";
import { toJson } from "../../worker/source/loaded.ts";
import type { AskStored } from "../../worker/source/source.ts";
import { createCircuit } from "../../worker/source/transport/circuit.ts";
import { genreNames, loadListEntry } from "../../worker/tmdb/titles.ts";
import {
  catchProblem,
  createTmdb,
  createTmdbResponding,
  FILM,
  film,
  type StubResponse,
  type Tmdb,
} from "./kit.ts";
import type { Mode } from "./server.ts";
import { ADA, BRAM } from "./titles.ts";

/** A timeout in milliseconds that a busy machine does not reach by accident, but that tests can wait for. */
const PATIENT = 2_000;

const OPERATIONS = {
  search: (tmdb: Tmdb) => tmdb.search("lantern"),
  people: (tmdb: Tmdb) => tmdb.people("ada"),
  suggest: (tmdb: Tmdb) => tmdb.suggest("lantern"),
  credits: (tmdb: Tmdb) => tmdb.credits(FILM),
  person: (tmdb: Tmdb) => tmdb.person(ADA.id),
  shared: (tmdb: Tmdb) => tmdb.shared([ADA.id, BRAM.id]),
  find: (tmdb: Tmdb) => tmdb.find("imdb", "tt0000605"),
  "find a title": (tmdb: Tmdb) => tmdb.find("tmdb-movie", "605"),
  "find a person": (tmdb: Tmdb) => tmdb.find("tmdb-person", String(ADA.id)),
};
type Operation = keyof typeof OPERATIONS;
const ALL = Object.keys(OPERATIONS) as Operation[];
const LISTS: Operation[] = ["search", "people", "suggest"];

async function expectProblem(tmdbOf: () => Tmdb, operations: readonly Operation[], cause: string) {
  for (const name of operations) {
    const problem = await catchProblem(OPERATIONS[name](tmdbOf()));
    expect({ name, ...problem }).toEqual({ name, type: "bad-upstream", cause: `Failure: ${cause}` });
  }
}

describe("TMDB errors", () => {
  test.each<[Mode, string, Operation[]]>([
    ["500", "status 500", ALL],
    ["no-results", "wrong-shape", LISTS],
    ["null-results", "wrong-shape", LISTS],
    ["no-credits", "wrong-shape", ["credits", "person", "shared"]],
  ])("cause a problem for %s: %s", async (mode, cause, operations) => {
    await expectProblem(() => createTmdb(mode), operations, cause);
  });

  const entries = { cast: [{ id: "11", name: "Ada Holm" }], crew: [] };
  const malformed = [film(0, { id: "605" }), { id: 7, media_type: "person", name: "Ada Holm" }];
  test.each<[string, StubResponse, Operation[], string]>([
    ["404 to a list", 404, LISTS, "status 404"],
    ["another shape", {}, ["find", "find a title"], "wrong-shape"],
    ["unreadable credits", { id: 605, credits: entries }, ["credits"], "wrong-shape"],
    ["unreadable roles", { id: 11, name: "Ada Holm", combined_credits: entries }, ["person"], "wrong-shape"],
    ["unreadable matches", { movie_results: [{ id: "605" }], tv_results: [] }, ["find"], "wrong-shape"],
    ["unreadable titles", { results: [{}, {}] }, ["search"], "wrong-shape"],
    ["unreadable titles beside a person", { results: malformed }, ["search"], "wrong-shape"],
  ])("cause a problem for unreadable responses: %s", async (_, answer, operations, cause) => {
    await expectProblem(() => createTmdbResponding(() => answer), operations, cause);
  });

  test("cause no problem for a deleted person", async () => {
    const results = malformed.slice(1);
    expect(await createTmdbResponding(() => ({ results })).read.search("ada")).toEqual([]);
  });
});

describe("fields of unexpected types", () => {
  test("are treated as unknown in a title", async () => {
    const [record] = await createTmdb("wrong-types").read.search("glass lantern");
    const { genres, ...others } = record ?? expect.fail();
    expect(genres).toBe("Drama, Science Fiction");
    const known = { id: FILM, is_adult: 0, type: "movie", runtime: "0", rating: 0, poster: null };
    expect(others).toEqual({ ...known, title: "", original_title: "", year: "", countries: "", plot: "" });
    expect((await createTmdb("wrong-types").title(FILM)).notes?.facts?.votes).toBeUndefined();
  });

  test("are treated as unknown in a person", async () => {
    const { name, credits } = await createTmdb("wrong-types").read.person(ADA.id);
    expect(name).toBe("");
    expect(credits.length).toBeGreaterThan(0);
    for (const { title } of credits) expect(title).toMatchObject({ title: "", year: "", poster: null });
    await createTmdb("wrong-types").read.people("ada");
  });
});

describe("title requests during a search", () => {
  test("do not delay the search beyond its deadline", async () => {
    const tmdb = createTmdb("slow-details", { timeoutMs: PATIENT });
    const loaded = await tmdb.search("glass lantern");
    const json = toJson(loaded);
    const { isPartial } = loaded;
    expect(isPartial).toBe(true);
    expect(JSON.parse(json)).toMatchObject([{ title: "The Glass Lantern", runtime: "0" }]);
    expect(tmdb.asked).toHaveLength(2);
  });

  test("do not make the result partial if titles were deleted", async () => {
    const loaded = await createTmdb("no-details").search("glass lantern");
    const json = toJson(loaded);
    const { isPartial } = loaded;
    expect(isPartial).toBe(false);
    expect(JSON.parse(json)).toMatchObject([{ title: "The Glass Lantern", runtime: "0" }]);
  });

  test.each<[string, Mode, (tmdb: Tmdb) => Promise<unknown>]>([
    ["failing titles", "500", ({ asking }) => loadListEntry({ id: FILM, lang: "en" }, asking, true)],
    ["failing genre lists", "503", ({ asking }) => genreNames({ kind: "movie", lang: "fr" }, asking)],
  ])("do not count towards the circuit breaker: %s", async (_, mode, load) => {
    const circuit = createCircuit(Date.now);
    const tmdb = createTmdb(mode, { circuit });
    for (let count = 0; count < 20; count++) await catchProblem(load(tmdb));
    expect(tmdb.asked).toHaveLength(20);
    expect(toJson(await createTmdb("", { circuit }).credits(FILM))).not.toBeNull();
  });

  test.each([
    ["fails", () => Promise.reject(new Problem("bad-upstream", "Down."))],
    ["hangs", () => new Promise<never>(() => undefined)],
  ])("use English genres when the genre list %s", async (_, genres) => {
    const askStored: AskStored = async (capability) => (capability === "genres" ? await genres() : null);
    const tmdb = createTmdb("", { timeoutMs: PATIENT, askStored });
    const loaded = await tmdb.search("glass lantern", { lang: "fr" });
    const json = toJson(loaded);
    const { isPartial } = loaded;
    const record = { title: "La Lanterne de verre", genres: "Drama, Science Fiction" };
    expect(JSON.parse(json)).toMatchObject([record]);
    expect(isPartial).toBe(true);
  });
});

describe("circuit breaker", () => {
  test("counts failed requests for single titles", async () => {
    const circuit = createCircuit(Date.now);
    const tmdb = createTmdb("500", { circuit });
    for (let count = 0; count < 10; count++) await catchProblem(tmdb.title(2));
    expect((await catchProblem(tmdb.title(2))).type).toBe("upstream-unavailable");
  });
});

describe("person() when the request for English titles fails", () => {
  test.each<[string, () => Promise<Response>]>([
    ["fails", () => Promise.reject(new TypeError("no connection"))],
    ["never ends", () => new Promise(() => undefined)],
  ])("keeps original titles in a partial result: the request %s", async (_, answer) => {
    const isEnglish = ({ searchParams }: URL) => searchParams.get("language") === "en";
    const tmdb = createTmdb("", {
      timeoutMs: PATIENT,
      fetch: (address, init) => (isEnglish(address) ? answer() : fetch(address, init)),
    });
    expect(await tmdb.person(ADA.id, { lang: "fr" })).toMatchObject({
      isPartial: true,
      value: { known_for: expect.arrayContaining([expect.objectContaining({ title: "硝子の灯" })]) },
    });
    expect(await tmdb.shared([ADA.id, 14], "fr")).toMatchObject({ isPartial: true });
  });
});
