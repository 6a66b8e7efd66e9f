/**
 * Six projects. `workerd` tests single modules inside the real runtime, with the real Cache API and D1. `repository`
 * tests the sources, workflows and tools, and `platform` the build, its deployment, and what callers see through a
 * model of the CDN cache. `product` tests the built Worker over HTTP and in a browser, or a deployment if TARGET_URL is
 * set. `front` repeats some of these tests through the model of the CDN cache, and `tmdb` repeats the tests that hold for
 * every source in front of TMDB's stand-in.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { afterSetup } from "./test/after-setup.ts";
import { COPY } from "./test/built-copy.ts";
import { closingLine } from "./test/closing-line.ts";
import { LongestFirst } from "./test/longest-first.ts";

// The tools use the copy of the checkout that tests build.
process.env.MARQUEE_ROOT = COPY;

// The pool stops its workers before they can remove what they have written, so a run has its own temporary folder.
const temporary = mkdtempSync(join(tmpdir(), "marquee-tests-"));
process.env.TMPDIR = temporary;
process.on("exit", () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));

/** Test folders of the first three projects. All others test the product. */
const WORKERD = [
  "test/{cache,catalog,changes,contract,filters,match,resources,source,text,tmdb,tmdb-api,understanding,upstream,web}/**/*.test.ts",
];
const REPOSITORY = ["test/{structure,tools}/**/*.test.ts"];
const PLATFORM = ["test/{deploy,platform}/**/*.test.ts"];
/** Tests of the product that are repeated behind the CDN cache, because callers must not notice it. */
const BEHIND_FRONT = ["test/api/transcript.test.ts", "test/product/smoke.test.ts"];

const migrations = await readD1Migrations("worker/catalog/store/migrations");
const controlMigrations = await readD1Migrations("worker/changes/migrations");

export default defineConfig({
  test: {
    reporters: ["default", closingLine],
    // On two cores, three workers took no less time.
    maxWorkers: 2,
    // A process for each file would load wrangler and start a runtime each time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A cache of compiled code for commands that tests run repeatedly.
    env: { NODE_COMPILE_CACHE: resolve("node_modules/.cache/node") },
    projects: [
      {
        plugins: [
          cloudflareTest({
            miniflare: {
              compatibilityDate: "2026-10-01",
              d1Databases: ["CATALOG_A", "CATALOG_B", "CONTROL"],
              bindings: { MIGRATIONS: migrations, CONTROL_MIGRATIONS: controlMigrations },
            },
          }),
        ],
        test: {
          name: "workerd",
          include: WORKERD,
          globalSetup: ["test/upstream/server.ts", "test/tmdb/server.ts", "test/source/commons-server.ts"],
          setupFiles: ["test/empty-storage.ts"],
          fsModuleCache: false,
          // Some tests send many requests to a real cache or database, and the machine may be busy.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "repository",
          include: REPOSITORY,
          globalSetup: ["test/copied.ts"],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "platform",
          include: PLATFORM,
          globalSetup: ["test/built-copy.ts"],
          pool: afterSetup,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "product",
          include: ["test/**/*.test.ts"],
          exclude: [...WORKERD, ...REPOSITORY, ...PLATFORM],
          globalSetup: ["test/product/setup.ts"],
          pool: afterSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A browser on a busy machine, slowed down further by some tests.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: "tmdb",
          include: ["test/api/{addresses,property}.test.ts", "test/product/smoke.test.ts"],
          globalSetup: ["test/tmdb/served.ts"],
          pool: afterSetup,
          env: { GENERATED_REQUESTS: "240" },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "front",
          include: BEHIND_FRONT,
          globalSetup: ["test/platform/served.ts"],
          pool: afterSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
