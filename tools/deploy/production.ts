/**
 * From a built Worker to a version that has the traffic and has passed its test. A new version is
 * deployed with none of the traffic beside the one that runs, and asked by the platform's version
 * override, under production's own address (workers/versions-and-deployments/version-overrides).
 */
import { Unreachable } from "./answering.ts";
import { asTyped, type Command, configuredWrangler } from "./command.ts";
import { deployFirst, firstDeployment, runningVersion } from "./first-version.ts";
import type { Outside, Upload } from "./outside.ts";
import type { Target } from "./target.ts";
import { readTriggers } from "./upload.ts";
import { verify } from "./verify.ts";

export async function deployProduction(target: Target, outside: Outside): Promise<Upload> {
  const first = firstDeployment(target);
  outside.say(`A new version is tested before it gets traffic. Only the first is not: ${asTyped(first)}`);
  const running = await runningVersion(target, outside);
  if (running !== null) return await replace(running, target, outside);
  outside.say(`Deploying ${target.worker}. There is no version to go back to.`);
  const { version, address } = await deployFirst(first, outside);
  if (address === null) throw new Error(`Version ${version} is deployed, but ${ADDRESSLESS}.`);
  await verify({ version, address }, outside);
  return { version, address };
}

const ADDRESSLESS = "the Worker has no address to test it at: see workers_dev and routes in wrangler.toml";

async function replace(running: string, target: Target, outside: Outside): Promise<Upload> {
  outside.say(`Uploading a version of ${target.worker}; ${running} goes on.`);
  const { version } = await outside.upload(
    configuredWrangler("versions", "upload", "--message", target.message),
  );
  const address = await deployTriggers(target, outside);
  outside.say(`Deploying ${version} with none of the traffic.`);
  await outside.run(split([`${running}@100%`, `${version}@0%`], target.message));
  const promotion = split([`${version}@100%`], target.message);
  const withdrawal = split([`${running}@100%`], "the version after it failed its test");
  outside.say(`Should it fail its test, it is taken out again: ${asTyped(withdrawal)}`);
  try {
    await verify({ version, address, override: `${target.worker}="${version}"` }, outside);
  } catch (thrown) {
    if (thrown instanceof Unreachable) throw new Unreachable(`${thrown.message}\n${untested(promotion)}`);
    outside.say(`It failed, and gets no traffic: ${running} goes on.`);
    await outside.run(withdrawal);
    throw thrown;
  }
  outside.say(`It passed: giving ${version} the traffic.`);
  await outside.run(promotion);
  return { version, address };
}

/** Routes, domains and schedules belong to the Worker, and an upload of a version leaves them as they are. */
async function deployTriggers({ worker }: Target, outside: Outside): Promise<string> {
  outside.say(`Bringing the addresses of ${worker} up to date; the version that runs answers at new ones.`);
  const address = readTriggers(await outside.run(configuredWrangler("triggers", "deploy")));
  if (address !== null) return address;
  throw new Error(`The new version gets no traffic, since ${ADDRESSLESS}.`);
}

function split(versions: readonly string[], message: string): Command {
  return configuredWrangler("versions", "deploy", ...versions, "--yes", "--message", message);
}

function untested(promotion: Command): string {
  return `It has no traffic until it is tested: deploy again, or test it and then run\n${asTyped(promotion)}`;
}
