/** Tests that the operations we added below `/v1/` behave like those of the contract. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { Change, ChangesResponse } from "../../worker/contract/changes.ts";
import { PeopleResponse } from "../../worker/contract/people.ts";
import { fetchOwn } from "../faults/asking.ts";
import { sharedServer } from "../product/server.ts";
import { ADDRESSES, DOCUMENT, expectDocumented, TARGET } from "./document.ts";

const CHANGES = "/v1/changes";

const USAGE = "/v1/usage";

/**
 * One documented example of each extension, by path. Only extensions can respond with 501. `keys.test.ts` checks the use
 * of a key, which is never stored.
 */
const EXAMPLES = [...ADDRESSES]
  .filter(([path, { get }]) => get !== undefined && "501" in get.responses && path !== USAGE)
  .map(([path, { get }]) => {
    const reference: string = Object(get?.responses["200"]).$ref;
    const { content = {} } = DOCUMENT.components.responses[reference.split("/").at(-1) ?? ""] ?? {};
    const [example] = Object.values(content["application/json"]?.examples ?? {});
    const request = example?.["x-request"].replace("GET ", "") ?? "";
    // The example's cursor belongs to another catalog, so it is left out.
    return [path, path === CHANGES ? CHANGES : request] as const;
  });

describe("operations that extend the contract", () => {
  test("are documented with an example", () => {
    expect(EXAMPLES).toHaveLength(13);
    expect(EXAMPLES.filter(([, request]) => request === "")).toEqual([]);
  });
});

/** The catalog has no providers. `test/site/where-to-watch.test.ts` tests them. */
const CATALOG_EXAMPLES = EXAMPLES.filter(([path]) => path !== "/v1/titles/{id}/providers");

const behindContract = sharedServer({ UPSTREAM_BASE_URL: "http://127.0.0.1:9/v1/" });

describe.each(CATALOG_EXAMPLES)("GET %s", (address, path) => {
  test("is stored, has an ETag and allows cross-origin reads", async () => {
    await fetch(TARGET + path);
    const response = await fetchOwn(TARGET + path);
    expect(response.headers.get("Cache-Status")).toMatch(/^marquee; hit/);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const etag = response.headers.get("ETag") ?? "";
    await expectDocumented(response, address, "get");
    const again = await fetch(TARGET + path, { headers: { "If-None-Match": etag } });
    expect([etag, again.status]).toEqual([expect.stringMatching(/^"/), 304]);
    await expectDocumented(again, address, "get");
  });

  test("reports the invalid parameter", async () => {
    const join = path.includes("?") ? "&" : "?";
    const response = await fetch(`${TARGET}${path}${join}lang=!`);
    const text = await expectDocumented(response, address, "get");
    expect(response.status).toBe(400);
    expect(JSON.parse(text).errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      "lang",
    ]);
  });

  test("returns 501 if the upstream implements only the contract", async () => {
    const response = await fetch(behindContract.url + path);
    expect(response.status).toBe(501);
    await expectDocumented(response, address, "get");
  });
});

describe("GET with an id in the path", () => {
  test.each(["/v1/people/abc", "/v1/titles/0", "/v1/find/imdb/603", "/v1/find/netflix/1"])(
    "returns 400 for a malformed id: %s",
    async (path) => {
      expect((await fetch(TARGET + path)).status).toBe(400);
    },
  );

  test.each([
    "/v1/people/9007199254740991",
    "/v1/people/shared?ids=215,9007199254740991",
    "/v1/find/imdb/tt9999999",
  ])("returns 404 for an unknown id: %s", async (path) => {
    expect((await fetch(TARGET + path)).status).toBe(404);
  });
});

describe("GET /v1/people", () => {
  test("links to the next page", async () => {
    const first = await fetch(`${TARGET}/v1/people?q=john&limit=2`);
    expect(first.headers.get("Link")).toContain('</v1/people?q=john&lang=en&page=2&limit=2>; rel="next"');
    const second = await fetch(`${TARGET}/v1/people?q=john&limit=2&page=2`);
    const whole = await fetch(`${TARGET}/v1/people?q=john&limit=4`);
    const read = async (response: Response) => v.parse(PeopleResponse, await response.json());
    expect([...(await read(first)), ...(await read(second))]).toEqual(await read(whole));
  });
});

describe("GET /v1/changes", () => {
  test("continues from a cursor and rejects invalid ones", async () => {
    const { changes, next } = v.parse(ChangesResponse, await (await fetch(TARGET + CHANGES)).json());
    expect(changes).toEqual([]);
    const response = await fetch(`${TARGET}${CHANGES}?since=${next}&limit=1000`);
    expect(JSON.parse(await expectDocumented(response, CHANGES, "get"))).toEqual({ changes: [], next });
    expect(response.headers.get("CDN-Cache-Control")).toMatch(
      /^max-age=([1-9]|10), stale-while-revalidate=0/,
    );

    const gone = await fetch(`${TARGET}${CHANGES}?since=zz-zz`);
    expect([gone.status, gone.headers.get("CDN-Cache-Control")]).toEqual([410, "no-store"]);
    expect(JSON.parse(await expectDocumented(gone, CHANGES, "get")).type).toMatch(/\/problems\/cursor-gone$/);

    for (const wrong of ["since=now", "limit=0", "limit=1001"]) {
      const refused = await fetch(`${TARGET}${CHANGES}?${wrong}`);
      const { errors } = JSON.parse(await expectDocumented(refused, CHANGES, "get"));
      expect([refused.status, errors[0].parameter]).toEqual([400, wrong.split("=")[0]]);
    }
  });

  test("returns the fields of the documented example", () => {
    const { content = {} } = DOCUMENT.components.responses.ChangesResponse ?? {};
    const [{ value } = { value: null }] = Object.values(content["application/json"]?.examples ?? {});
    const { changes } = v.parse(
      v.strictObject({ ...ChangesResponse.entries, changes: v.array(v.strictObject(Change.entries)) }),
      value,
    );
    expect(new Set(changes.map(({ kind, op }) => op ?? kind))).toEqual(
      new Set(["put", "merge", "everything"]),
    );
  });
});
