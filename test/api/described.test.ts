/** Compares the OpenAPI document's paths and headers with the route table and real responses. */
import { describe, expect, test } from "vitest";
import { type Address, formatMethods, ADDRESSES as TABLE } from "../../worker/web/addresses.ts";
import { DOCUMENT, ADDRESSES as DOCUMENTED, documented, TARGET } from "./document.ts";

async function requestHeaders(path: string): Promise<Headers> {
  const { status, headers, body } = await fetch(TARGET + path);
  await body?.cancel();
  expect(status).toBe(200);
  return headers;
}

describe("OpenAPI document", () => {
  test.each(Object.values<Address>(TABLE).filter(({ kind }) => kind === "api"))(
    "describes every method of $path",
    (address) => {
      const operations = DOCUMENTED.get(address.path.replaceAll(/:(\w+)/g, "{$1}"));
      const methods = formatMethods(address).toLowerCase().split(", ");
      expect(Object.keys(operations ?? {})).toEqual(expect.arrayContaining(methods));
    },
  );

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
  ])("documents the Link header of %s", async (address, path) => {
    const isSent = (await requestHeaders(path)).has("Link");
    for (const status of [200, 304]) {
      const listed = Object.keys(documented(address, "get", status).headers);
      expect([status, listed.includes("Link")]).toEqual([status, isSent]);
    }
  });

  test("documents how long browsers may store a response", async () => {
    const lifetime = async (path: string) =>
      Number(/max-age=(\d+)/.exec((await requestHeaders(path)).get("Cache-Control") ?? "")?.[1]);
    expect(await lifetime("/v1/titles/123")).toBeLessThanOrEqual(60);
    expect(await lifetime("/v1/openapi.json")).toBe(300);
    expect(DOCUMENT.components.headers["Cache-Control"]?.description).toContain(
      "five minutes for this document",
    );
  });

  test("lists every header that CORS exposes", async () => {
    const exposed = (await requestHeaders("/healthz")).get("Access-Control-Expose-Headers")?.split(", ");
    const read = Object.entries(DOCUMENT.components.headers)
      .filter(([, { "x-for": reader }]) => ["callers", "support"].includes(reader))
      .map(([name]) => name);
    // The document does not describe these headers. The CDN cache sends Age, and `/3` sends Marquee-Corrected-Query.
    const others = ["Age", "Marquee-Corrected-Query"];
    expect(exposed?.toSorted()).toEqual([...read, ...others].toSorted());
  });
});
