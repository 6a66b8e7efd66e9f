import { execFileSync } from "node:child_process";
import { afterEach, describe, expect, test } from "vitest";
import { asCurl } from "../../tools/deploy/api.ts";
import { deploy } from "../../tools/deploy/deployment.ts";
import { dryRun } from "../../tools/deploy/dry-run.ts";
import { asTyped, type Environment, Unreachable } from "../../tools/deploy/environment.ts";
import { liveEnvironment } from "../../tools/deploy/live.ts";
import { previewTarget, productionTarget, type Target } from "../../tools/deploy/target.ts";
import { DATABASES } from "./databases.ts";

const DOMAINS = [{ hostname: "films.example" }];
const NAMES = { worker: "marquee", databases: DATABASES, domains: DOMAINS };
const CHOICES = { built: false, takeOver: false, pause: 30 };
const production = productionTarget(NAMES, "abc123");
const preview = previewTarget(NAMES, "new-search", "abc123");

interface Circumstances {
  /** The commands that fail. */
  readonly failing?: (typed: string, ran: readonly string[]) => boolean;
  readonly connected?: boolean;
  readonly takeOver?: boolean;
  /** Changes to the dry run. */
  readonly changed?: Partial<Environment>;
}

/** A dry run; returns the commands, and what it waited for. */
async function simulate(target: Target, circumstances: Circumstances = {}) {
  const { failing = () => false, connected = true, takeOver = false, changed = {} } = circumstances;
  const said: string[] = [];
  const environment = { ...dryRun(target.kind, (line) => said.push(line)), ...changed };
  const ran: string[] = [];
  function attempt<T>(typed: string, go: () => Promise<T>): Promise<T> {
    ran.push(typed);
    if (failing(typed, ran)) throw new Error(`${typed} failed`);
    return go();
  }
  const reason = await deploy(
    target,
    { ...CHOICES, takeOver },
    {
      ...environment,
      run: async (command) => await attempt(asTyped(command), () => environment.run(command)),
      upload: async (command) => await attempt(asTyped(command), () => environment.upload(command)),
      callApi: async (call) => await attempt(asCurl(call), () => environment.callApi(call)),
      wait: async (seconds) => await attempt(`wait ${seconds}`, () => environment.wait(seconds)),
      async untilResponding() {
        if (!connected) throw new Unreachable("no such host.");
      },
    },
  ).then(() => null, String);
  return { ran, reason, said: said.join("\n") };
}

/** The shares of the traffic that the new version got. */
function shares(ran: readonly string[]): string[] {
  return ran.flatMap((command) => /<version>@(\d+)%/.exec(command)?.[1] ?? []);
}

/** A dry run in which a command of wrangler prints something else. */
function printing(command: string, printed: string): Environment["run"] {
  const plain = dryRun("production", () => {});
  return async (given) => (given.parameters.includes(command) ? printed : await plain.run(given));
}

const SPLIT = [
  { version_id: "old", percentage: 50 },
  { version_id: "unfinished", percentage: 50 },
];

const matching = (pattern: RegExp) => (typed: string) => pattern.test(typed);

const CHANGES_WHAT_RUNS = /wrangler (deploy|rollback|versions deploy) /;
const GIVES_TRAFFIC = /wrangler deploy | <version>@(?!0%)/;

describe("a deployment", () => {
  test("goes through its steps in order", async () => {
    const { ran } = await simulate(production);
    const order = [
      "whoami",
      "build",
      "-X POST https://api.cloudflare.com/client/v4/accounts/<id>/d1/database ",
      "INSERT INTO d1_migrations",
      "d1 execute",
      "domains/changeset",
      "triggers deploy",
      "versions upload",
      "<version>@0%",
      "vitest",
      "<version>@10%",
      "wait 30",
      "<version>@50%",
      "<version>@100%",
    ];
    const places = order.map((step) => ran.findIndex((command) => command.includes(step)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(shares(ran)).toEqual(["0", "10", "50", "100"]);
    expect(ran.filter((command) => command.includes("vitest"))).toHaveLength(4);
    expect(ran.filter((command) => command.startsWith("wait"))).toHaveLength(3);
  });

  test("fills no catalog whose titles it cannot count", async () => {
    const plain = dryRun("production", () => {});
    const { ran, reason } = await simulate(production, {
      changed: {
        callApi: async (call) =>
          call.path.endsWith("/query") ? [{ results: [], meta: {} }] : await plain.callApi(call),
      },
    });
    expect(reason).toContain("titles");
    expect(ran.filter((command) => command.includes("d1 execute"))).toEqual([]);
  });

  test.each([2, 3, 4])("that fails its test number %i goes back", async (number) => {
    const failing = (_: string, ran: readonly string[]) =>
      ran.filter((command) => command.includes("vitest")).length === number;
    const { ran, reason } = await simulate(production, { failing });
    expect(reason).not.toBeNull();
    expect(shares(ran)).toEqual(["0", "10", "50", "100"].slice(0, number));
    expect(ran.at(-1)).toMatch(/^npx wrangler versions deploy '<running version>@100%' --yes/);
  });

  test("that was interrupted while two versions had traffic is not continued: the operator chooses one", async () => {
    const { ran, reason } = await simulate(production, {
      changed: { run: printing("status", JSON.stringify({ versions: SPLIT })) },
    });
    expect(reason).toMatch(/old 50 %, unfinished 50 %/);
    expect(reason).toMatch(
      /\nnpx wrangler versions deploy old@100% .*\nnpx wrangler versions deploy unfinished@100% /,
    );
    expect(ran.filter((command) => /triggers|versions/.test(command))).toEqual([]);
  });

  test("that ended before its version had traffic can be repeated", async () => {
    const versions = [
      { version_id: "untested", percentage: 0 },
      { version_id: "old", percentage: 100 },
    ];
    const { ran, reason } = await simulate(production, {
      changed: { run: printing("status", JSON.stringify({ versions })) },
    });
    expect(reason).toBeNull();
    expect(ran.join("\n")).toContain("versions deploy old@90% ");
  });

  test("that is interrupted goes back", async () => {
    const controller = new AbortController();
    const { wait } = liveEnvironment(() => {}, controller.signal);
    const interrupted: Environment["wait"] = async (seconds) => {
      setImmediate(() => controller.abort(new Error("Interrupted.")));
      await wait(seconds);
    };
    const { ran, reason } = await simulate(production, { changed: { wait: interrupted } });
    expect(reason).toMatch(/Interrupted\./);
    expect(shares(ran)).toEqual(["0", "10"]);
    expect(ran.at(-1)).toMatch(/^npx wrangler versions deploy '<running version>@100%' --yes/);
  });

  test("that cannot go back says both reasons, what may have traffic, and what to run", async () => {
    const failing = (typed: string) => /^wait|the version after it/.test(typed);
    const { reason } = await simulate(production, { failing });
    expect(reason).toMatch(/wait 30 failed[\s\S]* it failed its test' --config \S+ failed/);
    expect(reason).toMatch(
      /<version> still has up to 10 % .*: run\nnpx wrangler versions deploy '<running version>@100%'/,
    );
  });

  test("on workers.dev, where no rule keeps a visitor at one version, gives all the traffic at once", async () => {
    const address = "https://marquee.me.workers.dev";
    const run = printing("triggers", `Deployed x triggers\n  ${address}\n`);
    const { ran } = await simulate(production, { changed: { run } });
    expect(shares(ran)).toEqual(["0", "100"]);
  });

  test.each([
    /whoami/,
    /build/,
    /d1.database.name/,
    /POST \S+d1.database /,
    /migrations/,
    /SELECT coalesce/,
    /--file/,
    /deployments status/,
    /versions upload/,
    /triggers deploy/,
  ])("that fails at %s leaves what runs alone", async (step) => {
    const { ran, reason } = await simulate(production, { failing: matching(step) });
    expect(reason).not.toBeNull();
    expect(ran.filter((command) => CHANGES_WHAT_RUNS.test(command))).toEqual([]);
  });

  test("that fails its smoke test never gets traffic", async () => {
    const { ran, reason } = await simulate(production, { failing: matching(/vitest/) });
    expect(reason).not.toBeNull();
    expect(ran.filter((command) => GIVES_TRAFFIC.test(command))).toEqual([]);
    expect(ran.at(-1)).toMatch(/^npx wrangler versions deploy '<running version>@100%' --yes/);
  });

  test("whose address has no connection yet says how to test and promote the version, which stays", async () => {
    const { ran, reason } = await simulate(production, { connected: false });
    expect(ran.filter((command) => GIVES_TRAFFIC.test(command))).toEqual([]);
    expect(ran.at(-1)).toContain("<version>@0%");
    expect(reason).toMatch(
      /no such host\.[\s\S]*\nTARGET_URL=[\s\S]*\nnpx wrangler versions deploy <version>@100%/,
    );
  });

  test("tests the new version by name, at the address where the running one has the traffic", async () => {
    const { ran } = await simulate(production);
    expect(ran.find((command) => command.includes("vitest"))).toMatch(
      /^TARGET_URL=https:\S+ SMOKE_OVERRIDE='marquee="<version>"' npx vitest run /,
    );
  });

  describe("with a custom domain", () => {
    const answers = {
      domains: {
        removed: [{ hostname: "old.example" }],
        updated: [{ id: "d1", hostname: "films.example", modified: true }],
        conflicting: [{ hostname: "films.example", zone_id: "z", external_dns_record_id: "r" }],
      },
      d1: { service: "shop" },
      r: { type: "CNAME", content: "shop.example.net" },
    };
    const callApi: Environment["callApi"] = async (call) => {
      const { path } = call;
      if (path.includes("/d1/")) return await dryRun("production", () => {}).callApi(call);
      return path.includes("changeset") ? answers.domains : path.endsWith("/d1") ? answers.d1 : answers.r;
    };

    test("that serves something else changes nothing, and names what serves there now", async () => {
      const { ran, reason } = await simulate(production, { changed: { callApi } });
      expect(reason).toContain("films.example is served by the Worker shop");
      expect(reason).toContain("films.example has a DNS record (CNAME shop.example.net)");
      expect(reason).toContain("--take-over");
      expect(ran.filter((command) => /triggers|versions/.test(command))).toEqual([]);
    });

    test("takes it over only when told to, and says which domain it gives up", async () => {
      const { reason, said } = await simulate(production, { changed: { callApi }, takeOver: true });
      expect(reason).toBeNull();
      expect(said).toContain("Taking over: films.example is served by the Worker shop");
      expect(said).toContain("old.example is not in wrangler.toml");
    });

    test("changes nothing when the platform does not say what serves there", async () => {
      const { ran, reason } = await simulate(production, { failing: matching(/changeset/) });
      expect(reason).not.toBeNull();
      expect(ran.filter((command) => CHANGES_WHAT_RUNS.test(command))).toEqual([]);
    });
  });

  describe("that creates the database", () => {
    /** What the API is told of the first one. */
    function creation(ran: readonly string[]): string | undefined {
      const [, body] = ran.flatMap(
        (command) => /POST \S+\/d1\/database .*--json '(.*)'$/.exec(command) ?? [],
      );
      return body;
    }
    afterEach(() => {
      delete process.env.CATALOG_LOCATION;
      delete process.env.CATALOG_JURISDICTION;
    });

    test("says where, before it does, and switches replicas on", async () => {
      const { ran, said } = await simulate(production);
      expect(creation(ran)).toBe('{"name":"marquee-catalog"}');
      expect(said).toMatch(/creating it near this computer, because CATALOG_LOCATION is not set/);
      const after = ran.slice(ran.findIndex((command) => command.includes('{"name":"marquee-catalog"}')));
      expect(after.find((command) => command.startsWith("curl -X PUT"))).toMatch(
        /-X PUT \S+\/accounts\/<id>\/d1\/database\/[\w-]+ .*'\{"read_replication":\{"mode":"auto"\}\}'$/,
      );
    });

    test("puts it where CATALOG_LOCATION says, unless a jurisdiction decides", async () => {
      process.env.CATALOG_LOCATION = "weur";
      expect(creation((await simulate(production)).ran)).toContain('"primary_location_hint":"weur"');
      process.env.CATALOG_JURISDICTION = "eu";
      const { ran, said } = await simulate(production);
      expect(creation(ran)).toBe('{"name":"marquee-catalog","jurisdiction":"eu"}');
      expect(said).toContain("in the jurisdiction eu (CATALOG_JURISDICTION)");
    });

    test("goes on without replicas, and says how to switch them on", async () => {
      const { reason, said } = await simulate(production, { failing: matching(/read_replication/) });
      expect(reason).toBeNull();
      expect(said).toMatch(/It stays off: .*To switch it on: curl -X PUT/);
    });
  });

  describe("that finds the database", () => {
    const found = { uuid: "11111111-1111-4111-8111-111111111111", name: "marquee-catalog" };
    const plain = dryRun("production", () => {});
    const replicating = (mode: string): Partial<Environment> => ({
      async callApi(call) {
        if (call.path.includes("/d1/database?")) return [found];
        const isOne = /\/d1\/database\/[\w-]+$/.test(call.path);
        return isOne ? { read_replication: { mode } } : await plain.callApi(call);
      },
    });
    const switchedOn = (ran: readonly string[]) => ran.filter((command) => command.includes("-X PUT"));

    test("switches on replicas that an interrupted deployment left off, and only those", async () => {
      const { ran } = await simulate(production, { changed: replicating("disabled") });
      expect(switchedOn(ran)).toHaveLength(3);
      const again = await simulate(production, { changed: replicating("auto") });
      expect(switchedOn(again.ran)).toEqual([]);
    });

    test("fills no catalog while the second one is live: the first may be empty, or a load fills it", async () => {
      const callApi: Environment["callApi"] = async (call) =>
        JSON.stringify(call.body ?? "").includes("JOIN live")
          ? [{ results: [{ titles: 9 }], meta: {} }]
          : plain.callApi(call);
      const { ran, said } = await simulate(production, { changed: { callApi } });
      expect(said).toContain("It has 9; keeping them.");
      expect(ran.filter((command) => command.includes("d1 execute"))).toEqual([]);
    });

    test("says that a chosen place is ignored", async () => {
      process.env.CATALOG_LOCATION = "weur";
      const { said } = await simulate(production, { changed: replicating("auto") });
      delete process.env.CATALOG_LOCATION;
      expect(said).toContain("CATALOG_LOCATION and CATALOG_JURISDICTION are ignored");
    });
  });

  test("says so where the Cache API keeps nothing, which the smoke test found out", async () => {
    const said: string[] = [];
    const environment = dryRun("production", (line) => said.push(line));
    const run: typeof environment.run = async (command) =>
      command.program === "vitest" ? "\u001b[39mOwn cache: empty\n" : await environment.run(command);
    await deploy(production, CHOICES, { ...environment, run });
    expect(said.join("\n")).toMatch(/The Cache API keeps nothing at https:/);
  });

  test("of a preview never names production's Worker or database", async () => {
    const { ran } = await simulate(preview);
    expect(ran.join("\n")).toContain("--preview-alias new-search");
    expect(ran.filter((command) => /marquee-catalog(?!-preview)/.test(command))).toEqual([]);
  });
});

describe("the dry run", () => {
  function print(...parameters: string[]): string {
    const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
    return execFileSync(process.execPath, ["tools/deploy/main.ts", "--dry-run", ...parameters], {
      encoding: "utf8",
      // No login, and nowhere to look for one.
      env: { PATH, HOME, NODE_COMPILE_CACHE, CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9" },
    });
  }

  test("shows every step and command of a deployment without an account", () => {
    const shown = print();
    for (const command of [
      "wrangler d1 execute marquee-catalog --remote --yes --file",
      "wrangler deploy ",
      "wrangler versions deploy '<running version>@50%' <version>@50% ",
      "vitest run --project product test/product/smoke.test.ts",
    ]) {
      expect(shown).toContain(`npx ${command}`);
    }
    expect(shown).toContain(`/accounts/<id>/d1/database -H`);
    expect(shown).toContain(`--json '{"name":"marquee-catalog"}'`);
    expect(shown).toContain("$ curl -X PUT https://api.cloudflare.com/client/v4/accounts/<id>/d1/database/");
    expect(shown).toContain("Waiting 60 seconds.");
    expect(shown).toMatch(/Dry run: nothing was run\.\n$/);
  });

  test("shows under which alias a branch would be found", () => {
    expect(print("--preview", "--branch", "Feature/Login")).toMatch(
      /npx wrangler versions upload --preview-alias feature-login-[0-9a-f]{6} --tag preview/,
    );
  });
});
