import { beforeAll, describe, expect, test } from "vitest";
import { fillCatalog } from "../catalog/kit.ts";
import { get } from "./responding.ts";

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

interface Film {
  readonly id: number;
  readonly title: string;
}

const now = () => Date.UTC(2020, 5, 15, 23, 59);
const getPage = (path: string) => get<{ readonly results: readonly Film[] }>(path, {}, now);

describe.each([
  ["now_playing", { minimum: "2020-01-01", maximum: "2020-06-15" }, ["Last month", "This year", "Today"]],
  ["upcoming", { minimum: "2020-06-16", maximum: "2021-12-31" }, ["Next month", "Tomorrow", "Next year"]],
])("GET /3/movie/%s", (name, dates, titles) => {
  test("lists films between the dates by popularity", async () => {
    const page = await getPage(`movie/${name}`);
    expect(page).toMatchObject({ dates, page: 1, total_pages: 1, total_results: titles.length });
    expect(page.results.map(({ title }) => title)).toEqual(titles);
  });
});

describe("film status in /3 responses", () => {
  test.each([
    ["Next month", "Planned"],
    ["Today", "Released"],
    ["This year", "Released"],
    ["Much later", "Planned"],
  ])("depends on the release date: %s is %s", async (title, status) => {
    const { results } = await getPage("discover/movie");
    const id = results.find((film) => film.title === title)?.id;
    expect(await get(`movie/${id}`, {}, now)).toMatchObject({ status });
  });
});
