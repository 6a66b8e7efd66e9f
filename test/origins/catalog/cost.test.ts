/** What a search reads of D1, where as much as possible matches: D1 bills by the row. */
import { beforeAll, expect, test } from "vitest";
import { catalogOrigin } from "../../../worker/origins/catalog/catalog.ts";
import { metered } from "../../bench/search/metered.ts";
import { database, fill, queryOf } from "./filled.ts";

const MOST_ROWS = 3_000;
const TITLES = 3_000;

beforeAll(() =>
  fill(
    Array.from({ length: TITLES }, (_, at) => ({
      title: at % 3 === 0 ? "The Same" : `The Same ${at}`,
      year: "1999",
    })),
  ),
);

test.each([
  ["the", {}],
  ["t", {}],
  ["the same", {}],
  ["same", { f: "1990-2010" }],
  ["same", { f: "1980" }],
  ["the smae", {}],
  ["same the same 12 smae sane seme", {}],
  ["the same", { paging: { page: 5, limit: 100 } }],
  ["a b c d e f g h i j k l m n o p q r s t u v w x y z", {}],
])("%s %j reads no more than a few thousand rows of many that match", async (text, given) => {
  const { database: watched, meter } = metered(database);
  await catalogOrigin(watched).search(queryOf(text, given));
  expect(meter.rows).toBeGreaterThan(0);
  expect(meter.rows).toBeLessThanOrEqual(MOST_ROWS);
});
