import { describe, expect, test } from "vitest";
import { createTmdb, createTmdbResponding, FILM, parseIds, SERIES, type StubResponse } from "./kit.ts";

const ofFilm = (cast: readonly object[], crew: readonly object[]) => ({ id: 1, credits: { cast, crew } });
const creditsFrom = (body: StubResponse, id = 2) => createTmdbResponding(() => body).read.credits(id);
const jobs = (entries: readonly { job: string }[]) => entries.map(({ job }) => job);
const named = (entries: readonly { name: string; job: string }[]) =>
  entries.map(({ name, job }) => `${name}: ${job}`);

describe("credits() for a film", () => {
  test("returns the cast in billing order", async () => {
    const { id, cast } = await createTmdb().read.credits(FILM);
    expect(id).toBe(FILM);
    expect(cast).toEqual([
      { id: 11, name: "Ada Holm", profile_path: "0000/00/adaholm.jpg", character: "The Keeper" },
      { id: 12, name: "Bram Oduya", profile_path: null, character: "The Keeper's Brother" },
      { id: 13, name: "Cleo Tanaka", profile_path: "0000/00/cleotanaka.png", character: "" },
    ]);
  });

  test("assigns every person to the right group", async () => {
    const { id: _, cast: __, ...crew } = await createTmdb().read.credits(FILM);
    expect(Object.fromEntries(Object.entries(crew).map(([group, all]) => [group, named(all)]))).toEqual({
      writer: ["Cleo Tanaka: Screenplay", "Dov Arnaud: Novel"],
      director: ["Cleo Tanaka: Director"],
      editing: ["Dov Arnaud: Editor"],
      production: [
        "Bram Oduya: Producer",
        "Dov Arnaud: Director of Photography",
        "Ada Holm: Gaffer",
        "Bram Oduya: Stunt Coordinator",
        "Dov Arnaud: Puppeteer",
      ],
      art: ["Ada Holm: Production Designer", "Ada Holm: Costume Designer"],
      "visual effects": ["Dov Arnaud: Special Effects Coordinator", "Dov Arnaud: Visual Effects Supervisor"],
      sound: ["Bram Oduya: Original Music Composer", "Bram Oduya: Sound Designer"],
    });
  });
});

describe("credits()", () => {
  test("covers the whole series and lists its creators as writers", async () => {
    const { cast, writer, director, sound } = await createTmdb().read.credits(SERIES);
    const roles = ["Ren (voice)", "Hana (voice)", "Hana's mother (voice)"];
    expect(cast.map(({ character }) => character)).toEqual(roles);
    expect(named(writer)).toEqual(["Cleo Tanaka: Creator", "Dov Arnaud: Writer"]);
    expect(named(director)).toEqual(["Dov Arnaud: Series Director", "Dov Arnaud: Episode Director"]);
    expect(named(sound)).toEqual(["Bram Oduya: Music"]);
  });

  test("sends one request", async () => {
    const tmdb = createTmdb();
    await tmdb.credits(SERIES, "fr");
    expect(tmdb.asked).toEqual(["tv/605?append_to_response=aggregate_credits"]);
  });

  test("returns eight empty groups for a title without credits", async () => {
    const { id: _, ...groups } = await createTmdb().read.credits(4);
    expect(Object.values(groups)).toEqual(Array(8).fill([]));
  });

  test("keeps entries without a role, job or translated name", async () => {
    const person = { id: 11, name: "", original_name: "エイダ" };
    const shown = { id: 11, name: "エイダ", profile_path: null };
    const cast = [{ ...person, roles: [] }, { id: 12 }];
    const crew = [{ ...person, department: "Art", jobs: [] }];
    const found = await creditsFrom({ id: 1, aggregate_credits: { cast, crew }, created_by: [person] }, 3);
    const nobody = { id: 12, name: "", profile_path: null, character: "" };
    expect(found.cast).toEqual([{ ...shown, character: "" }, nobody]);
    expect(found.art).toEqual([{ ...shown, job: "" }]);
    expect(found.writer).toEqual([{ ...shown, job: "Creator" }]);
  });

  test("recognises visual effects by the job, in any department", async () => {
    const effects = [
      "Visual Effects Editor",
      "Special Effects",
      "digital effects artist",
      "VFX Artist",
      "CGI",
    ];
    const others = ["Aftereffects", "Cgirl", "Effects"];
    const all = [...effects, "CG Artist", ...others];
    const crew = all.map((job, at) => ({ id: at + 1, department: "Crew", job }));
    const { production, "visual effects": found } = await creditsFrom(ofFilm([], crew));
    expect([jobs(found), jobs(production)]).toEqual([[...effects, "CG Artist"], others]);
  });

  test("orders crew by department", async () => {
    const departments = ["Production", "Camera", "Lighting", "Crew", "Actors", "Puppetry"];
    const crew = departments
      .toReversed()
      .map((department, at) => ({ id: at + 1, department, job: department }));
    const effects = { id: 7, department: "Production", job: "Visual Effects Producer" };
    const { production } = await creditsFrom(ofFilm([], [...crew, effects]));
    expect(jobs(production)).toEqual(["Production", "Visual Effects Producer", ...departments.slice(1)]);
  });

  test("lists a credit that TMDB has twice only once", async () => {
    const person = { id: 11, name: "Ada" };
    const cast = { ...person, character: "Her", order: 0 };
    const crew = { ...person, department: "Writing", job: "Writer" };
    const found = await creditsFrom(ofFilm([cast, cast, { ...cast, character: "Him" }], [crew, crew]));
    expect(found.cast.map(({ character }) => character)).toEqual(["Her", "Him"]);
    expect(jobs(found.writer)).toEqual(["Writer"]);
  });

  test("lists cast without an order last and logs missing ids", async () => {
    const cast = [{ id: 1 }, { id: 2, order: 7 }, {}, { id: 3, order: 1 }];
    const tmdb = createTmdbResponding(() => ofFilm(cast, [{ department: "Sound", job: "Music" }]));
    expect(parseIds((await tmdb.read.credits(2)).cast)).toEqual([3, 2, 1]);
    expect(tmdb.lines).toEqual([{ event: "records-dropped", category: "credits", dropped: 2 }]);
  });
});
