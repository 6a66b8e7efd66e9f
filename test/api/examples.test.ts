/** Sends the request of every documented example to the built Worker and compares the responses. */
import { createServer } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { LIMITS } from "../../worker/contract/limits.ts";
import { freePort, listen } from "../listening.ts";
import { startServer } from "../product/server.ts";
import { startAdding } from "./adding.ts";
import { DOCUMENT, TARGET } from "./document.ts";

const EXAMPLE_HOST = "https://marquee.example";

/**
 * Functions that start a deployment on which the problem occurs, and return its URL. Problems without a function
 * occur on any deployment.
 */
const CIRCUMSTANCES: Record<string, () => Promise<string>> = {
  "key-required": () => stopAfterwards(startServer({ ACCESS: "keyed", CLIENT_KEYS: "a".repeat(64) })),
  "headers-too-large": () => stopAfterwards(startAdding(TARGET, 150)),
  internal: () => stopAfterwards(startServer({ SEARCH_FRESHNESS: "long" })),
  "rate-limited": async () => {
    const url = await stopAfterwards(startServer({}, undefined, { [LIMITS.address.binding]: 1 }));
    for (let asked = 0; asked < 3; asked++) {
      if ((await fetch(`${url}/v1/?category=search&q=word${asked}`)).status === 429) break;
    }
    return url;
  },
  "bad-upstream": async () => stopAfterwards(startServer(await refusingUpstream(), "empty")),
  "not-offered": async () => stopAfterwards(startServer(await refusingUpstream())),
  "upstream-unavailable": () => stopAfterwards(startServer({}, "empty")),
  "upstream-timeout": async () => {
    const { url, close } = await listen(createServer(() => undefined));
    stops.push(close);
    const settings = { UPSTREAM_BASE_URL: `${url}/v1/`, UPSTREAM_TIMEOUT_MS: "300" };
    return await stopAfterwards(startServer(settings, "empty"));
  },
};

async function refusingUpstream(): Promise<{ UPSTREAM_BASE_URL: string }> {
  return { UPSTREAM_BASE_URL: `http://127.0.0.1:${await freePort()}/v1/` };
}

const stops: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

async function stopAfterwards(
  starting: Promise<{ url: string; stop: () => Promise<void> }>,
): Promise<string> {
  const { url, stop } = await starting;
  stops.push(stop);
  return url;
}

const examples = Object.values(DOCUMENT.components.responses).flatMap(({ content = {} }) =>
  Object.values(content).flatMap(({ examples: found = {} }) => Object.entries(found)),
);

/**
 * The catalog of this test has no changes and no providers. `extensions.test.ts` checks the example of `/v1/changes`,
 * and `where-to-watch.test.ts` the one of `/v1/titles/{id}/providers`.
 */
const comparedExamples = examples.filter(([name]) => name !== "changes" && name !== "providers");

describe("documented examples", () => {
  test.concurrent.each(comparedExamples)(
    "match the actual response of %s",
    async (name, { value, "x-request": request }) => {
      const [method = "", path = "", ...rest] = request.split(" ");
      const body = rest.join(" ").replaceAll(/(.)…/g, (_, last: string) => last.repeat(2_048));
      const host = (await CIRCUMSTANCES[name]?.()) ?? TARGET;
      const address = `${host}${path.replace(/(.)…/, (_, last: string) => last.repeat(2_048))}`;
      const sent = body === "" ? {} : { body, headers: { "Content-Type": "application/json" } };
      const response = await fetch(address, { method, ...sent });
      const said = JSON.parse((await response.text()).replaceAll(host, EXAMPLE_HOST));
      const isProblem = response.headers.get("Content-Type") === "application/problem+json";
      expect(isProblem ? { ...said, instance: Object(value).instance } : said).toEqual(value);
      if (isProblem) expect(said.instance).toBe(response.headers.get("X-Request-Id"));
    },
  );

  test("cover every problem type", () => {
    expect(examples.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(CIRCUMSTANCES)));
    expect(examples).toHaveLength(38);
  });
});
