import { beforeAll, describe, expect, test } from "vitest";
import { toJson } from "../../../worker/source/loaded.ts";
import { parseTmdbRequest } from "../../../worker/tmdb/api/request.ts";
import { database, fillCatalog } from "../../catalog/kit.ts";
import { respondAt } from "./responding.ts";

beforeAll(() =>
  fillCatalog([
    { title: "Long ago", year: "1999" },
    { title: "Next month", year: "2020", released: "2020-07-01" },
    { title: "Last month", year: "2020", released: "2020-05-20" },
    { title: "This year", year: "2020" },
    { title: "Today", year: "2020", released: "2020-06-15" },
    { title: "Tomorrow", year: "2020", released: "2020-06-16" },
    { title: "Next year", year: "2021" },
    { title: "Much later", year: "2023" },
    { title: "A series", year: "2020", type: "series" },
  ]),
);

async function get(path: string) {
  const respond = respondAt(database, {}, () => Date.UTC(2020, 5, 15, 23, 59));
  return JSON.parse(toJson(await respond(parseTmdbRequest(path, new URLSearchParams()))) ?? "null");
}

describe.each([
  ["now_playing", { minimum: "2020-01-01", maximum: "2020-06-15" }, ["Last month", "This year", "Today"]],
  ["upcoming", { minimum: "2020-06-16", maximum: "2021-12-31" }, ["Next month", "Tomorrow", "Next year"]],
])("GET /3/movie/%s", (name, dates, titles) => {
  test("lists films between the dates by popularity", async () => {
    const page = await get(`movie/${name}`);
    expect(page).toMatchObject({ dates, page: 1, total_pages: 1, total_results: titles.length });
    expect(page.results.map(({ title }: { title: string }) => title)).toEqual(titles);
  });
});

describe("film status in /3 responses", () => {
  test.each([
    ["Next month", "Planned"],
    ["Today", "Released"],
    ["This year", "Released"],
    ["Much later", "Planned"],
  ])("depends on the release date: %s is %s", async (title, status) => {
    const found = await get("discover/movie");
    const { id } = found.results.find((film: { title: string }) => film.title === title);
    expect(await get(`movie/${id}`)).toMatchObject({ status });
  });
});
