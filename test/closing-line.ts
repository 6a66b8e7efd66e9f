/**
 * Prints the number of passed and failed tests as the last line. During `npm test`, `npm run check` runs next to the
 * tests and counts as one of them.
 */
import { execFile } from "node:child_process";
import { setPriority } from "node:os";
import { promisify } from "node:util";
import type { Reporter } from "vitest/node";

/** Returns true if `npm run check` succeeds. Prints its errors otherwise. */
async function check(): Promise<boolean> {
  // Without this setting, the command would check the copy that tests run.
  const env = { ...process.env, MARQUEE_ROOT: undefined };
  const running = promisify(execFile)("node", ["tools/check.ts"], { env });
  // A low priority, so that the check mostly uses the time in which tests wait.
  if (running.child.pid !== undefined) setPriority(running.child.pid, 10);
  return await running.then(
    () => true,
    (failed) => {
      console.error(`npm run check failed:\n${failed.stderr}`);
      process.exitCode = 1;
      return false;
    },
  );
}

/** The result of `npm run check`, or `null` if only tests were requested. */
let checked: Promise<boolean> | null = null;

export const closingLine: Reporter = {
  // The check does not start with this module, because every project loads the configuration again.
  onInit() {
    if (process.env.npm_lifecycle_event === "test") checked = check();
  },

  async onTestRunEnd(modules, unhandled) {
    const results = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    );
    const checks = checked === null ? [] : [await checked];
    const passed = [...results.filter((state) => state === "passed"), ...checks.filter(Boolean)].length;
    // When a file or a hook fails, its tests never run.
    const broken = modules
      .flatMap((module) => [module, ...module.children.allSuites()])
      .filter((part) => part.state() === "failed" && part.errors().length > 0).length;
    const failed =
      [...results.filter((state) => state === "failed"), ...checks.filter((isPassed) => !isPassed)].length +
      broken +
      unhandled.length;
    process.on("exit", () => console.log(`${passed} passed, ${failed} failed`));
  },
};
