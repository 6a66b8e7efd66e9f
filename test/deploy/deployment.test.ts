import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { deploy } from "../../tools/deploy/deployment.ts";
import { dryRun } from "../../tools/deploy/dry-run.ts";
import { asTyped, type Command, Unreachable } from "../../tools/deploy/environment.ts";
import { previewTarget, productionTarget, type Target } from "../../tools/deploy/target.ts";

const NAMES = { worker: "marquee", database: "marquee-catalog" };
const production = productionTarget(NAMES, "abc123");
const preview = previewTarget(NAMES, "new-search", "abc123");

/** A dry run in which the command that matches fails; returns the commands. */
async function simulate(target: Target, failing: RegExp | null, connected = true) {
  const environment = dryRun(target.kind, () => {});
  const ran: string[] = [];
  function attempt<T>(command: Command, go: () => Promise<T>): Promise<T> {
    const typed = asTyped(command);
    ran.push(typed);
    if (failing?.test(typed)) throw new Error(`${typed} failed`);
    return go();
  }
  const reason = await deploy(
    target,
    { built: false },
    {
      ...environment,
      run: async (command) => await attempt(command, () => environment.run(command)),
      upload: async (command) => await attempt(command, () => environment.upload(command)),
      async untilResponding() {
        if (!connected) throw new Unreachable("no such host.");
      },
    },
  ).then(() => null, String);
  return { ran, reason };
}

const CHANGES_WHAT_RUNS = /wrangler (deploy|rollback|versions deploy) /;
const GIVES_TRAFFIC = /wrangler deploy | <version>@(?!0%)/;

describe("a deployment", () => {
  test("goes through its steps in order", async () => {
    const { ran } = await simulate(production, null);
    const order = [
      "whoami",
      "build",
      "d1 create",
      "migrations apply",
      "d1 execute",
      "versions upload",
      "triggers deploy",
      "<version>@0%",
      "vitest",
      "<version>@100%",
    ];
    const places = order.map((step) => ran.findIndex((command) => command.includes(step)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test.each([
    /whoami/,
    /build/,
    /d1 list/,
    /d1 create/,
    /migrations/,
    /SELECT coalesce/,
    /--file/,
    /deployments status/,
    /versions upload/,
    /triggers deploy/,
  ])("that fails at %s leaves what runs alone", async (step) => {
    const { ran, reason } = await simulate(production, step);
    expect(reason).not.toBeNull();
    expect(ran.filter((command) => CHANGES_WHAT_RUNS.test(command))).toEqual([]);
  });

  test("that fails its smoke test never gets traffic", async () => {
    const { ran, reason } = await simulate(production, /vitest/);
    expect(reason).not.toBeNull();
    expect(ran.filter((command) => GIVES_TRAFFIC.test(command))).toEqual([]);
    expect(ran.at(-1)).toMatch(/^npx wrangler versions deploy '<running version>@100%' --yes/);
  });

  test("whose address has no connection yet says how to test and promote the version, which stays", async () => {
    const { ran, reason } = await simulate(production, null, false);
    expect(ran.filter((command) => GIVES_TRAFFIC.test(command))).toEqual([]);
    expect(ran.at(-1)).toContain("<version>@0%");
    expect(reason).toMatch(
      /no such host\.[\s\S]*\nTARGET_URL=[\s\S]*\nnpx wrangler versions deploy <version>@100%/,
    );
  });

  test("tests the new version by name, at the address where the running one has the traffic", async () => {
    const { ran } = await simulate(production, null);
    expect(ran.find((command) => command.includes("vitest"))).toMatch(
      /^TARGET_URL=https:\S+ SMOKE_OVERRIDE='marquee="<version>"' npx vitest run /,
    );
  });

  test("says so where the Cache API keeps nothing, which the smoke test found out", async () => {
    const said: string[] = [];
    const environment = dryRun("production", (line) => said.push(line));
    const run: typeof environment.run = async (command) =>
      command.program === "vitest" ? "\u001b[39mOwn cache: empty\n" : await environment.run(command);
    await deploy(production, { built: true }, { ...environment, run });
    expect(said.join("\n")).toMatch(/The Cache API keeps nothing at https:/);
  });

  test("of a preview never names production's Worker or database", async () => {
    const { ran } = await simulate(preview, null);
    expect(ran.join("\n")).toContain("--preview-alias new-search");
    expect(ran.filter((command) => /marquee-catalog(?!-preview)/.test(command))).toEqual([]);
  });
});

describe("the dry run", () => {
  function print(...parameters: string[]): string {
    const { PATH, HOME } = process.env;
    return execFileSync(process.execPath, ["tools/deploy/main.ts", "--dry-run", ...parameters], {
      encoding: "utf8",
      // No login, and nowhere to look for one.
      env: { PATH, HOME, CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9" },
    });
  }

  test("shows every step and command of a deployment without an account", () => {
    const shown = print();
    for (const command of [
      "wrangler whoami",
      "astro build",
      "wrangler d1 create marquee-catalog",
      "wrangler d1 migrations apply marquee-catalog --remote",
      "wrangler d1 execute marquee-catalog --remote --yes --file",
      "wrangler deploy ",
      "wrangler versions upload ",
      "wrangler triggers deploy ",
      "wrangler versions deploy '<running version>@100%' <version>@0% ",
      "wrangler versions deploy '<running version>@100%' --yes --message 'the version after it failed its test'",
      "wrangler versions deploy <version>@100% ",
      "vitest run --project product test/product/smoke.test.ts",
    ]) {
      expect(shown).toContain(`npx ${command}`);
    }
    expect(shown).toMatch(/Dry run: nothing was run\.\n$/);
  });

  test("shows under which alias a branch would be found", () => {
    expect(print("--preview", "--branch", "Feature/Login")).toMatch(
      /npx wrangler versions upload --preview-alias feature-login-[0-9a-f]{6} --tag preview/,
    );
  });
});
