/** The steps between an upload and its smoke test: wrangler's report, and the wait for the version. */
import { createServer } from "node:http";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTriggers, readUpload, Unreachable } from "../../tools/deploy/environment.ts";
import { responding } from "../../tools/deploy/responding.ts";
import { Built, configure, previewTarget, productionTarget, unrouted } from "../../tools/deploy/target.ts";
import { readConfig } from "../../worker/config.ts";
import { versionName } from "../../worker/http/headers.ts";
import { freePort } from "../listening.ts";
import { DATABASES } from "./databases.ts";

const IDS = { CATALOG_A: "id-a", CATALOG_B: "id-b", CONTROL: "id-control" };
const NAMES = { worker: "marquee", databases: DATABASES, domains: [] };

describe("wrangler's report of an upload", () => {
  const session = JSON.stringify({ type: "wrangler-session", version: 1 });
  const deployed = (targets: string[]) => JSON.stringify({ type: "deploy", version_id: "v1", targets });

  test.each([
    ["https://marquee.me.workers.dev", "https://marquee.me.workers.dev"],
    ["films.example (custom domain)", "https://films.example"],
  ])("has the address of %s", (target, address) => {
    expect(readUpload(`${session}\n${deployed([target])}\n`)).toEqual({ version: "v1", address });
  });

  test("has a preview's address by its alias", () => {
    const uploaded = {
      type: "version-upload",
      version_id: "v2",
      preview_alias_url: "https://x-m.me.workers.dev",
    };
    expect(readUpload(`${deployed(["https://m.me.workers.dev"])}\n${JSON.stringify(uploaded)}`)).toEqual({
      version: "v2",
      address: "https://x-m.me.workers.dev",
    });
  });

  test.each([
    deployed([]),
    deployed(["*.films.example/*", "schedule: 0 3 * * *"]),
    JSON.stringify({ type: "version-upload", version_id: "v1" }),
  ])("has no address where it names none: %j", (lines) => {
    expect(readUpload(lines)).toEqual({ version: "v1", address: null });
  });

  test("is refused without an upload", () => {
    expect(() => readUpload(session)).toThrow();
  });
});

describe("wrangler's report of the addresses of a Worker", () => {
  test.each([
    // There it has neither steps nor rules, and visitors come to the domain.
    ["  https://marquee.me.workers.dev\n  films.example (custom domain)", "https://films.example"],
    ["  https://marquee.me.workers.dev\n  schedule: 0 3 * * *", "https://marquee.me.workers.dev"],
    ["  films.example/* (zone name: films.example)", "https://films.example"],
    ["  schedule: 0 3 * * *", null],
  ])("has the first of %j, workers.dev last", (targets, address) => {
    expect(readTriggers(`Deployed marquee triggers (1.2 sec)\n${targets}\n`)).toBe(address);
  });

  test("has none without targets", () => {
    expect(readTriggers("No targets deployed for marquee (1.2 sec)\n")).toBeNull();
  });
});

describe("waiting for a version", () => {
  let versions: string[] = [];
  let address: string;
  const server = createServer((request, response) => {
    const [, named] = /"(.*)"/.exec(String(request.headers["cloudflare-workers-version-overrides"])) ?? [];
    const version = named ?? (versions.length > 1 ? versions.shift() : versions[0]);
    if (version === undefined) return response.destroy();
    if (version === "silent") return;
    response.setHeader("Marquee-Version", versionName(version));
    return response.writeHead(400).end();
  });
  beforeAll(async () => {
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${port}`;
  });
  afterAll(() => server.close());

  const wait = async () => {};

  test("ends after three consecutive responses", async () => {
    versions = ["old", "new", "old", "new", "new", "new", "rest"];
    await responding({ address, version: "new", fetch, wait });
    expect(versions).toEqual(["rest"]);
  });

  test("fails, naming the version that responds instead", async () => {
    versions = ["old"];
    await expect(responding({ address, version: "new", fetch, wait })).rejects.toThrow("old does");
  });

  test("selects the version where another one has the traffic", async () => {
    versions = ["old"];
    const version = "6b3f1c20-4425-4fe7-8c81-01bf963b6067";
    await responding({ address, version, override: `marquee="${version}"`, fetch, wait });
  });

  test("tells a missing connection from a wrong response", async () => {
    versions = [];
    const unreachable = responding({ address, version: "new", fetch, wait });
    await expect(unreachable).rejects.toThrow(Unreachable);
  });

  test("counts a response that never ends as a wrong one", async () => {
    versions = ["silent"];
    const impatient: typeof fetch = (asked, init) =>
      fetch(asked, { ...init, signal: AbortSignal.timeout(5) });
    const silent = responding({ address, version: "new", fetch: impatient, wait });
    await expect(silent).rejects.toThrow("no response in time");
  });
});

describe("the configuration of a deployment", () => {
  const built = {
    name: "marquee",
    vars: {
      UPSTREAM_BASE_URL: "https://up.example/v1/",
      UPSTREAM_DIALECT: "tmdb",
      ACCESS: "keyed",
      TMDB_API: "keyed",
      IMAGE_BASE_URL: "https://img.example/",
    },
    assets: { binding: "ASSETS", directory: "../client" },
    routes: [{ pattern: "films.example", custom_domain: true }],
    d1_databases: [
      { binding: "CATALOG_A", database_name: "x", database_id: "0" },
      { binding: "CATALOG_B" },
      { binding: "CONTROL" },
      { binding: "OTHER" },
    ],
    ratelimits: [{ name: "API_LIMIT", namespace_id: "1001", simple: { limit: 120, period: 60 } }],
    cache: { enabled: true },
  };

  test("of production is what was built, with its files, the id of its database and limits of its own", () => {
    expect(configure(built, productionTarget(NAMES, "c"), IDS)).toEqual({
      ...built,
      topLevelName: "marquee",
      cache: { enabled: false },
      assets: { binding: "ASSETS", directory: "../deployed" },
      ratelimits: [{ ...built.ratelimits[0], namespace_id: expect.stringMatching(/^[1-9]\d{0,8}$/) }],
      d1_databases: [
        { binding: "CATALOG_A", database_name: "marquee-catalog", database_id: "id-a" },
        { binding: "CATALOG_B", database_name: "marquee-catalog-b", database_id: "id-b" },
        { binding: "CONTROL", database_name: "marquee-control", database_id: "id-control" },
        { binding: "OTHER" },
      ],
    });
  });

  test.each([
    [{ ...built, vars: {} }, productionTarget(NAMES, "c")],
    [{ ...built, routes: [] }, productionTarget(NAMES, "c")],
    [built, previewTarget(NAMES, "b", "c")],
  ])(
    "has the cache in front, unless every response of the API needs a key and our own store works",
    (given, target) => {
      expect(configure(given, target, IDS)).toMatchObject({ cache: { enabled: true } });
    },
  );

  test("of a preview has none of production's upstream, addresses and callers", () => {
    const configured = configure(built, previewTarget(NAMES, "b", "c"), IDS);
    expect(configured).toMatchObject({
      name: "marquee-preview",
      routes: [],
      vars: { IMAGE_BASE_URL: "https://img.example/" },
      d1_databases: [
        { binding: "CATALOG_A", database_name: "marquee-catalog-preview", database_id: "id-a" },
        { binding: "OTHER" },
      ],
    });
    // A key for previews alone selects no source.
    const secrets = { ASSETS: {} as Fetcher, UPSTREAM_API_KEY: "c0ffee00c0ffee00c0ffee00c0ffee00" };
    expect(readConfig({ ...v.parse(Built, configured).vars, ...secrets }).upstream).toBeNull();
    expect(JSON.stringify(configured)).not.toMatch(/up\.example|films\.example|"1001"|keyed|tmdb/);
  });

  test("of each Worker counts its callers apart from the account's others", () => {
    const workers = ["marquee", "marquee-preview", "films"].map((worker) => ({ ...NAMES, worker }));
    const configured = workers.map((names) =>
      v.parse(Built, configure(built, productionTarget(names, "c"), IDS)),
    );
    const namespaces = configured.flatMap(({ ratelimits }) =>
      ratelimits.map(({ namespace_id }) => namespace_id),
    );
    expect(new Set(namespaces).size).toBe(3);
    expect(configure(built, productionTarget(NAMES, "c"), IDS)).toMatchObject({
      ratelimits: configured[0]?.ratelimits,
    });
  });

  test("of a Worker that is created has no domain, and no address that it will not have later", () => {
    const withDomain = configure(built, productionTarget(NAMES, "c"), IDS);
    expect(unrouted(withDomain)).toMatchObject({ routes: [], workers_dev: false });
    expect(unrouted({ ...withDomain, workers_dev: true })).toMatchObject({ routes: [], workers_dev: true });
    expect(unrouted({ ...withDomain, routes: [] })).toMatchObject({ routes: [], workers_dev: true });
  });

  test("of a preview has the upstream set for previews", () => {
    const configured = configure(built, previewTarget(NAMES, "b", "c"), IDS, "https://test.example/v1/");
    const { vars } = v.parse(Built, configured);
    expect(vars).toEqual({
      UPSTREAM_BASE_URL: "https://test.example/v1/",
      UPSTREAM_DIALECT: "tmdb",
      IMAGE_BASE_URL: "https://img.example/",
    });
  });
});
