/** What stands between an upload and its smoke test: wrangler's report, and the wait for the version. */
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answering } from "../../tools/deploy/answering.ts";
import { configure } from "../../tools/deploy/configuration.ts";
import { previewTarget, productionTarget } from "../../tools/deploy/target.ts";
import { readUpload } from "../../tools/deploy/upload.ts";
import { freePort } from "../product/server.ts";

const NAMES = { worker: "marquee", database: "marquee-catalog" };

describe("wrangler's report of an upload", () => {
  const session = JSON.stringify({ type: "wrangler-session", version: 1 });
  const deployed = (targets: string[]) => JSON.stringify({ type: "deploy", version_id: "v1", targets });

  test.each([
    ["https://marquee.me.workers.dev", "https://marquee.me.workers.dev"],
    ["films.example (custom domain)", "https://films.example"],
  ])("gives the address of %s", (target, address) => {
    expect(readUpload(`${session}\n${deployed([target])}\n`)).toEqual({ version: "v1", address });
  });

  test("gives a preview's address by its alias", () => {
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
    ["", ""],
    [deployed([]), "no address"],
    [JSON.stringify({ type: "version-upload", version_id: "v2" }), "no address"],
  ])("is refused when it names none: %j", (lines, reason) => {
    expect(() => readUpload(lines)).toThrow(reason);
  });
});

describe("waiting for a version", () => {
  let versions: string[] = [];
  let address: string;
  const server = createServer((_request, response) => {
    const version = versions.length > 1 ? versions.shift() : versions[0];
    if (version === undefined) return response.destroy();
    response.setHeader("Marquee-Version", version);
    return response.writeHead(400).end();
  });
  beforeAll(async () => {
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${port}`;
  });
  afterAll(() => server.close());

  const wait = async () => {};

  test("ends when it has answered three times in a row", async () => {
    versions = ["old", "new", "old", "new", "new", "new", "rest"];
    await answering({ address, version: "new", fetch, wait });
    expect(versions).toEqual(["rest"]);
  });

  test("fails, saying what answers in its place, when it never does", async () => {
    versions = ["old"];
    await expect(answering({ address, version: "new", fetch, wait })).rejects.toThrow("old does");
  });

  test("fails when nothing answers", async () => {
    versions = [];
    await expect(answering({ address, version: "new", fetch, wait })).rejects.toThrow("does not answer");
  });
});

describe("the configuration of a deployment", () => {
  const built = {
    name: "marquee",
    vars: {
      UPSTREAM_BASE_URL: "https://up.example/v1/",
      ACCESS: "keyed",
      IMAGE_BASE_URL: "https://img.example/",
    },
    assets: { binding: "ASSETS", directory: "../client" },
    routes: [{ pattern: "films.example", custom_domain: true }],
    d1_databases: [{ binding: "CATALOG", database_name: "x", database_id: "0" }, { binding: "OTHER" }],
    ratelimits: [{ name: "API_LIMIT", namespace_id: "1001", simple: { limit: 120, period: 60 } }],
  };

  test("of production is what was built, with the id of its database", () => {
    expect(configure(built, productionTarget(NAMES, "c"), "the-id")).toEqual({
      ...built,
      topLevelName: "marquee",
      d1_databases: [
        { binding: "CATALOG", database_name: "marquee-catalog", database_id: "the-id" },
        { binding: "OTHER" },
      ],
    });
  });

  test("of a preview has no upstream, no address and no callers of production's", () => {
    const configured = configure(built, previewTarget(NAMES, "b", "c"), "the-id");
    expect(configured).toMatchObject({
      name: "marquee-preview",
      routes: [],
      vars: { IMAGE_BASE_URL: "https://img.example/" },
    });
    expect(JSON.stringify(configured)).not.toMatch(/up\.example|films\.example|"1001"|keyed/);
  });

  test("of a preview has the upstream that is given to previews", () => {
    const configured = configure(built, previewTarget(NAMES, "b", "c"), "id", "https://test.example/v1/");
    expect(configured).toMatchObject({ vars: { UPSTREAM_BASE_URL: "https://test.example/v1/" } });
  });
});
