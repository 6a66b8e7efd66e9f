/** A deployment with the real wrangler, against as much of the platform's API as it asks for. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deploy } from "../../tools/deploy/deployment.ts";
import { deployFirst, firstDeployment } from "../../tools/deploy/first-version.ts";
import type { Outside } from "../../tools/deploy/outside.ts";
import { deployProduction } from "../../tools/deploy/production.ts";
import { realOutside } from "../../tools/deploy/real.ts";
import { previewTarget, productionTarget } from "../../tools/deploy/target.ts";
import { ACCOUNT, type Platform, startPlatform } from "./platform.ts";

const NAMES = { worker: "marquee", database: "marquee-catalog" };
const CANARY = "canary-of-production";
const environment = { ...process.env };
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
  Object.assign(process.env, platform.settings, { UPSTREAM_API_KEY: CANARY });
});
afterAll(() => {
  process.env = environment;
  platform.stop();
});

/** All real, but for what has to reach the address of a deployment. */
function outside(smoke: () => void): Outside {
  const real = realOutside(() => {});
  return {
    ...real,
    async untilAnswering() {},
    async run(command) {
      if (command.program !== "vitest") return await real.run(command);
      smoke();
      return "";
    },
  };
}

function passing(): void {}

function failing(): void {
  throw new Error("the smoke test failed");
}

function titlesIn(database: string): unknown {
  const sqlite = platform.databases.get(database)?.sqlite;
  return sqlite?.prepare("SELECT titles FROM catalog").get();
}

describe("with the real wrangler", () => {
  test("an account without a subdomain of workers.dev is told where to choose one", async () => {
    platform.fresh = true;
    const target = productionTarget(NAMES, "abc123");
    const real = outside(passing);
    real.configure(target, "00000000-0000-4000-8000-000000000000");
    await expect(deployFirst(firstDeployment(target), real)).rejects.toThrow(
      `no subdomain of workers.dev yet: choose one at https://dash.cloudflare.com/${ACCOUNT}/workers/onboarding,`,
    );
    platform.fresh = false;
  });

  test("a first deployment creates the database, fills it and gives the address of the Worker", async () => {
    const upload = await deploy(productionTarget(NAMES, "abc123"), { built: true }, outside(passing));
    expect(upload.address).toBe("https://marquee.operator.workers.dev");
    expect(upload.version).toBe(platform.workers.get("marquee"));
    expect(titlesIn("marquee-catalog")).toEqual({ titles: expect.toSatisfy((titles) => titles >= 100) });
    expect(platform.uploads.join()).not.toContain(CANARY);
    expect(platform.uploads[0]).toContain("sourceMappingURL");
    expect(platform.uploads[0]).toContain('filename="entry.mjs.map"');
  });

  test("a second one leaves the catalog alone, and the traffic where it is when it fails its test", async () => {
    const first = platform.workers.get("marquee");
    platform.asked.length = 0;

    const second = deploy(productionTarget(NAMES, "def456"), { built: true }, outside(failing));

    await expect(second).rejects.toThrow("the smoke test failed");
    expect(platform.uploads).toHaveLength(2);
    expect(platform.workers.get("marquee")).toBe(first);
    expect(platform.deployments.at(-1)).toEqual([`${first}@100`]);
    expect(platform.asked.join("\n")).not.toMatch(/POST \/d1\/database$|import/m);
  });

  test("one that passes its test gets the traffic after it", async () => {
    const first = platform.workers.get("marquee");
    let tested: string | undefined;

    const upload = await deployProduction(
      productionTarget(NAMES, "def456"),
      outside(() => {
        tested = platform.workers.get("marquee");
      }),
    );

    expect(tested).toBe(first);
    expect(upload.address).toBe("https://marquee.operator.workers.dev");
    expect(platform.deployments.at(-1)).toEqual([`${upload.version}@100`]);
  });

  test("a preview has a Worker and a database of its own, and touches none of production's", async () => {
    const running = platform.workers.get("marquee");
    platform.asked.length = 0;
    platform.uploads.length = 0;

    const target = previewTarget(NAMES, "new-search", "abc123");
    const upload = await deploy(target, { built: true }, outside(passing));

    expect(upload.address).toBe("https://new-search-marquee-preview.operator.workers.dev");
    expect(platform.workers.get("marquee")).toBe(running);
    const production = platform.databases.get("marquee-catalog")?.uuid ?? "none";
    expect(platform.asked.join("\n")).not.toMatch(new RegExp(`${production}|/marquee(/|$)`, "m"));
    expect(platform.uploads.join()).not.toMatch(new RegExp(`${production}|${CANARY}`));
  });
});
