/** Tests URLs below `/v1` and `/healthz` that are not in the route table, or spelled differently there. */
import { describe, expect, test } from "vitest";
import { TARGET } from "./document.ts";

describe.each(["/v1/openapi.json", "/healthz"])("%s", (path) => {
  test("responds identically with and without a trailing slash", async () => {
    const [one, other] = await Promise.all([path, `${path}/`].map((form) => fetch(TARGET + form)));
    expect(other?.status).toBe(200);
    expect(other?.headers.get("ETag")).toBe(one?.headers.get("ETag"));
    expect(await other?.json()).toEqual(await one?.json());
  });
});

describe.each([
  "/v1//",
  "/v1/openapi.json//",
  "/v1/titles/82//",
  "/healthz//",
  "/healthz/x",
  "/healthz/%FF",
  "/v1/%FF",
])("%s", (path) => {
  test("returns a problem that any site may read", async () => {
    const response = await fetch(TARGET + path);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "content-type": "application/problem+json",
    });
    expect(response.headers.has("ETag")).toBe(false);
    expect(await response.json()).toMatchObject({ status: 404, type: `${TARGET}/problems/not-found` });
  });
});

describe("unknown API path", () => {
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
  ])("returns a suggestion: %s → %s", async (path, nearest) => {
    const response = await fetch(TARGET + path);
    const { detail }: { detail: string } = await response.json();
    expect(response.status).toBe(404);
    expect(detail).toBe(`Did you mean ${nearest}? See /v1/openapi.json for all endpoints.`);
    if (/\/\d/.test(nearest)) expect((await fetch(TARGET + nearest)).status).toBe(200);
  });

  test.each([
    ["/v1/find?imdb=tt0050083", "/v1/find/imdb/tt0050083"],
    ["/v1/find?imdb=%3Cb%3E", "/v1/find/{source}/{id}"],
  ])("returns 405 with a suggestion: %s → %s", async (path, nearest) => {
    const response = await fetch(TARGET + path);
    expect(response.status).toBe(405);
    const detail = `GET is not allowed here. Did you mean ${nearest}?`;
    expect(await response.json()).toMatchObject({ detail });
  });

  test.each(["/v1/nonsense", "/v1/titles/30/nonsense/more", "/v1/30"])(
    "returns no suggestion if no path is similar: %s",
    async (path) => {
      const { detail }: { detail: string } = await (await fetch(TARGET + path)).json();
      expect(detail).toMatch(/^Nothing matches this URL\./);
    },
  );
});
