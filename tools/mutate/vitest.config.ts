/** The module tests that MUTATE names, in the real runtime. */
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import config from "../../vitest.config.ts";

const modules = config.test?.projects?.find(
  (project) => typeof project === "object" && "test" in project && project.test?.name === "workerd",
);
if (typeof modules !== "object" || !("test" in modules)) {
  throw new Error("vitest.config.ts has no project for the modules");
}

/**
 * These test many examples, random or from a whole catalog, and take over ten seconds for each change that survives. Other
 * tests hold the same with single examples.
 */
const TOO_LONG = [
  "test/cache/stateful.test.ts",
  "test/origins/catalog/{filtered,paging}.test.ts",
  "test/origins/catalog/relevance/{people,relevance}.test.ts",
];

/** Files that fill a database, from quick to slow. They only run if no other test has detected the change. */
const LAST = ["search", "browse", "loading", "people"];

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  return LAST.findIndex((name) => moduleId.endsWith(`/catalog/${name}.test.ts`));
}

const { plugins, test } = modules;
export default defineConfig({
  plugins,
  test: {
    ...test,
    include: [process.env.MUTATE ?? ""],
    exclude: [...configDefaults.exclude, ...TOO_LONG],
    // One runtime for all files: starting them would take most of the time.
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: QuickFirst },
  },
});
