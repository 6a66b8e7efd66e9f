/**
 * Four kinds of tests. `workerd`: single modules, inside the real runtime, with the real Cache
 * API and D1. `repository`: what is true of the sources, and the tools. `platform`: what is true of the build, how it is
 * deployed, and what callers see through a model of the platform's cache.
 * `product`: the built Worker over HTTP and in a browser, in front of `npm start` where that is the subject;
 * with TARGET_URL set, a deployment in its place. `front`: some of these once more, through a model of
 * the platform's cache; `tmdb`: those that hold for every source, in front of TMDB's stand-in.
 */
import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { afterSetup } from "./test/after-setup.ts";
import { COPY } from "./test/built-copy.ts";
import { closingLine } from "./test/closing-line.ts";
import { LongestFirst } from "./test/longest-first.ts";

// The tools take the copy that tests build for the checkout.
process.env.MARQUEE_ROOT = COPY;

/** Folders of tests for single modules, for the repository and for the platform; all others test the product. */
const WORKERD = [
  "test/{cache,catalog,changes,contract,filters,match,resources,source,text,tmdb,understanding,upstream,web}/**/*.test.ts",
];
const REPOSITORY = ["test/{structure,tools}/**/*.test.ts"];
const PLATFORM = ["test/{deploy,platform}/**/*.test.ts"];
/**
 * Tests of the product once more, through the cache in front: clients of the API and visitors must not notice it. What it
 * stores, for how long and under which key is the subject of test/platform.
 */
const BEHIND_FRONT = ["test/api/transcript.test.ts", "test/product/smoke.test.ts"];

const migrations = await readD1Migrations("worker/catalog/store/migrations");
const controlMigrations = await readD1Migrations("worker/changes/migrations");

export default defineConfig({
  test: {
    reporters: ["default", closingLine],
    // Two at a time, on two cores as well; three took no less time.
    maxWorkers: 2,
    // A process for each file would load wrangler and start a runtime anew each time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Compiled code of the commands that tests run over and over.
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
          globalSetup: ["test/upstream/server.ts", "test/tmdb/server.ts"],
          setupFiles: ["test/empty-storage.ts"],
          fsModuleCache: false,
          // Some hold many requests to a real cache or database, and a machine may be busy.
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
