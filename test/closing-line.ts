/** The last line of a run, for machines: how many tests passed and failed. */
import type { Reporter } from "vitest/node";

export const closingLine: Reporter = {
  onTestRunEnd(modules, unhandled) {
    const results = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const passed = results.filter((state) => state === "passed").length;
    // A file that could not be loaded has no tests and fails all the same.
    const broken = modules.filter(
      (module) => module.state() === "failed" && module.errors().length > 0,
    ).length;
    const failed = results.filter((state) => state === "failed").length + broken + unhandled.length;
    process.on("exit", () => console.log(`${passed} passed, ${failed} failed`));
  },
};
