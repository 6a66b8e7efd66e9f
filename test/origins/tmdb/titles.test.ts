/** Records of a search, completed from single titles. */
import { describe, expect, test } from "vitest";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { TmdbParts } from "../../../worker/origins/tmdb/search.ts";
import { completed } from "../../../worker/origins/tmdb/search.ts";
import { createCircuit } from "../../../worker/origins/transport/circuit.ts";
import { ADA, DOV } from "../../tmdb/titles.ts";
import { originAt, problemOf } from "./origin.ts";

const record = (id: number, more: Partial<TitleRecord> = {}): TitleRecord => ({
  id,
  is_adult: 0,
  type: "movie",
  title: `Film ${id}`,
  original_title: `Film ${id}`,
  year: "",
  countries: "",
  genres: "",
  runtime: "0",
  rating: 0,
  plot: "",
  poster: null,
  ...more,
});

describe("a record", () => {
  const details = record(2, {
    title: "Le film",
    countries: "France",
    genres: "Drame",
    runtime: "90",
    plot: "Un film.",
  });
  const english = record(2, {
    title: "The Film",
    plot: "A film.",
    countries: "X",
    genres: "X",
    runtime: "1",
  });
  const whole = record(2, { title: "Own", countries: "Italie", genres: "Comédie", plot: "Propre." });

  test("is completed with what its details say", () => {
    expect(completed(record(2), { details, english, lacksTitle: true })).toEqual({
      ...details,
      original_title: "Film 2",
    });
  });

  test("keeps what it has, but for countries and runtime, which the details know better", () => {
    expect(completed(whole, { details, english, lacksTitle: false })).toEqual({
      ...whole,
      countries: "France",
      runtime: "90",
    });
    expect(completed(whole, { details: record(2), english, lacksTitle: true })).toMatchObject({
      title: "Film 2",
      countries: "Italie",
      genres: "Comédie",
      plot: "Propre.",
    });
  });

  test("has only title and plot of English, and is as it was without either", () => {
    expect(completed(record(2), { details: undefined, english, lacksTitle: true })).toEqual(
      record(2, { title: "The Film", plot: "A film." }),
    );
    const untitled = {
      details: record(2, { title: "" }),
      english: record(2, { title: "" }),
      lacksTitle: true,
    };
    expect(completed(whole, untitled).title).toBe("Own");
    expect(completed(record(2), { details: undefined, english: undefined, lacksTitle: true })).toEqual(
      record(2),
    );
  });
});

test("titles that are asked for by themselves count for the circuit, unlike those beside a search", async () => {
  const circuit = createCircuit(Date.now);
  const { title } = originAt("500", { circuit }).origin.can;
  for (let count = 0; count < 10; count++) await problemOf(title({ id: 2, lang: "en" }));
  expect((await problemOf(title({ id: 2, lang: "en" }))).type).toBe("upstream-unavailable");
});

test("genres, asked for beside a search, count for no circuit and are not asked for again", async () => {
  const circuit = createCircuit(Date.now);
  const origin = originAt("503", { circuit });
  for (let count = 0; count < 11; count++) {
    await problemOf(origin.genres({ kind: "movie", lang: "fr" }));
  }
  expect(origin.asked).toHaveLength(11);
});

test("titles that people share name the people they were made from, and are partial if one is", async () => {
  const person: TmdbParts["person"] = async ({ id }) => ({
    person: { id, name: "", profile_path: null, also_known_as: [], known_for: [], credits: [] },
    isPartial: id === DOV.id,
    part: { storedAt: id === ADA.id ? 5_000 : 7_000, tags: [] },
  });
  const parts = { storedTitle: async () => null, title: async () => null, person };
  const origin = originAt("", { parts: { ...parts, genres: async () => undefined } });
  expect(await origin.shared({ ids: [ADA.id, DOV.id], lang: "en" })).toMatchObject({
    parts: [{ storedAt: 5_000 }, { storedAt: 7_000 }],
    isPartial: true,
  });
});

test("two servers are two sources", () => {
  const sources = ["https://a.test/3", "https://b.test/3", "https://a.test/4"].map(
    (baseUrl) => originAt("", { baseUrl: new URL(baseUrl) }).origin.source,
  );
  expect(new Set(sources).size).toBe(3);
});
