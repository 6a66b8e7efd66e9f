import { describe, expect, inject, test } from "vitest";
import { Problem } from "../../worker/contract/problem.ts";
import { toJson } from "../../worker/source/loaded.ts";
import type { TransportServices } from "../../worker/source/transport/transport.ts";
import {
  CONTRACT,
  connectToUpstream,
  UPSTREAM_FUNCTIONS,
  upstreamIdentity,
} from "../../worker/upstream/upstream.ts";
import { searchQuery } from "../contract/records.ts";
import { bindFunctions } from "../source/functions.ts";
import { servicesFor, stubPath } from "../source/services.ts";

const server = inject("upstream");

const SEARCH = searchQuery({ text: "alien & co", lang: "fr" });

function originAt(path: string, changes: Partial<TransportServices> = {}) {
  const services = servicesFor(new URL(path, server), changes);
  const connection = connectToUpstream(services);
  const functions = bindFunctions(UPSTREAM_FUNCTIONS, (name, query) =>
    UPSTREAM_FUNCTIONS[name](query, connection),
  );
  return { ...functions, source: upstreamIdentity(services).source };
}

async function catchProblem(work: Promise<unknown>): Promise<Problem> {
  const thrown: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (thrown instanceof Problem) return thrown;
  throw new Error("There was no problem.");
}

describe("upstream search", () => {
  test("sends the contract's parameters with the key", async () => {
    const requests: URL[] = [];
    const origin = originAt("/response/200/application%2Fjson/%5B%5D", {
      fetch(address, init) {
        requests.push(address);
        return fetch(address, init);
      },
    });
    await origin.search({
      ...SEARCH,
      filter: { kind: "movie", years: { first: 1979, last: 1979, around: null } },
    });
    expect(requests.map(({ search }) => Object.fromEntries(new URLSearchParams(search)))).toEqual([
      { api_key: "canary-key-0123456789", category: "search", q: "alien & co", f: "1979", lang: "fr" },
    ]);
    expect(requests[0]?.pathname.endsWith("/")).toBe(true);
  });

  test("is not sent if no title could match", async () => {
    expect(await originAt("/hang/").search({ ...SEARCH, text: "!!!" })).toMatchObject({ value: [] });
  });
});

describe("upstream request", () => {
  const readParameters = async (ask: (origin: ReturnType<typeof originAt>) => Promise<unknown>) => {
    const asked: URL[] = [];
    const origin = originAt("/v1/", {
      apiKey: null,
      async fetch(address) {
        asked.push(address);
        return new Response("{}", { status: 404 });
      },
    });
    await ask(origin).catch(() => undefined);
    return asked.map(({ search }) => search);
  };

  test("sends a filter only if it is a single year", async () => {
    expect(await readParameters((origin) => origin.search(SEARCH))).toEqual([
      "?category=search&q=alien+%26+co&lang=fr",
    ]);
  });

  test("sends the id and language for credits", async () => {
    const query = { id: 7, lang: "fr" } as const;
    expect(await readParameters((origin) => origin.credits(query))).toEqual([
      "?category=credits&id=7&lang=fr",
    ]);
  });

  test("names the source by host and path", () => {
    const sources = ["https://a.test/v1/", "https://b.test/v1/", "https://a.test/v2/"].map(
      (url) => originAt(url).source,
    );
    expect(sources).toEqual(["a.test/v1/", "b.test/v1/", "a.test/v2/"]);
  });
});

describe("upstream", () => {
  test.each([
    [404, "absent"],
    [401, "unauthorized"],
    [403, "unauthorized"],
    [429, "rest"],
    [503, "rest"],
    [400, "failure"],
    [500, "failure"],
    [302, "failure"],
  ])("maps status %i to %s", (status, meaning) => {
    expect(CONTRACT.statusMeans(status)).toBe(meaning);
  });
});

describe("upstream response", () => {
  test("reports whether it is empty", async () => {
    const logged: unknown[] = [];
    const log = (line: unknown) => void logged.push(line);
    const search = (body: string) => originAt(stubPath(body), { log }).search(SEARCH);
    expect(await search("[]")).toMatchObject({ value: [], isEmpty: true, more: false });
    expect(await search('[{"id":1}]')).toMatchObject({ isEmpty: false, more: false });
    expect(logged).toEqual([]);
  });

  test("returns credits with all groups of the contract", async () => {
    const origin = originAt(stubPath('{"id":7,"sound":[{"id":1,"name":"S","job":"Mixer"}]}'));
    const json = toJson(await origin.credits({ id: 7, lang: "en" }));
    expect(JSON.parse(json ?? "null")).toMatchObject({ id: 7, cast: [], sound: [{ job: "Mixer" }] });
  });

  test("is divided into pages that report whether another follows", async () => {
    const origin = originAt(stubPath(JSON.stringify([1, 2, 3, 4, 5].map((id) => ({ id })))));
    const parseIds = (json: string) => (JSON.parse(json) as { id: number }[]).map(({ id }) => id);
    const second = await origin.search({ ...SEARCH, page: 2, limit: 2 });
    expect([parseIds(toJson(second)), second.more]).toEqual([[3, 4], true]);
    const third = await origin.search({ ...SEARCH, page: 3, limit: 2 });
    expect([parseIds(toJson(third)), third.more]).toEqual([[5], false]);
    expect(third.titles).toEqual([{ id: 5, lang: "fr", record: JSON.parse(toJson(third))[0] }]);
  });

  test("returns null for a 404 to credits", async () => {
    const origin = originAt(stubPath("{}", { status: 404 }));
    expect(await origin.credits({ id: 7, lang: "en" })).toMatchObject({ value: null });
  });

  test("throws bad-upstream for a 404 to a search", async () => {
    const problem = await catchProblem(originAt(stubPath("{}", { status: 404 })).search(SEARCH));
    expect(problem).toMatchObject({ type: "bad-upstream", cause: { reason: "status", status: 404 } });
  });

  test("throws bad-upstream for a null body", async () => {
    const problem = await catchProblem(originAt(stubPath("null")).credits({ id: 7, lang: "en" }));
    expect(problem).toMatchObject({ type: "bad-upstream", cause: { reason: "wrong-shape", status: 200 } });
  });

  test("drops and counts records without an id", async () => {
    const logged: unknown[] = [];
    const log = (line: unknown) => void logged.push(line);
    await originAt(stubPath('[{"id":1},{"title":"no id"}]'), { log }).search(SEARCH);
    expect(logged).toEqual([{ event: "records-dropped", category: "search", dropped: 1 }]);
  });

  test("does not reveal the key", async () => {
    expect(toJson(await originAt("/echo/").search(SEARCH))).not.toContain("canary-key-0123456789");
  });
});

describe("upstream failure", () => {
  test.each([
    ["status 500", stubPath("[]", { status: 500 })],
    ["status 206", stubPath("[]", { status: 206 })],
    ["status 302", stubPath("[]", { status: 302 })],
    ["status 304", stubPath("[]", { status: 304 })],
    ["status 401", stubPath("[]", { status: 401 })],
    ["status 429", stubPath("[]", { status: 429 })],
    ["status 503", stubPath("[]", { status: 503 })],
    ["content-type", stubPath("[]", { type: "text/html" })],
    ["not-json", stubPath("[")],
    ["wrong-shape", stubPath('{"error":"quota"}')],
    ["too-large", "/huge/"],
  ])("is bad-upstream for %s", async (cause, path) => {
    const problem = await catchProblem(originAt(path).search(SEARCH));
    expect(problem.type).toBe("bad-upstream");
    expect(String(problem.cause)).toBe(`Failure: ${cause}`);
  });

  test("is bad-upstream after two failed connections", async () => {
    let tries = 0;
    const origin = originAt("http://127.0.0.1:1/", {
      fetch(address, init) {
        tries++;
        return fetch(address, init);
      },
    });
    const problem = await catchProblem(origin.search(SEARCH));
    expect([problem.type, String(problem.cause), tries]).toEqual(["bad-upstream", "Failure: connection", 2]);
  });

  test("is upstream-timeout when the server does not respond", async () => {
    const problem = await catchProblem(originAt("/hang/", { timeoutMs: 50 }).search(SEARCH));
    expect([problem.type, problem.status]).toEqual(["upstream-timeout", 504]);
  });
});
