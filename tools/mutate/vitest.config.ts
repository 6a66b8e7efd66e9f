/** The tests of the modules of one folder of `worker/`, which MUTATE names, in the real runtime. */
import { configDefaults, defineConfig } from "vitest/config";
import config from "../../vitest.config.ts";

const modules = config.test?.projects?.find(
  (project) => typeof project === "object" && "test" in project && project.test?.name === "workerd",
);
if (typeof modules !== "object" || !("test" in modules)) {
  throw new Error("vitest.config.ts has no project for the modules");
}

const { plugins, test } = modules;
export default defineConfig({
  plugins,
  test: {
    ...test,
    include: [`test/${process.env.MUTATE}/**/*.test.ts`],
    // Histories made at random take ten seconds a run, and longer to be shortened when one fails.
    exclude: [...configDefaults.exclude, "test/cache/stateful.test.ts"],
    // One runtime for all files: most of the time of a run would go into starting them.
    isolate: false,
    maxWorkers: 1,
  },
});
