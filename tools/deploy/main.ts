/**
 * `npm run deploy`: from this checkout to a version that answers and has passed the smoke test.
 *
 *     --dry-run         show every step and command; needs no account
 *     --preview         to the Worker for previews, under an alias made from the branch's name
 *     --branch NAME     the branch, where git does not know it
 *     --built           deploy what was built before
 */
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { parseOptions } from "../options.ts";
import { ROOT } from "../wrangler.ts";
import { deploy } from "./deployment.ts";
import { realOutside } from "./real.ts";
import { rehearsal } from "./rehearsal.ts";
import { names, previewTarget, productionTarget, type Target } from "./target.ts";

const { values } = parseOptions("npm run deploy [-- --dry-run] [--preview] [--branch NAME] [--built]", {
  options: {
    "dry-run": { type: "boolean", default: false },
    preview: { type: "boolean", default: false },
    branch: { type: "string" },
    built: { type: "boolean", default: false },
  },
});

try {
  const target = chosenTarget();
  const outside = values["dry-run"] ? rehearsal(target.kind, console.log) : realOutside(console.log);
  const { address } = await deploy(target, { built: values.built }, outside);
  console.log(values["dry-run"] ? "Nothing was run." : `It answers at ${address}`);
  // A workflow's next step reads the address from here.
  const output = process.env.GITHUB_OUTPUT;
  if (output !== undefined && !values["dry-run"]) appendFileSync(output, `address=${address}\n`);
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  console.error("The deployment stopped. It is safe to run it again.");
  process.exitCode = 1;
}

function chosenTarget(): Target {
  const commit = describeCommit();
  if (!values.preview) return productionTarget(names(), commit);
  // Workers Builds checks out a commit, not a branch.
  const branch = values.branch ?? process.env.WORKERS_CI_BRANCH ?? git("rev-parse", "--abbrev-ref", "HEAD");
  return previewTarget(names(), branch, commit);
}

/** For the platform's list of versions; a checkout without git is deployed just as well. */
function describeCommit(): string {
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
