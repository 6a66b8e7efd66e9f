/** Tests calls of Cloudflare's API against a local server that counts and rejects them. */
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type ApiCall, chooseAccount, openApi } from "../../tools/deploy/api.ts";
import { type Listening, listen } from "../listening.ts";

const TOKEN = "a-token-for-nothing";
const READ = { method: "GET", path: "/d1" } as const;
const WRITE = { method: "POST", path: "/d1" } as const;
const environment = { ...process.env };
let server: Listening;
let logins: (string | undefined)[] = [];
let refusals: ((response: ServerResponse) => void)[] = [];
let printed: string[] = [];
/** The client's pending waits. `end` finishes a wait early. */
let waits: { readonly milliseconds: number; readonly end: () => void }[] = [];

beforeAll(async () => {
  server = await listen(
    createServer((request, response) => {
      logins.push(request.headers.authorization);
      const refusal = refusals.shift();
      if (refusal !== undefined) return refusal(response);
      return response.end(JSON.stringify({ success: true, errors: [], result: "done" }));
    }),
  );
});
afterAll(async () => {
  process.env = environment;
  await server.close();
});
beforeEach(() => {
  Object.assign(process.env, { CLOUDFLARE_API_BASE_URL: server.url, CLOUDFLARE_API_TOKEN: TOKEN });
  logins = [];
  refusals = [];
  printed = [];
  waits = [];
});

function refuse(status: number, code: number, message: string, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, headers);
    response.end(JSON.stringify({ success: false, errors: [{ code, message }], result: null }));
  };
}

const failWithHtml = (response: ServerResponse) => void response.writeHead(502).end("<h1>Bad gateway</h1>");
const endConnection = (response: ServerResponse) => void response.destroy();
const throttle = (headers?: Record<string, string>) =>
  refuse(429, 971, "Please wait and consider throttling your request speed", headers);

const api = () =>
  openApi({
    wait: (milliseconds) => new Promise<void>((end) => waits.push({ milliseconds, end })),
    print: (line) => printed.push(line),
  });

/** Makes a call and skips its waits. Returns the result, and the waits longer than the interval between calls. */
async function callWithoutWaiting(call: ApiCall) {
  const pauses: number[] = [];
  const wait = async (milliseconds: number) => {
    if (milliseconds > 1_000) pauses.push(milliseconds);
  };
  const result = await openApi({ wait, print: (line) => printed.push(line) })(call).catch(String);
  return { result, pauses };
}

/** Ends the client's next wait as soon as it begins, and returns its length in milliseconds. */
async function endWait(): Promise<number> {
  const [wait] = await vi.waitUntil(() => waits.length > 0 && waits.splice(0));
  wait?.end();
  return wait?.milliseconds ?? 0;
}

const momentLater = () => new Promise((resolve) => setTimeout(resolve, 50));

describe("openApi()", () => {
  test("starts one call at a time, at most 3.5 a second", async () => {
    const call = api();
    const results = Promise.all([call(READ), call(READ), call(READ)]);
    for (const begun of [1, 2]) {
      await vi.waitUntil(() => logins.length === begun);
      await momentLater();
      expect(logins).toHaveLength(begun);
      expect(await endWait()).toBeGreaterThanOrEqual(1_000 / 3.5);
    }
    await results;
    expect(logins).toHaveLength(3);
  });

  describe("when Cloudflare rate-limits calls", () => {
    test.each([
      [{ "Retry-After": "60" }, 60],
      [undefined, 300],
    ])("honours %j by waiting %d seconds", async (headers, seconds) => {
      refusals = [throttle(headers)];
      const call = api();
      const first = call(READ);
      await vi.waitUntil(() => printed.length > 0);
      const second = call(READ);
      await endWait();
      expect(await endWait()).toBe(seconds * 1_000);
      await first;
      await momentLater();
      expect(logins).toHaveLength(2);
      await endWait();
      await second;
      expect(printed).toEqual([expect.stringContaining(`${seconds} seconds`)]);
    });

    test("reports the reason after three attempts and omits the token", async () => {
      refusals = Array(3).fill(throttle({ "Retry-After": "1" }));
      const { result } = await callWithoutWaiting(READ);
      expect(result).toMatch(/GET \/d1 was rejected: Please wait/);
      expect(`${result}${printed.join()}`).not.toContain(TOKEN);
    });
  });

  describe.each([
    ["500", refuse(500, 10013, "An unknown error has occurred.")],
    ["HTML with 502", failWithHtml],
    ["a lost connection", endConnection],
  ])("when the API responds with %s", (_, failure) => {
    test.each([READ, { ...WRITE, isRepeatable: true }])("retries %j and reports each retry", async (call) => {
      refusals = [failure, failure];
      expect(await callWithoutWaiting(call)).toEqual({ result: "done", pauses: [10_000, 60_000] });
      expect(printed).toEqual([
        expect.stringContaining("in 10 seconds"),
        expect.stringContaining("in 60 seconds"),
      ]);
    });

    test("sends a call only once if it is not repeatable", async () => {
      refusals = [failure];
      expect((await callWithoutWaiting(WRITE)).result).toMatch(/POST \/d1 (?:was rejected|failed)/);
      expect(logins).toHaveLength(1);
    });

    test("reports the reason after three attempts", async () => {
      refusals = [failure, failure, failure];
      expect((await callWithoutWaiting(READ)).result).toMatch(/GET \/d1 (?:was rejected|failed): \S/);
    });
  });

  test("does not retry a call whose content is rejected", async () => {
    refusals = [refuse(400, 7500, "near FROM: syntax error")];
    expect((await callWithoutWaiting(READ)).result).toContain("syntax error [code: 7500]");
    expect(logins).toHaveLength(1);
  });

  describe("when the login has expired", () => {
    const expired = refuse(401, 10000, "Authentication error");

    test("reads the new login and retries the call", async () => {
      refusals = [
        (response) => {
          process.env.CLOUDFLARE_API_TOKEN = "renewed";
          expired(response);
        },
      ];
      expect(await callWithoutWaiting(WRITE)).toEqual({ result: "done", pauses: [] });
      expect(logins).toEqual([`Bearer ${TOKEN}`, "Bearer renewed"]);
    });

    test("reports the reason if the new login is also rejected", async () => {
      refusals = [expired, expired, expired];
      expect((await callWithoutWaiting(READ)).result).toContain("Authentication error");
      expect(logins).toHaveLength(2);
    });
  });

  test("explains that error 7404 means a missing database", async () => {
    refusals = [refuse(404, 7404, "The database 8f2c could not be found")];
    expect((await callWithoutWaiting(READ)).result).toMatch(/account has no such database.*npm run deploy/);
  });
});

describe("chooseAccount()", () => {
  test("prefers account_id in wrangler.toml, as wrangler does", async () => {
    process.env.CLOUDFLARE_ACCOUNT_ID = "of-the-environment";
    expect(await chooseAccount({ account_id: "of-wrangler-toml" })).toBe("of-wrangler-toml");
    expect(await chooseAccount({})).toBe("of-the-environment");
  });
});
