/** `npm run deploy`: from this checkout to a version that responds and has passed the smoke test. */
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { CommandError, parseOptions, runCommand, UsageError } from "../options.ts";
import { ROOT } from "../wrangler.ts";
import { deploy } from "./deployment.ts";
import { dryRun } from "./dry-run.ts";
import { liveEnvironment } from "./live.ts";
import { configuredNames, previewTarget, productionTarget } from "./target.ts";

const USAGE = `
Usage: npm run deploy -- [options]

Builds, creates and fills the database if necessary, uploads a version, runs the
smoke test against it, and then gives it the traffic: 10, 50 and 100 percent.

  --dry-run        Print every step and command without running any. Needs no account.
  --preview        Deploy to the Worker for previews, under an alias for the branch.
  --branch NAME    Name of the branch, if git does not know it.
  --built          Deploy what npm run build made, without building.
  --pause SECONDS  Time between a share of the traffic and the test of it; 60 by default.
  --take-over      Replace the Worker or the DNS record that serves a custom domain now.

CATALOG_LOCATION or CATALOG_JURISDICTION chooses where the database is created.
`;

await runCommand(USAGE, async () => {
  const { values } = parseOptions({
    options: {
      "dry-run": { type: "boolean", default: false },
      preview: { type: "boolean", default: false },
      branch: { type: "string" },
      built: { type: "boolean", default: false },
      pause: { type: "string", default: "60" },
      "take-over": { type: "boolean", default: false },
    },
  });
  if (!/^\d{1,4}$/.test(values.pause)) throw new UsageError("--pause must be a number of seconds.");
  const isDryRun = values["dry-run"];
  try {
    const names = await configuredNames();
    const target = values.preview
      ? previewTarget(names, values.branch ?? currentBranch(), commit())
      : productionTarget(names, commit());
    const environment = isDryRun
      ? dryRun(target.kind, console.log)
      : liveEnvironment(console.log, interruption());
    const { built, pause, "take-over": takeOver } = values;
    const choices = { built, pause: Number(pause), takeOver };
    const { address } = await deploy(target, choices, environment);
    console.log(isDryRun ? "Dry run: nothing was run." : `Live at ${address}`);
    // A workflow's next step reads the address from here.
    const output = process.env.GITHUB_OUTPUT;
    if (output !== undefined && !isDryRun) appendFileSync(output, `address=${address}\n`);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : thrown;
    throw new CommandError(`${message}\nThe deployment stopped. It is safe to run it again.`);
  }
});

/** The first SIGINT or SIGTERM: the deployment fails at its next pause, and so goes back. A second one ends it. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => controller.abort(new Error(`Interrupted by ${signal}.`)));
  return controller.signal;
}

/** Workers Builds checks out a commit, not a branch. */
function currentBranch(): string {
  return process.env.WORKERS_CI_BRANCH ?? git("rev-parse", "--abbrev-ref", "HEAD");
}

/** For the platform's list of versions. A checkout without git can be deployed as well. */
function commit(): string {
  try {
    return git("rev-parse", "--short", "HEAD");
  } catch {
    return "not under git";
  }
}

function git(...parameters: string[]): string {
  return execFileSync("git", parameters, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}
