/** Every address of the table, asked of the built Worker. */
import { describe, expect, test } from "vitest";
import { type Address, pathOf, ADDRESSES as TABLE } from "../../worker/routes/addresses.ts";
import { ADDRESSES as DOCUMENTED, TARGET } from "./document.ts";

const VALUES = {
  id: 123,
  slug: "godzilla-minus-one-2023",
  type: "internal",
  part: 0,
  width: 240,
  path: "1999/03/x.jpg",
  source: "imdb",
};
/** Statuses of those that need a parameter, lead to another address, are not for everyone, or have nothing without a source of images. */
const OTHER: Record<string, number> = {
  "/v1": 400,
  "/v1/titles": 400,
  "/v1/people": 400,
  "/v1/people/shared": 400,
  "/v1/suggest": 400,
  "/v1/find/:source/:id": 400,
  "/admin/purge": 404,
  "/images/:width/:path+": 404,
  "/title/:id": 308,
  "/person/:id": 308,
  "/person/:id/:slug": 308,
  "/share/person/:id/:slug.png": 308,
  "/suggestions": 400,
};

describe.each(Object.values<Address>(TABLE))("$path", (address) => {
  test("answers", async () => {
    const response = await fetch(`${TARGET}${pathOf(address, VALUES)}`, { redirect: "manual" });
    await response.arrayBuffer();
    expect(response.status).toBe(OTHER[address.path] ?? 200);
  });
});

test.each(["/v1/openapi.json", "/healthz"])("%s is the same with a slash at the end", async (path) => {
  const [one, other] = await Promise.all([path, `${path}/`].map((asked) => fetch(TARGET + asked)));
  expect(other?.status).toBe(200);
  expect(other?.headers.get("ETag")).toBe(one?.headers.get("ETag"));
  expect(await other?.json()).toEqual(await one?.json());
});

test.each([
  "/v1//",
  "/v1/openapi.json//",
  "/v1/titles/82//",
  "/healthz//",
  "/healthz/x",
  "/healthz/%FF",
  "/v1/%FF",
])("%s is no address of the API, and says so like one", async (path) => {
  const response = await fetch(TARGET + path);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    "content-type": "application/problem+json",
  });
  expect(response.headers.has("ETag")).toBe(false);
  expect(await response.json()).toMatchObject({ status: 404, type: `${TARGET}/problems/not-found` });
});

test.each(Object.values<Address>(TABLE).filter(({ operations = [] }) => operations.length > 0))(
  "$path is in the document, with every method",
  ({ path }) => {
    const documented = DOCUMENTED.get(path.replaceAll(/:(\w+)/g, "{$1}"));
    expect(Object.keys(documented ?? {})).toEqual(expect.arrayContaining(["get", "head", "options"]));
  },
);
