/** Tests the CDN purge after a load: the requests it sends and the output it prints. */
import { createServer } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { AFTER_CHANGE, afterWithdrawal, requestPurge } from "../../tools/purge.ts";
import { listen } from "../listening.ts";

const TOKEN = "token-of-this-test";
const asked: string[] = [];
/** The responses to the next requests. The last one repeats. */
let responses: [status: number, body: string][] = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  asked.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`);
  const [status, text] = (responses.length > 1 ? responses.shift() : responses[0]) ?? [500, ""];
  response.writeHead(status).end(text);
});

const { url: site, close } = await listen(server);
afterAll(close);
beforeEach(() => asked.splice(0));

async function said(
  options: Partial<Pick<Parameters<typeof requestPurge>[0], "purge" | "site" | "token">> = {},
): Promise<string> {
  const lines: string[] = [];
  const services = { print: (line: string) => void lines.push(line), fetch, wait: async () => {} };
  await requestPurge({ purge: AFTER_CHANGE, site, token: TOKEN, ...options, ...services });
  return lines.join("\n");
}

describe("requestPurge()", () => {
  test.each([
    ["a purged cache", true],
    ["no cache", null],
  ])("sends one request when the platform reports %s", async (_, platform) => {
    responses = [[200, JSON.stringify({ stale: true, platform })]];
    expect(await said()).toBe("Marked the CDN cache as stale.");
    expect(asked).toEqual([`POST /admin/purge Bearer ${TOKEN} {"stale":true}`]);
  });

  test("purges by tag what a withdrawn version has stored", async () => {
    responses = [[200, '{"platform":true}']];
    const version = "4f1c0a9b-1111-4222-8333-0a9be7d20000";
    expect(await said({ purge: afterWithdrawal(version) })).toBe(
      `Purged what version ${version} has stored.`,
    );
    expect(asked).toEqual([`POST /admin/purge Bearer ${TOKEN} {"tags":["version-0a9be7d20000"]}`]);
  });

  test.each([{ token: undefined }, { site: undefined }])(
    "prints the command to run when a setting is missing: %j",
    async (without) => {
      const text = await said(without);
      expect(asked).toEqual([]);
      expect(text).toContain(`/admin/purge -H "Authorization: Bearer $ADMIN_TOKEN" -d '{"stale":true}'`);
      expect(text).not.toContain(TOKEN);
    },
  );

  test("retries while the platform or the Worker fails", async () => {
    responses = [
      [200, '{"platform":false}'],
      [503, ""],
      [429, ""],
      [200, '{"platform":true}'],
    ];
    expect(await said()).toMatch(/Marked the CDN cache as stale\.$/);
    expect(asked).toHaveLength(4);
  });

  test.each([
    ["another token", [401, "{}"], 1],
    ["no address for purges", [404, "{}"], 1],
    ["a service that is not Marquee", [200, "<html>"], 1],
    ["a platform that keeps refusing", [200, '{"platform":false}'], 5],
  ] as const)("fails and names the command to run later: %s", async (_, response, requests) => {
    responses = [[...response]];
    await expect(said()).rejects.toThrow(
      /^The catalog is changed, but the CDN cache is not purged: [^:]+\. To purge it:\ncurl -X POST http:/,
    );
    expect(asked).toHaveLength(requests);
  });

  test.each(["http://films.example", "films.example"])("does not send the token to %s", async (address) => {
    await expect(said({ site: address })).rejects.toThrow("SITE_URL must begin with https://");
  });
});
