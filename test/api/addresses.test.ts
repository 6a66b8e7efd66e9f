/** Every address of the table, asked of the built Worker. */
import { describe, expect, test } from "vitest";
import { type Address, addressPath, methodsOf, ADDRESSES as TABLE } from "../../worker/web/addresses.ts";
import { DOCUMENT, ADDRESSES as DOCUMENTED, documented, TARGET } from "./document.ts";

const VALUES = {
  id: 123,
  slug: "godzilla-minus-one-2023",
  type: "internal",
  part: 0,
  width: 240,
  path: "1999/03/x.jpg",
  source: "imdb",
  size: "w500",
  file: "x.jpg",
};
/** Statuses of those that need a parameter, lead to another address, are not for everyone, or have nothing without a source of images. */
const OTHER: Record<string, number> = {
  "/v1": 400,
  "/v1/titles": 400,
  "/v1/people": 400,
  "/v1/people/shared": 400,
  "/v1/suggest": 400,
  "/v1/find/:source/:id": 400,
  "/v1/find": 405,
  "/v1/match": 400,
  "/admin/purge": 404,
  "/images/:width/:path+": 404,
  "/3/:path+": 404,
  "/t/p/:size/:file": 404,
  "/title/:id": 308,
  "/person/:id": 308,
  "/person/:id/:slug": 308,
  "/suggestions": 400,
};

describe.each(Object.values<Address>(TABLE))("$path", (address) => {
  test("answers", async () => {
    const response = await fetch(`${TARGET}${addressPath(address, VALUES)}`, { redirect: "manual" });
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
])("%s is a 404 in the form of the API", async (path) => {
  const response = await fetch(TARGET + path);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    "content-type": "application/problem+json",
  });
  expect(response.headers.has("ETag")).toBe(false);
  expect(await response.json()).toMatchObject({ status: 404, type: `${TARGET}/problems/not-found` });
});

test.each([
  ["/v1/search?q=alien", "/v1/?category=search&q=alien"],
  ["/v1/search?q=%22%3Cb%3E%20$%26", "/v1/?category=search&q=%22%3Cb%3E+%24%26"],
  ["/v1/search", "/v1/?category=search&q=…"],
  ["/v1/title?id=30", "/v1/titles/30"],
  ["/v1/title?id=x", "/v1/titles/{id}"],
  ["/v1/title/30", "/v1/titles/30"],
  ["/v1/movies/30", "/v1/titles/30"],
  ["/v1/Movie/30/credits", "/v1/titles/30?append=credits"],
  ["/v1/tv", "/v1/titles/{id}"],
  ["/v1/person/2386", "/v1/people/2386"],
  ["/v1/credits/30", "/v1/?category=credits&id=30"],
  ["/v1/suggestions?q=a", "/v1/suggest?q=a"],
])("%s suggests the address %s", async (path, meant) => {
  const response = await fetch(TARGET + path);
  const { detail }: { detail: string } = await response.json();
  expect(response.status).toBe(404);
  expect(detail).toBe(`Did you mean ${meant}? /v1/openapi.json describes all addresses.`);
  if (/\/\d/.test(meant)) expect((await fetch(TARGET + meant)).status).toBe(200);
});

test.each([
  ["/v1/find?imdb=tt0050083", "/v1/find/imdb/tt0050083"],
  ["/v1/find?imdb=%3Cb%3E", "/v1/find/{source}/{id}"],
])("GET %s is not allowed, and suggests the address %s", async (path, meant) => {
  const response = await fetch(TARGET + path);
  expect(response.status).toBe(405);
  expect(await response.json()).toMatchObject({ detail: `GET is not allowed here. Did you mean ${meant}?` });
});

test.each(["/v1/nonsense", "/v1/titles/30/nonsense/more", "/v1/30"])(
  "%s suggests no address",
  async (path) => {
    const { detail }: { detail: string } = await (await fetch(TARGET + path)).json();
    expect(detail).toMatch(/^The API is at \/v1\/;/);
  },
);

test.each(Object.values<Address>(TABLE).filter(({ kind }) => kind === "api"))(
  "$path is in the document, with every method",
  (address) => {
    const operations = DOCUMENTED.get(address.path.replaceAll(/:(\w+)/g, "{$1}"));
    const methods = methodsOf(address).toLowerCase().split(", ");
    expect(Object.keys(operations ?? {})).toEqual(expect.arrayContaining(methods));
  },
);

const SOMETIMES = ["Link"];

test.each([
  ["/v1", "/v1?category=search&q=godzilla"],
  ["/v1/titles", "/v1/titles?ids=123,34"],
  ["/v1/titles/{id}", "/v1/titles/123"],
  ["/v1/people", "/v1/people?q=john&limit=2"],
  ["/v1/people/{id}", "/v1/people/2386"],
  ["/v1/people/shared", "/v1/people/shared?ids=2386,2379"],
  ["/v1/suggest", "/v1/suggest?q=the"],
  ["/v1/browse", "/v1/browse?genre=drama&limit=2"],
  ["/v1/find/{source}/{id}", "/v1/find/imdb/tt0050083"],
  ["/v1/changes", "/v1/changes"],
  ["/v1/openapi.json", "/v1/openapi.json"],
])("%s sends exactly its documented headers beyond the common ones", async (address, path) => {
  const { status, headers, body } = await fetch(TARGET + path);
  await body?.cancel();
  expect(status).toBe(200);
  const sent = SOMETIMES.filter((name) => headers.has(name));
  for (const answered of [200, 304]) {
    const listed = Object.keys(documented(address, "get", answered).headers);
    expect(SOMETIMES.filter((name) => listed.includes(name))).toEqual(sent);
  }
});

test("the document states each address's lifetime in browsers", async () => {
  const ages = await Promise.all(
    ["/v1/titles/123", "/v1/openapi.json"].map(async (path) => {
      const { headers, body } = await fetch(TARGET + path);
      await body?.cancel();
      return Number(/max-age=(\d+)/.exec(headers.get("Cache-Control") ?? "")?.[1]);
    }),
  );
  expect(ages.map((age) => age <= 60)).toEqual([true, false]);
  expect(DOCUMENT.components.headers["Cache-Control"]?.description).toContain(
    "five minutes for this document",
  );
  expect(ages[1]).toBe(300);
});

test("a page on another site may read every header that callers or support read", async () => {
  const { headers, body } = await fetch(`${TARGET}/healthz`);
  await body?.cancel();
  const exposed = headers.get("Access-Control-Expose-Headers")?.split(", ") ?? [];
  const needed = Object.entries(DOCUMENT.components.headers).filter(([, { "x-for": reader }]) =>
    ["callers", "support"].includes(reader),
  );
  expect(needed.map(([name]) => name).filter((name) => !exposed.includes(name))).toEqual([]);
  expect(needed.length).toBeGreaterThan(8);
});
