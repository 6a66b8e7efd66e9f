/** A person's filmography, of credits that the stand-in for TMDB does not have. */
import { expect, test } from "vitest";
import type { Person } from "../../../worker/contract/people.ts";
import { originAt } from "./origin.ts";

interface Credits {
  readonly cast?: readonly object[];
  readonly crew?: readonly object[];
  readonly known_for_department?: string;
}

const film = (id: number, more: object = {}) => ({
  id,
  media_type: "movie",
  title: `Film ${id}`,
  original_title: `Film ${id}`,
  original_language: "en",
  ...more,
});

async function personWith(credits: Credits, lang = "en"): Promise<Person> {
  const { cast = [], crew = [], ...details } = credits;
  const body = { id: 11, name: "Ada Holm", ...details, combined_credits: { cast, crew } };
  const origin = originAt("", { fetch: async () => Response.json(body) });
  const { json } = await origin.person({ id: 11, lang, includeAdult: false });
  return JSON.parse(json ?? "null");
}

const numbersOf = (titles: readonly { id: number }[]) => titles.map(({ id }) => id / 2);
const creditsOf = async (credits: Credits) =>
  numbersOf((await personWith(credits)).credits.map(({ title }) => title));
const knownFor = async (credits: Credits) => numbersOf((await personWith(credits)).known_for);

test("titles of one day stay in TMDB's order, and those without a year come last, whatever their date says", async () => {
  const dated = (id: number, release_date: string) => film(id, { release_date });
  const cast = [
    dated(1, "soon"),
    dated(2, "2001-01-01"),
    dated(3, "2001-01-01"),
    dated(4, ""),
    dated(5, "2001-01-02"),
    dated(6, "2001-01-01"),
    dated(7, "zzz"),
  ];
  expect(await creditsOf({ cast })).toEqual([5, 2, 3, 6, 1, 4, 7]);
});

test("a role and a job of the same words are two, and a job that was entered twice is one", async () => {
  const job = film(1, { department: "Writing", job: "Writer" });
  const { credits } = await personWith({ cast: [film(1, { character: "Writer" })], crew: [job, job] });
  expect(credits.map(({ title: _, ...role }) => role)).toEqual([
    { group: "cast", character: "Writer" },
    { group: "writer", job: "Writer" },
  ]);
});

const acted = (id: number, votes: number, character = "Ada") => film(id, { vote_count: votes, character });
const directed = (id: number, votes: number) =>
  film(id, { vote_count: votes, department: "Directing", job: "Director" });

test("a person is known for the titles of the trade with the most votes", async () => {
  const credits = {
    cast: [acted(6, 1), acted(1, 5), acted(2, 9), acted(3, 7)],
    crew: [directed(4, 100), directed(5, 200)],
  };
  expect(await knownFor({ ...credits, known_for_department: "Acting" })).toEqual([2, 3, 1]);
  expect(await knownFor({ ...credits, known_for_department: "Directing" })).toEqual([5, 4]);
});

test.each([
  ["Self", true],
  ["Himself - Host", true],
  ["herself", true],
  ["Themselves", true],
  ["Selfish Man", false],
  ["The Self", false],
])("the part %j is an appearance as oneself: %s", async (character, isOneself) => {
  const cast = [acted(1, 100, character), acted(2, 5)];
  expect(await knownFor({ cast, known_for_department: "Acting" })).toEqual(isOneself ? [2] : [1, 2]);
});

test("a person without a title of the trade is known for the others", async () => {
  const cast = [acted(1, 3, "Self"), acted(2, 5, "Self")];
  expect(await knownFor({ cast, known_for_department: "Acting" })).toEqual([2, 1]);
  expect(await knownFor({ cast, known_for_department: "Sound" })).toEqual([2, 1]);
});

test("English titles are asked for where only jobs lack them, and not for who is unknown", async () => {
  const asked: string[] = [];
  const inFinnish = { title: "Valo", original_title: "Valo", original_language: "fi" };
  const origin = originAt("", {
    async fetch({ pathname, searchParams }) {
      asked.push(`${pathname} ${searchParams.get("language")}`);
      if (pathname.endsWith("12")) return new Response("{}", { status: 404 });
      const combined_credits = { cast: [], crew: [film(1, inFinnish)] };
      return Response.json({ id: 11, name: "Ada Holm", combined_credits });
    },
  });
  await origin.person({ id: 11, lang: "fr", includeAdult: false });
  expect((await origin.person({ id: 12, lang: "fr", includeAdult: false })).json).toBeNull();
  expect(asked).toEqual(["/3/person/11 fr", "/3/person/11 en", "/3/person/12 fr"]);
});
