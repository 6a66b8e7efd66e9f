/** Tests deployments with the real wrangler and a stand-in for Cloudflare's API. */
import { createServer } from "node:http";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { configuredDatabases } from "../../tools/databases.ts";
import type { Configured } from "../../tools/deploy/configuration.ts";
import { asTyped, type Command, type Deployer, openDeployer } from "../../tools/deploy/deployer.ts";
import { deployPreview, deployProduction, rollBack } from "../../tools/deploy/deployment.ts";
import { checkDomains } from "../../tools/deploy/domains.ts";
import { readConfiguration } from "../../tools/wrangler.ts";
import { versionName } from "../../worker/resources/keys.ts";
import { type Listening, listen } from "../listening.ts";
import { ACCOUNT, type Platform, startPlatform, TOKEN } from "./platform.ts";

const SECRET = "secret-of-production";
/**
 * The environment variables that Cloudflare's own builds set (developers.cloudflare.com/workers/ci-cd/builds). With
 * them, wrangler would deploy to the production Worker, whatever the configuration says.
 */
const WORKERS_BUILDS = {
  CLOUDFLARE_ENV: "staging",
  WRANGLER_CI_GENERATE_PREVIEW_ALIAS: "true",
  WRANGLER_CI_MATCH_TAG: "the-tag-of-production",
  WRANGLER_CI_OVERRIDE_NAME: "marquee",
};
const environment = { ...process.env };
let platform: Platform;
let configured: Configured;
/**
 * Serves the URLs of all deployments. Responds as the version that a request selects, or otherwise as the version
 * with traffic.
 */
let site: Listening;
let visited: string[] = [];
let printed: string[] = [];
const everPrinted: string[] = [];

beforeAll(async () => {
  platform = await startPlatform();
  Object.assign(process.env, platform.settings, WORKERS_BUILDS, {
    UPSTREAM_API_KEY: SECRET,
    CATALOG_LOCATION: "weur",
    GITHUB_REF_NAME: "new-search",
  });
  configured = await readConfiguration();
  site = await listen(
    createServer((request, response) => {
      if (request.url === "/admin/purge") return response.end('{"platform":true}');
      if (request.url?.includes("list.json")) return response.end('{"earlier.abc.css":null}');
      const [, selected] =
        /"(.*)"/.exec(String(request.headers["cloudflare-workers-version-overrides"])) ?? [];
      const version = selected ?? platform.workers.get("marquee")?.running ?? "none";
      return response.setHeader("Marquee-Version", versionName(version)).end("a {}");
    }),
  );
});
afterAll(async () => {
  process.env = environment;
  platform.stop();
  await site.close();
});
beforeEach(() => {
  platform.asked.length = 0;
  visited = [];
  printed = [];
});
afterEach(() => void everPrinted.push(...printed));

const fails = () => {
  throw new Error("the smoke test failed");
};

/** Wrangler commands that are skipped, because they have no effect on the stand-in and take a second each. */
const WITHOUT_EFFECT = ["d1 migrations", "triggers deploy"];

/**
 * Creates a deployer that runs wrangler.
 *
 * @param runSmokeTest - Called instead of running the smoke test.
 *
 * @param omitted - The wrangler commands that are only printed.
 */
function openReal(
  runSmokeTest: (test: Command) => void = () => {},
  omitted: readonly string[] = [],
): Deployer {
  const print = (line: string) => void printed.push(line);
  const opened = openDeployer(ACCOUNT, false, { print, wait: async () => {} });
  return {
    ...opened,
    async run(command) {
      if (command.program === "vitest") return runSmokeTest(command);
      const isOmitted = omitted.includes(command.parameters.slice(0, 2).join(" "));
      if (isOmitted) print(`  $ ${asTyped(command)}`);
      else await opened.run(command);
    },
    async fetch(address, init) {
      visited.push(address);
      const { origin } = new URL(address);
      return await fetch(address.replace(origin, site.url), init);
    },
  };
}

/** Creates a deployer that calls the API but only prints wrangler's commands. `report` is the report of an upload. */
function openRecorded(report: unknown, runSmokeTest: (test: Command) => void = () => {}): Deployer {
  return {
    ...openReal(),
    run: async (command) => {
      printed.push(`  $ ${asTyped(command)}`);
      if (command.program === "vitest") runSmokeTest(command);
    },
    upload: async (_, schema) => v.parse(schema, report),
  };
}

async function deploy(commit: string, opened = openReal(), given: Partial<Configured> = {}): Promise<string> {
  const choices = { commit, takeOver: false };
  return await deployProduction({ ...configured, ...given }, await configuredDatabases(), choices, opened);
}

function marquee() {
  return platform.workers.get("marquee") ?? expect.fail();
}

const commands = (lines: readonly string[]) =>
  lines.flatMap((line) => /^ {2}\$ npx (wrangler(?: [A-Za-z]\w*)+)/.exec(line)?.[1] ?? []);

/** Returns the arguments of each command that divides traffic between versions, in order. */
const traffic = (lines: readonly string[]) =>
  lines.flatMap((line) => / versions deploy ((?:\S+@\d+% ?)+)/.exec(line)?.[1]?.trim() ?? []);

async function dryRun(): Promise<string[]> {
  const lines: string[] = [];
  await deploy("c2", openDeployer("<account>", true, { print: (line) => lines.push(line) }));
  return lines;
}

const split = () => marquee().deployments.map((all) => all.map(({ percentage }) => percentage).join("+"));
const changes = () => platform.asked.filter((asked) => !asked.startsWith("GET"));
const databaseId = (name: string) => platform.databases.get(name)?.uuid;

describe("deployProduction()", () => {
  test("explains how to choose a missing workers.dev subdomain", async () => {
    platform.subdomain = null;
    const page = `Choose one at https://dash.cloudflare.com/${ACCOUNT}/workers/onboarding,`;
    await expect(deploy("c0")).rejects.toThrow(page);
    platform.subdomain = "operator";
    expect(changes()).toEqual([]);
  });

  test("creates no database if the account cannot upload a Worker", async () => {
    platform.failing = /^PUT \/workers\/scripts\//;
    platform.reason = "You need to verify your email address to use Workers.";
    await expect(deploy("c0")).rejects.toThrow(platform.reason);
    platform.failing = null;
    expect([...platform.databases.keys()]).toEqual([]);
  });

  test("creates and fills the databases in the chosen location", async () => {
    const address = await deploy("c1");

    expect(address).toBe("https://marquee.operator.workers.dev");
    expect([...platform.databases.keys()]).toEqual([
      "marquee-catalog",
      "marquee-catalog-b",
      "marquee-control",
    ]);
    for (const { created, replicated } of platform.databases.values())
      expect([created, replicated]).toEqual([{ primary_location_hint: "weur" }, true]);
    const lastImport = platform.asked.findLastIndex((asked) => asked.includes("import"));
    expect(lastImport).toBeGreaterThan(-1);
    expect(platform.asked.findIndex((asked) => asked.startsWith("PUT /d1/"))).toBeGreaterThan(lastImport);
    expect([...platform.workers.keys()]).toEqual(["marquee"]);
    const filled = [...platform.databases.values()]
      .slice(0, 2)
      .map(({ sqlite }) => sqlite.prepare("SELECT count(*) AS titles FROM catalog_title").get()?.titles);
    expect(filled).toEqual([153, 0]);
    const [version] = marquee().versions.values();
    expect(version?.bindings).toMatchObject({ SITE_URL: { text: address }, CONTROL: { type: "d1" } });
    expect(version?.body).toContain("sourceMappingURL");
  });

  test("creates missing databases and moves traffic after the smoke test", async () => {
    platform.databases.delete("marquee-control");
    let duringTest: unknown;
    const address = await deploy(
      "c2",
      openReal(({ settings }) => {
        duringTest = { settings, split: split() };
      }, WITHOUT_EFFECT),
    );

    const [, uploaded = ""] = marquee().versions.keys();
    const override = `marquee="${uploaded}"`;
    expect(duringTest).toEqual({
      settings: { TARGET_URL: address, SMOKE_OVERRIDE: override },
      split: ["100", "100+0"],
    });
    expect(split()).toEqual(["100", "100+0", "100"]);
    expect(commands(await dryRun()).filter((line) => !/^wrangler (deploy|d1 execute)/.test(line))).toEqual(
      commands(printed),
    );
    expect(marquee().running).toBe(uploaded);
    const created = platform.asked.filter((asked) => /POST .*database$|import|PUT .*scripts/.test(asked));
    expect(created).toEqual(["POST /d1/database"]);
    expect(platform.asked.filter((asked) => asked.startsWith("PUT /d1/"))).toHaveLength(1);
    // Versions must not have URLs of their own, because the platform would log these URLs with the keys in them.
    expect(marquee().subdomain).toEqual({ enabled: true, previews_enabled: false });
    expect(marquee().observability).toMatchObject({
      redact_query_string: true,
      logs: { invocation_logs: false },
      traces: { enabled: false },
    });
    expect(platform.files.at(-1)).toEqual(
      expect.arrayContaining(["/_astro/list.json", "/_astro/earlier.abc.css", "/favicon.svg"]),
    );
  });

  test("binds the account's databases, including a new one", () => {
    const { bindings = {} } = [...marquee().versions.values()].at(-1) ?? {};
    expect([bindings.CATALOG_A?.id, bindings.CATALOG_B?.id, bindings.CONTROL?.id]).toEqual(
      ["marquee-catalog", "marquee-catalog-b", "marquee-control"].map(databaseId),
    );
  });

  test("does not write ids to wrangler.toml", async () => {
    expect((await readConfiguration()).d1_databases.map(({ database_id }) => database_id)).toEqual(
      Array(3).fill(undefined),
    );
  });

  test("sends no traffic to a version that fails the smoke test", async () => {
    const uploaded = "33333333-3333-4333-8333-333333333333";
    const deployer = openRecorded({ type: "version-upload", version_id: uploaded }, fails);
    await expect(deploy("c3", deployer)).rejects.toThrow(/the smoke test failed\nDo not set a secret before/);
    const running = `${marquee().running}@100%`;
    expect(traffic(printed)).toEqual([`${running} ${uploaded}@0%`, running]);
    expect(printed.at(-1)).toMatch(
      /^What version 33333333-\S+ has stored may still be served\. To purge it:\ncurl /,
    );
  });

  test.each([/POST .*query$/, /domains\/changeset$/])(
    "keeps the running version when the platform rejects %s",
    async (failing) => {
      platform.failing = failing;
      const routes = [{ pattern: "films.example", custom_domain: true }];
      await expect(deploy("c5", openRecorded(null), { routes })).rejects.toThrow(platform.reason);
      platform.failing = null;
      expect(traffic(printed)).toEqual([]);
    },
  );

  test("keeps the running version when the upload fails", async () => {
    await expect(deploy("c5", openRecorded("no report"))).rejects.toThrow();
    expect(traffic(printed)).toEqual([]);
  });

  test("stops with an explanation while two versions share the traffic", async () => {
    const { running = "" } = marquee();
    marquee().deployments.push([
      { version_id: running, percentage: 90 },
      { version_id: "other", percentage: 10 },
    ]);
    await expect(deploy("c6")).rejects.toThrow(
      /two versions with traffic[\s\S]*\nnpx wrangler versions deploy \S+@100% .*\nnpx wrangler versions deploy other@100%/,
    );
    marquee().deployments.pop();
    expect(changes()).toEqual([]);
  });

  test("purges what a version has stored that fails the smoke test", async () => {
    process.env.ADMIN_TOKEN = SECRET;
    const uploaded = "44444444-4444-4444-8444-444444444444";
    const deployer = openRecorded({ type: "version-upload", version_id: uploaded }, fails);
    await expect(deploy("c7", deployer)).rejects.toThrow();
    delete process.env.ADMIN_TOKEN;
    expect(visited.at(-1)).toBe("https://marquee.operator.workers.dev/admin/purge");
    expect(printed.at(-1)).toBe(`Purged what version ${uploaded} has stored.`);
  });

  test("contacts no server in a dry run", async () => {
    expect(commands(await dryRun())).toContain("wrangler versions upload");
    expect(platform.asked).toEqual([]);
  });

  test("does not reveal the login token or secrets", () => {
    const sent = [...marquee().versions.values()].map(({ body }) => body).join();
    for (const secret of [TOKEN, SECRET]) expect(`${everPrinted.join()}${sent}`.includes(secret)).toBe(false);
  });
});

describe("rollBack()", () => {
  test("purges what the later version has stored once the earlier one responds", async () => {
    process.env.ADMIN_TOKEN = SECRET;
    const { running: later } = marquee();
    const [earlier = ""] = [...marquee().versions.keys()].filter((version) => version !== later);
    await rollBack(configured, earlier, openReal());
    delete process.env.ADMIN_TOKEN;
    expect(marquee().running).toBe(earlier);
    expect(visited.at(-2)).toMatch(/\/v1\/$/);
    expect(printed.at(-1)).toBe(`Purged what version ${later} has stored.`);
  });

  test("rejects the running version", async () => {
    await expect(rollBack(configured, marquee().running ?? "", openReal())).rejects.toThrow("cannot go back");
  });
});

describe("deployPreview()", () => {
  const preview = async (opened = openReal()) =>
    await deployPreview(configured, await configuredDatabases(), opened);

  test("uses the branch name and a separate database", async () => {
    const before = JSON.stringify(split());
    expect(await preview()).toBe("https://new-search-marquee-preview.operator.workers.dev");

    expect(visited[0]).toBe("https://1-new-search-marquee-preview.operator.workers.dev/v1/");
    const { uuid, sqlite } = platform.databases.get("marquee-catalog-preview") ?? expect.fail();
    expect(sqlite.prepare("SELECT count(*) AS titles FROM catalog_title").get()?.titles).toBe(153);
    const [deployed] = platform.workers.get("marquee-preview")?.previews.get("new-search") ?? [];
    const { bindings = {}, body = "" } = deployed ?? {};
    const bound = Object.entries(bindings).flatMap(([name, binding]) =>
      binding.type === "d1" ? [[name, binding.database_id]] : [],
    );
    expect(bound).toEqual([
      ["CATALOG_A", uuid],
      ["CONTROL", uuid],
    ]);
    expect(Object.keys(bindings)).not.toContain("SITE_URL");
    expect(body.includes(SECRET)).toBe(false);
    const limits = (all: typeof bindings) =>
      Object.values(all).flatMap(({ namespace_id = [] }) => namespace_id);
    const production = [...marquee().versions.values()].flatMap(({ bindings }) => limits(bindings));
    expect(limits(bindings)).toHaveLength(6);
    expect(limits(bindings).filter((namespace) => production.includes(namespace))).toEqual([]);
    expect(JSON.stringify(split())).toBe(before);
    expect(platform.asked.join("\n")).not.toMatch(/\/marquee(\/|$)/m);
  });

  test("keeps the preview's database when run again", async () => {
    const report = {
      type: "preview",
      preview_urls: ["https://new-search-marquee-preview.operator.workers.dev"],
      deployment_urls: ["https://2-new-search-marquee-preview.operator.workers.dev"],
    };
    expect(await preview(openRecorded(report))).toBe(report.preview_urls[0]);
    expect(changes().filter((asked) => /database$|import/.test(asked))).toEqual([]);
    expect(commands(printed)).not.toContain("wrangler d1 execute");
  });
});

describe("checkDomains()", () => {
  test("refuses to take over a domain in use unless asked to", async () => {
    platform.domains.set("films.example", "shop");
    platform.dns.add("www.films.example");
    const routes = ["films.example", "www.films.example"].map((pattern) => ({
      pattern,
      custom_domain: true,
    }));
    const taken = "www.films.example has a DNS record; films.example is served by the Worker shop.";
    await expect(checkDomains({ ...configured, routes }, false, openReal())).rejects.toThrow(taken);
    await checkDomains({ ...configured, routes }, true, openReal());
    expect(printed).toContain(`Taking over: ${taken}`);
  });
});
