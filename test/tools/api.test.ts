/** Calls of Cloudflare's API, against a server that counts and refuses them. */
import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApi } from "../../tools/deploy/api.ts";
import { type Listening, listen } from "../listening.ts";

const TOKEN = "a-token-for-nothing";
const CALL = { method: "GET", path: "/d1" } as const;
const environment = { ...process.env };
let server: Listening;
/** How many requests arrived. */
let asked = 0;
/** The value of Retry-After of the next refusals; `null`: without the header. */
let refusals: (string | null)[] = [];
let said: string[] = [];
/** What the client waits for: milliseconds, and how to end it. */
let waits: { readonly milliseconds: number; readonly end: () => void }[] = [];

beforeAll(async () => {
  server = await listen(
    createServer((_, response) => {
      asked += 1;
      const refusal = refusals.shift();
      if (refusal !== undefined) {
        const error = { code: 971, message: "Please wait and consider throttling your request speed" };
        response.writeHead(429, refusal === null ? {} : { "Retry-After": refusal });
        return response.end(JSON.stringify({ success: false, errors: [error], result: null }));
      }
      return response.end(JSON.stringify({ success: true, errors: [], result: null }));
    }),
  );
  Object.assign(process.env, { CLOUDFLARE_API_BASE_URL: server.url, CLOUDFLARE_API_TOKEN: TOKEN });
});
afterAll(async () => {
  process.env = environment;
  await server.close();
});
beforeEach(() => {
  asked = 0;
  refusals = [];
  said = [];
  waits = [];
});

const api = () =>
  openApi({
    wait: (milliseconds) => new Promise<void>((end) => waits.push({ milliseconds, end })),
    say: (line) => said.push(line),
  });

/** Ends the only wait there is, once it has begun. Returns how long it was. */
async function endWait(): Promise<number> {
  const [wait] = await vi.waitUntil(() => waits.length > 0 && waits.splice(0));
  wait?.end();
  return wait?.milliseconds ?? 0;
}

const momentLater = () => new Promise((resolve) => setTimeout(resolve, 50));

test("calls begin one after the other, at most 3.5 times a second, however many are wanted at once", async () => {
  const call = api();
  const results = Promise.all([call(CALL), call(CALL), call(CALL)]);
  for (const begun of [1, 2]) {
    await vi.waitUntil(() => asked === begun);
    await momentLater();
    expect(asked).toBe(begun);
    expect(await endWait()).toBeGreaterThanOrEqual(1_000 / 3.5);
  }
  await results;
  expect(asked).toBe(3);
});

test.each([
  ["60", 60],
  [null, 300],
])(
  "a refusal with Retry-After %j holds every call back for %d seconds, and says so",
  async (header, seconds) => {
    refusals = [header];
    const call = api();
    const first = call(CALL);
    await vi.waitUntil(() => said.length > 0);
    const second = call(CALL);
    await endWait();
    expect(await endWait()).toBe(seconds * 1_000);
    await first;
    await momentLater();
    expect(asked).toBe(2);
    await endWait();
    await second;
    expect(said).toEqual([expect.stringContaining(`${seconds} seconds`)]);
  },
);

test("calls that are still refused fail with the reason, and without the token", async () => {
  refusals = ["1", "1", "1"];
  const refused = api()(CALL).catch(String);
  for (let wait = 0; wait < 4; wait += 1) await endWait();
  expect(await refused).toMatch(/GET \/d1 was refused: Please wait/);
  expect(`${await refused}${said.join()}`).not.toContain(TOKEN);
});
