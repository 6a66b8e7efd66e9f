/** A version for a branch, in the Worker for previews. */
import { configuredWrangler } from "./command.ts";
import { deployFirst, firstDeployment, runningVersion } from "./first-version.ts";
import type { Outside, Upload } from "./outside.ts";
import type { Target } from "./target.ts";
import { verify } from "./verify.ts";

/** The Worker reads it back from its own version and tells robots to stay away (`worker/http/site.ts`). */
const PREVIEW_TAG = "preview";

/** An alias can only be given to a version of a Worker that exists. */
export async function uploadPreview(target: Target, alias: string, outside: Outside): Promise<Upload> {
  if ((await runningVersion(target, outside)) === null) {
    outside.say(`There is none: creating the Worker ${target.worker} for previews.`);
    const empty = { ...target, message: "made for previews" };
    await deployFirst(firstDeployment(empty, "--tag", PREVIEW_TAG), outside);
  }
  const secrets = outside.writePreviewSecrets();
  outside.say(`Uploading a version of ${target.worker} as ${alias}.`);
  const { version, address } = await outside.upload(
    configuredWrangler(
      ...["versions", "upload", "--preview-alias", alias],
      ...["--tag", PREVIEW_TAG, "--message", target.message],
      ...(secrets === null ? [] : ["--secrets-file", secrets]),
    ),
  );
  if (address === null) throw new Error("The preview has no address: see workers_dev and preview_urls.");
  await verify({ version, address }, outside);
  return { version, address };
}
