/** From a built Worker to a version that answers; what was running comes back when it does not. */
import * as v from "valibot";
import { asTyped, type Command, configuredWrangler } from "./command.ts";
import type { Outside, Upload } from "./outside.ts";
import type { Target } from "./target.ts";

const Deployment = v.object({
  versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
});

/** The version that most requests go to; `null`: the Worker does not exist yet. */
export async function runningVersion({ worker }: Target, outside: Outside): Promise<string | null> {
  outside.say(`Asking which version of ${worker} is running.`);
  let printed: string;
  try {
    printed = await outside.run(configuredWrangler("deployments", "status", "--json"));
  } catch (thrown) {
    // 10007: there is no Worker of this name.
    if (/\b10007\b|does not exist/.test(String(thrown))) return null;
    throw thrown;
  }
  const { versions } = v.parse(Deployment, JSON.parse(printed));
  return versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id ?? null;
}

export async function deployProduction(target: Target, outside: Outside): Promise<Upload> {
  const before = await runningVersion(target, outside);
  outside.say(`Deploying ${target.worker}. ${fallback(before)}`);
  const upload = await outside.upload(configuredWrangler("deploy", "--message", target.message));
  try {
    await verify(upload, outside);
  } catch (thrown) {
    await rollBack(before, outside);
    throw thrown;
  }
  return upload;
}

function fallback(before: string | null): string {
  if (before === null) return "It is the first version: there is none to go back to.";
  return `Should it fail its test, what runs now is put back: ${asTyped(rollback(before))}`;
}

async function rollBack(before: string | null, outside: Outside): Promise<void> {
  if (before === null) return;
  outside.say(`The new version failed: going back to ${before}.`);
  await outside.run(rollback(before));
  outside.say(`Version ${before} is running again.`);
}

function rollback(before: string): Command {
  return configuredWrangler("rollback", before, "--yes", "--message", "the version after it failed its test");
}

/** An alias can only be given to a version of a Worker that exists. */
export async function uploadPreview(target: Target, alias: string, outside: Outside): Promise<Upload> {
  if ((await runningVersion(target, outside)) === null) {
    outside.say(`There is none: creating the Worker ${target.worker} for previews.`);
    await outside.upload(
      configuredWrangler("deploy", "--tag", PREVIEW_TAG, "--message", "made for previews"),
    );
  }
  const secrets = outside.writePreviewSecrets();
  outside.say(`Uploading a version of ${target.worker} as ${alias}.`);
  const upload = await outside.upload(
    configuredWrangler(
      ...["versions", "upload", "--preview-alias", alias],
      ...["--tag", PREVIEW_TAG, "--message", target.message],
      ...(secrets === null ? [] : ["--secrets-file", secrets]),
    ),
  );
  await verify(upload, outside);
  return upload;
}

/** The Worker reads it back from its own version and tells robots to stay away (`worker/http/version.ts`). */
const PREVIEW_TAG = "preview";

async function verify({ address, version }: Upload, outside: Outside): Promise<void> {
  outside.say(`Waiting until version ${version} answers at ${address}.`);
  await outside.untilAnswering(address, version);
  outside.say("Running the smoke test against it.");
  await outside.run(smokeTest(address));
}

function smokeTest(address: string): Command {
  return {
    program: "vitest",
    parameters: ["run", "--project", "product", "test/product/smoke.test.ts"],
    settings: { TARGET_URL: address },
  };
}
