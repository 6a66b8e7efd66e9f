/** Deployments with the real wrangler, against a stand-in for the platform's API. Together they run every command. */
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deploy, deployFirst, firstDeployment } from "../../tools/deploy/deployment.ts";
import { checkDomains } from "../../tools/deploy/domains.ts";
import type { Environment } from "../../tools/deploy/environment.ts";
import { liveEnvironment } from "../../tools/deploy/live.ts";
import { previewTarget, productionTarget } from "../../tools/deploy/target.ts";
import { type Listening, listen } from "../listening.ts";
import { DATABASES } from "./databases.ts";
import { ACCOUNT, type Platform, startPlatform } from "./platform.ts";

const NAMES = { worker: "marquee", databases: DATABASES, domains: [] };
const CHOICES = { built: true, takeOver: false, pause: 0 };
const CANARY = "canary-of-production";
const RUNNING = "the-running-version";
/**
 * As in a build of the platform's own (workers/ci-cd/builds) that is connected to production's Worker, which is what
 * wrangler would deploy to, whatever the configuration says.
 */
const WORKERS_BUILDS = {
  CLOUDFLARE_ENV: "staging",
  WRANGLER_CI_GENERATE_PREVIEW_ALIAS: "true",
  WRANGLER_CI_MATCH_TAG: "the-tag-of-production",
  WRANGLER_CI_OVERRIDE_NAME: "marquee",
};
const processEnvironment = { ...process.env };
let platform: Platform;
/** The running version, which serves one file of an earlier build. */
let running: Listening;

beforeAll(async () => {
  platform = await startPlatform();
  running = await listen(
    createServer((request, response) =>
      response.end(request.url?.includes("list.json") ? '{"earlier.abc.css":null}' : "a {}"),
    ),
  );
  Object.assign(process.env, platform.settings, WORKERS_BUILDS, { UPSTREAM_API_KEY: CANARY });
});
afterAll(async () => {
  process.env = processEnvironment;
  platform.stop();
  await running.close();
});

/** One for all deployments, so that it asks for the login's token once. */
const live = liveEnvironment(() => {});

/** Live, except for requests to the address of the deployment. */
function environment(smokeTest: () => void): Environment {
  return {
    ...live,
    async untilResponding() {},
    keepEarlierFiles: () => live.keepEarlierFiles(running.url),
    async run(command) {
      if (command.program !== "vitest") return await live.run(command);
      smokeTest();
      return "";
    },
  };
}

describe("with the real wrangler", () => {
  test("an account without a subdomain of workers.dev is told where to choose one", async () => {
    platform.fresh = true;
    const target = productionTarget(NAMES, "abc123");
    live.configure(target, { CATALOG_A: "00000000-0000-4000-8000-000000000000" });
    await expect(deployFirst(firstDeployment(target), live)).rejects.toThrow(
      `no subdomain of workers.dev yet: choose one at https://dash.cloudflare.com/${ACCOUNT}/workers/onboarding,`,
    );
    platform.fresh = false;
  });

  test("the first preview creates its own Worker and database, fills it, and touches nothing of production's", async () => {
    platform.workers.set("marquee", RUNNING);
    platform.asked.length = 0;
    const target = previewTarget(NAMES, "new-search", "abc123");
    const { address } = await deploy(
      target,
      CHOICES,
      environment(() => {}),
    );

    expect(address).toBe("https://new-search-marquee-preview.operator.workers.dev");
    const { sqlite } = platform.databases.get("marquee-catalog-preview") ?? expect.fail();
    expect(sqlite.prepare("SELECT titles FROM catalog").get()?.titles).toBeGreaterThan(100);
    expect(platform.replicated.size).toBe(1);
    expect(platform.subdomains.get("marquee-preview")).toEqual({ enabled: true, previews_enabled: true });
    expect(platform.workers.get("marquee")).toBe(RUNNING);
    expect(platform.asked.join("\n")).not.toMatch(/\/marquee(\/|$)/m);
    expect(platform.uploads).toHaveLength(2);
    expect(platform.uploads[0]).toContain("sourceMappingURL");
    expect(platform.uploads[0]).toContain('filename="entry.mjs.map"');
    expect(platform.uploads.join()).not.toContain(CANARY);
  });

  test("a domain that is another Worker's, or has a DNS record, is named and not touched", async () => {
    const domains = [{ hostname: "films.example" }, { hostname: "www.films.example" }];
    platform.domains.set("films.example", "shop");
    platform.dns.set("www.films.example", { type: "A", content: "192.0.2.1" });
    platform.asked.length = 0;
    const target = productionTarget({ ...NAMES, domains }, "abc123");
    const checked = checkDomains(
      target,
      ACCOUNT,
      CHOICES,
      environment(() => {}),
    );
    await expect(checked).rejects.toThrow(
      /by the Worker shop; www.films.example has a DNS record \(A 192.0.2.1\)/,
    );
    expect(platform.asked.filter((what) => what.startsWith("PUT"))).toEqual([]);
  });

  test("a version of production that fails its test gets no traffic, and a filled catalog stays as it is", async () => {
    const sqlite = platform.databases.get("marquee-catalog-preview")?.sqlite ?? expect.fail();
    platform.databases.set("marquee-catalog", { uuid: "11111111-1111-4111-8111-0000000000ff", sqlite });
    platform.asked.length = 0;
    let runningDuringTest: string | undefined;
    const failing = environment(() => {
      runningDuringTest = platform.workers.get("marquee");
      throw new Error("the smoke test failed");
    });

    const deployed = deploy(productionTarget(NAMES, "def456"), CHOICES, failing);

    await expect(deployed).rejects.toThrow("the smoke test failed");
    expect(runningDuringTest).toBe(RUNNING);
    expect(platform.deployments).toEqual([
      [`${RUNNING}@100`, expect.stringMatching(/^22222222-.*@0$/)],
      [`${RUNNING}@100`],
    ]);
    expect(platform.asked.join("\n")).not.toContain("import");
    expect(platform.asked.filter((what) => what === "POST /d1/database")).toHaveLength(2);
    const control = platform.databases.get("marquee-control")?.sqlite;
    expect(control?.prepare("SELECT count(*) AS live FROM live").get()).toEqual({ live: 0 });
    expect(platform.replicated).toContain("11111111-1111-4111-8111-0000000000ff");
    expect(platform.uploads.at(-1)).not.toContain("workers/alias");
    expect(platform.files.at(-1)).toEqual(
      expect.arrayContaining(["/_astro/list.json", "/_astro/earlier.abc.css", "/favicon.svg"]),
    );
    // The platform records no address with a key: neither of a caller, nor in the span of a request to the source.
    expect(platform.unversioned.get("marquee")).toMatchObject({
      observability: {
        redact_query_string: true,
        logs: { invocation_logs: false },
        issues: { enabled: true },
        traces: { enabled: false },
      },
    });
    // The version that was withdrawn has no address, and neither has any before it.
    expect(platform.subdomains.get("marquee")).toEqual({ enabled: true, previews_enabled: false });
  });
});
