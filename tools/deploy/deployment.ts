/**
 * The steps of a deployment, in order. Each can be repeated. What runs keeps the traffic until the
 * new version has passed its test.
 */
import { fillWhenEmpty, findOrCreateDatabase, migrate } from "./catalog.ts";
import { checkLogin } from "./login.ts";
import type { Outside, Upload } from "./outside.ts";
import { uploadPreview } from "./preview.ts";
import { deployProduction } from "./production.ts";
import type { Target } from "./target.ts";

export interface Options {
  /** The build was made before. */
  readonly built: boolean;
}

export async function deploy(target: Target, { built }: Options, outside: Outside): Promise<Upload> {
  await checkLogin(outside);
  if (!built) {
    outside.say("Building.");
    await outside.run({ program: "astro", parameters: ["build", "--config", "site/astro.config.mjs"] });
  }
  const databaseId = await findOrCreateDatabase(target, outside);
  outside.say(`Naming the Worker ${target.worker} and its database in the built configuration.`);
  outside.configure(target, databaseId);
  await migrate(target, outside);
  await fillWhenEmpty(target, outside);
  if (target.alias === null) return await deployProduction(target, outside);
  return await uploadPreview(target, target.alias, outside);
}
