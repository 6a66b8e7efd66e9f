/** Tests that the Worker does not reveal the upstream's key, URL or headers. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, askUntil } from "../faults/asking.ts";
import * as upstreams from "../faults/behaviours.ts";
import { DIALECTS } from "../faults/dialects.ts";
import { type Behaviour, type FaultyUpstream, startFaultyUpstream } from "../faults/upstream.ts";
import { type NpmStart, npmStart } from "./npm-start.ts";

/** The servers started so far, one per dialect. */
const started: { readonly upstream: FaultyUpstream; readonly server: NpmStart }[] = [];

beforeAll(async () => {
  const starting = DIALECTS.map(async (dialect) => {
    const upstream = await startFaultyUpstream(upstreams.echo);
    const server = await npmStart({
      ...dialect.settings(upstream),
      UPSTREAM_API_KEY: dialect.key,
      UPSTREAM_TIMEOUT_MS: "500",
      SEARCH_FRESHNESS: "max-age=0, stale-if-error=1000",
      RATE_LIMIT: "off",
    });
    return { upstream, server };
  });
  started.push(...(await Promise.all(starting)));
});
afterAll(async () => {
  await Promise.all(started.flatMap(({ server, upstream }) => [server.stop(), upstream.close()]));
});

describe.each(DIALECTS)("secrets with an upstream of dialect $name", (dialect) => {
  const CANARY = dialect.key;
  const SPELLINGS = [CANARY, "canary", "%C3%A9", "upstream-cookie", "upstream-header"];
  const KEYS = [CANARY, encodeURIComponent(CANARY), "callers-key"];

  let upstream: FaultyUpstream;
  let server: NpmStart;
  beforeAll(() => {
    ({ upstream, server } = started[DIALECTS.indexOf(dialect)] ?? expect.fail());
  });

  test("are only sent to the upstream, without the caller's data", async () => {
    await ask(server, "category=search&q=zqsent&api_key=callers-key&utm=callers-parameter", {
      headers: {
        Cookie: "callers-cookie=1",
        Authorization: "Bearer callers-token",
        "User-Agent": "callers-agent",
      },
    });
    const call = upstream.calls.at(-1);
    expect(call?.parameters.get("api_key")).toBe(CANARY);
    expect(call?.head).not.toContain("callers-");
  });

  test.each([
    ["echoes the key in its response", upstreams.echo],
    ["echoes the key in invalid JSON", echoRaw(200, "application/json")],
    ["echoes the key in HTML", echoRaw(200, "text/html")],
    ["echoes the key in an error", echoRaw(500, "application/json")],
    ["redirects to a URL with the key", redirectWithKey()],
    ["resets the connection", upstreams.reset],
    ["never answers", upstreams.hang],
  ])("are not revealed when the upstream %s", async (name, behaviour) => {
    const word = `zq${name.replaceAll(/\W/g, "")}`;
    upstream.behaviour = behaviour;
    const paths = [
      `/v1/?category=search&q=${word}`,
      "/v1/?category=credits&id=1999999998",
      `/search?q=${word}`,
      "/title/1999999998/anything-1999",
    ];
    const responses = await Promise.all(
      paths.map((path) => fetch(`${server.url}${path}`, { redirect: "manual" })),
    );
    for (const response of responses) {
      expectNothing(JSON.stringify([...response.headers]));
      expectNothing(await response.text());
    }
    expectNothing(server.printed());
  });

  test("are not revealed when the upstream refuses connections", async () => {
    await upstream.refuse();
    const reply = await askUntil(
      () => ask(server, "category=search&q=zqrefused"),
      ({ status }) => status >= 500,
    );
    expectNothing(reply.body);
    expectNothing(server.printed());
  });

  function expectNothing(text: string): void {
    for (const secret of [...SPELLINGS, upstream.host]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\bat \S+ \(.*:\d+:\d+\)/);
  }

  function echoRaw(code: number, type: string): Behaviour {
    return (socket, call) => upstreams.respond(code, { "Content-Type": type }, call.head)(socket, call);
  }

  function redirectWithKey(): Behaviour {
    return (socket, call) => upstreams.status(302, { Location: `/?${call.parameters}` })(socket, call);
  }

  test("are not stored on disk", () => {
    const files = readdirSync(join(server.state, "v3"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(files).not.toEqual([]);
    const holds = (file: string) => KEYS.some((key) => readFileSync(file).includes(key));
    expect(files.filter(holds)).toEqual([]);
  });

  test("are sent to no other machine", () => {
    expect(server.outbound()).toEqual([]);
  });
});
