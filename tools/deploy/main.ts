/** Deploys this checkout, and tests the new version before it receives traffic (`npm run deploy`). */
import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { build } from "../builds.ts";
import { configuredDatabases } from "../databases.ts";
import { CommandError, parseOptions, runCommand } from "../options.ts";
import { ROOT, readConfiguration } from "../wrangler.ts";
import { chooseAccount } from "./api.ts";
import { openDeployer } from "./deployer.ts";
import { deployPreview, deployProduction, rollBack } from "./deployment.ts";

const USAGE = `
Usage: npm run deploy -- [options]

Builds, creates and fills the databases if necessary, uploads a version, runs the
smoke test against it, and then gives it the traffic.

  --dry-run    Print the commands and calls of the API, and do nothing. Needs no account.
  --preview    Deploy the branch as a preview.
  --built      Deploy what npm run build made, without building.
  --roll-back VERSION
               Give the traffic back to an earlier version, and purge what the one that
               runs now has stored. Needs ADMIN_TOKEN.
  --take-over  Replace the Worker or the DNS record that serves a custom domain now.

CATALOG_LOCATION or CATALOG_JURISDICTION chooses where the databases are created.
`;

await runCommand(USAGE, async () => {
  const { values } = parseOptions({
    options: {
      "dry-run": { type: "boolean", default: false },
      preview: { type: "boolean", default: false },
      built: { type: "boolean", default: false },
      "roll-back": { type: "string" },
      "take-over": { type: "boolean", default: false },
    },
  });
  const isDry = values["dry-run"];
  try {
    const [configured, databases] = [await readConfiguration(), await configuredDatabases()];
    const deployer = openDeployer(isDry ? "<account>" : await chooseAccount(configured), isDry);
    const version = values["roll-back"];
    if (!values.built && version === undefined) {
      console.log("Building.\n  $ npm run build");
      if (!isDry) await build();
    }
    const choices = { commit: commit(), takeOver: values["take-over"] };
    const deploy = () =>
      values.preview
        ? deployPreview(configured, databases, deployer)
        : deployProduction(configured, databases, choices, deployer);
    const address = await (version === undefined ? deploy() : rollBack(configured, version, deployer));
    if (isDry) return console.log("Dry run. Nothing was changed.");
    console.log(`Live at ${address}`);
    // Later steps of a GitHub workflow read the URL from this file.
    const output = process.env.GITHUB_OUTPUT;
    if (output !== undefined) appendFileSync(output, `address=${address}\n`);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : thrown;
    throw new CommandError(`${message}\nThe deployment stopped. You can safely run it again.`);
  }
});

/**
 * Returns the commit, which Cloudflare shows in the list of versions. Does not fail for a checkout without Git, which
 * can also be deployed.
 */
function commit(): string {
  try {
    const parameters = ["rev-parse", "--short", "HEAD"];
    return execFileSync("git", parameters, {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "not under git";
  }
}
