import { describe, expect, test } from "vitest";
import { Failure } from "../../../worker/source/failure.ts";
import { MAX_BODY_BYTES } from "../../../worker/source/transport/body.ts";
import {
  ABSENT,
  addressBelow,
  type Exchange,
  exchange,
  isJson,
  parseRetryAfter,
} from "../../../worker/source/transport/exchange.ts";

const NOW = Date.UTC(2026, 9, 1, 12, 0, 0);

describe("parseRetryAfter()", () => {
  test.each([
    ["0", 0],
    ["5", 5_000],
    ["60", 60_000],
    ["86400", 60_000],
    ["99999999999999999999", 60_000],
    ["Thu, 01 Oct 2026 12:00:07 GMT", 7_000],
    ["Fri, 02 Oct 2026 12:00:00 GMT", 60_000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ])("parses %s as %i milliseconds", (text, ms) => {
    expect(parseRetryAfter(text, NOW)).toBe(ms);
  });

  test.each([
    null,
    "",
    "-5",
    "1.5",
    "soon",
    "2026-10-01",
    "Thu, nonsense",
    "1 Thu",
    "01 Oct 2026 12:00:07 GMT (Thu)",
    "on Thu, 01 Oct 2026 12:00:07 GMT",
    "xThu, 01 Oct 2026 12:00:07 GMT",
  ])("returns null for %j", (text) => {
    expect(parseRetryAfter(text, NOW)).toBeNull();
  });
});

describe("exchange()", () => {
  const ADDRESS = new URL("http://source.test/");

  async function of(response: Response | Error, parts: Partial<Exchange<string>> = {}) {
    const inits: RequestInit[] = [];
    const result = await exchange<string>({
      address: ADDRESS,
      init: { headers: { Accept: "application/json" } },
      async fetch(_address, init) {
        inits.push(init);
        if (response instanceof Error) throw response;
        return response;
      },
      now: () => NOW,
      statusMeans: (status) => (status === 404 ? "absent" : status === 429 ? "rest" : "failure"),
      accepts: isJson,
      read: async (body) => await new Response(body).text(),
      ...parts,
    }).catch((thrown: unknown) => thrown);
    return { result, inits };
  }

  /** Creates a response whose body records whether it was cancelled. */
  function createTrackedResponse(init: ResponseInit) {
    const state = { cancelled: false };
    const body = new ReadableStream({
      cancel() {
        state.cancelled = true;
      },
    });
    return { response: new Response(body, init), state };
  }

  test("returns the parsed body without following redirects", async () => {
    const { result, inits } = await of(Response.json([1]));
    expect(result).toBe("[1]");
    expect(inits).toEqual([{ headers: { Accept: "application/json" }, redirect: "manual" }]);
  });

  test("cancels a body that is not JSON", async () => {
    const { response, state } = createTrackedResponse({ headers: { "Content-Type": "text/html" } });
    expect((await of(response)).result).toMatchObject({ reason: "content-type" });
    expect(state.cancelled).toBe(true);
  });

  test("rejects a body whose Content-Length is too large", async () => {
    const announcing = (bytes: number) =>
      new Response("[]", {
        headers: { "Content-Type": "application/json", "Content-Length": String(bytes) },
      });
    expect((await of(announcing(MAX_BODY_BYTES + 1))).result).toMatchObject({ reason: "too-large" });
    expect((await of(announcing(MAX_BODY_BYTES))).result).toBe("[]");
  });

  test("cancels a body that is not needed", async () => {
    const { response, state } = createTrackedResponse({ status: 404 });
    expect((await of(response)).result).toBe(ABSENT);
    expect(state.cancelled).toBe(true);
    expect((await of(new Response(null, { status: 404 }))).result).toBe(ABSENT);
  });

  test.each([
    [429, "7", 7_000],
    [429, null, undefined],
    [500, "7", undefined],
  ])(
    "reports status %i and Retry-After %s as a pause of %s milliseconds",
    async (status, retryAfter, retryInMs) => {
      const headers: HeadersInit = retryAfter === null ? {} : { "Retry-After": retryAfter };
      const { result } = await of(new Response("{}", { status, headers }));
      expect(result).toMatchObject({ reason: "status", status, retryInMs });
    },
  );

  test("hides the message of the runtime's connection error", async () => {
    const { result } = await of(new TypeError("connect to 10.0.0.1"));
    expect(result).toMatchObject({ reason: "connection", message: "connection" });
  });

  test("fails with the abort reason", async () => {
    const timeout = new Failure("timeout");
    expect((await of(timeout)).result).toBe(timeout);
  });
});

describe("isJson()", () => {
  test.each([
    null,
    "application/json",
    "APPLICATION/JSON; charset=utf-8",
    " application/json ",
    "application/json ;charset=utf-8",
    "text/json",
    "application/problem+json",
    "application/vnd.api.v1-x+json",
  ])("accepts %j", (type) => {
    expect(isJson(type)).toBe(true);
  });

  test.each([
    "",
    "text/html",
    "application/jsonp",
    "application/json-seq",
    "image/json",
    "xapplication/json",
    "application/+json",
    "application/x/y+json",
    "text/html; profile=application/json",
  ])("rejects %j", (type) => {
    expect(isJson(type)).toBe(false);
  });
});

describe("addressBelow()", () => {
  test.each([
    ["http://source.test", "a/b", "http://source.test/a/b"],
    ["http://source.test/", "a", "http://source.test/a"],
    ["http://source.test/3", "a", "http://source.test/3/a"],
    ["http://source.test/v1/", "", "http://source.test/v1/"],
    ["http://source.test/v1/?tenant=7", "a", "http://source.test/v1/a?tenant=7"],
  ])("joins %s and %j to %s", (base, path, address) => {
    expect(addressBelow(new URL(base), path).href).toBe(address);
  });
});
