/** The tests of the modules of one part of `worker/`, in the real runtime; which MUTATE names. */
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
 * Many examples, made at random or drawn from a whole catalog: ten seconds and more for each change that survives. What they
 * hold, others hold by single examples.
 */
const TOO_LONG = [
  "test/cache/stateful.test.ts",
  "test/origins/catalog/{filtered,paging}.test.ts",
  "test/origins/catalog/relevance/{people,relevance}.test.ts",
];

/** From quick to slow. These fill a database, and run only where no other test has noticed the change. */
const LAST = ["search", "browse", "loading", "people", "load-state"];

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
    // One runtime for all files: most of the time of a run would go into starting them.
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: QuickFirst },
  },
});
