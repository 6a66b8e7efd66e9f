/** Prints the number of passed and failed tests as the last line. */
import type { Reporter } from "vitest/node";

export const closingLine: Reporter = {
  onTestRunEnd(modules, unhandled) {
    const results = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const passed = results.filter((state) => state === "passed").length;
    // When a file or a hook fails, its tests never run.
    const broken = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .filter((part) => part.state() === "failed" && part.errors().length > 0).length;
    const failed = results.filter((state) => state === "failed").length + broken + unhandled.length;
    process.on("exit", () => console.log(`${passed} passed, ${failed} failed`));
  },
};
