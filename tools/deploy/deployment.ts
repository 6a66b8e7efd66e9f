/**
 * Runs the steps of a deployment in order. Each step can be repeated. The new version is first deployed without
 * traffic. The smoke test reaches it at production's URL with a version override
 * (developers.cloudflare.com/workers/versions-and-deployments/version-overrides). Only if it passes does the new
 * version replace the running one.
 */
import * as v from "valibot";
import type { Databases } from "../databases.ts";
import { CommandError } from "../options.ts";
import { afterWithdrawal, requestPurge } from "../purge.ts";
import {
  CONFIGURATION,
  type Configured,
  configure,
  configureEmpty,
  DEPLOYED_FILES,
  EMPTY,
  isAtWorkersDev,
  PREVIEW_BINDINGS,
  preview,
  production,
  routedHost,
  UNROUTED,
} from "./configuration.ts";
import { enableReplicas, fillWhenEmpty, findOrCreate, migrateRemotely } from "./databases.ts";
import { asTyped, type Command, type Deployer } from "./deployer.ts";
import { checkDomains } from "./domains.ts";
import { addEarlierFiles } from "./files.ts";
import { responding, type TestedVersion } from "./responding.ts";

function wrangler(...parameters: string[]): Command {
  return { program: "wrangler", parameters: [...parameters, "--config", CONFIGURATION] };
}

const Uploaded = v.object({ type: v.picklist(["deploy", "version-upload"]), version_id: v.string() });
const UPLOADED = { type: "version-upload", version_id: "<version>" } as const;

interface Choices {
  readonly commit: string;
  /** Whether to take over custom domains that something else serves at present. */
  readonly takeOver: boolean;
}

export async function deployProduction(
  configured: Configured,
  named: Databases,
  { commit, takeOver }: Choices,
  deployer: Deployer,
): Promise<string> {
  const { print, run, upload } = deployer;
  const { name: worker = "" } = configured;
  const address = await findWorkerUrl(configured, deployer);
  const running = await runningVersion(worker, deployer);
  if (running === null || deployer.isDry) await tryUpload(worker, deployer);
  const ids = {
    CATALOG_A: await findOrCreate(named.CATALOG_A.name, deployer),
    CATALOG_B: await findOrCreate(named.CATALOG_B.name, deployer),
    CONTROL: await findOrCreate(named.CONTROL.name, deployer),
  };
  const siteUrl = findSiteUrl(configured, running, address);
  print(`SITE_URL is ${siteUrl}.`);
  if (!deployer.isDry) configure((built) => production(built, siteUrl, ids));
  await migrateRemotely(Object.keys(ids), deployer);
  await fillWhenEmpty([ids.CATALOG_A, ids.CATALOG_B], deployer);
  await enableReplicas(ids, deployer);

  let version: string | null = null;
  if (running === null || deployer.isDry) {
    print(
      `If ${worker} does not run yet, its first version goes live untested. Later versions are tested first.`,
    );
    const parameters = ["deploy", "--message", commit, "--config", UNROUTED];
    version = (await upload({ program: "wrangler", parameters }, Uploaded, UPLOADED)).version_id;
  }
  await checkDomains(configured, takeOver, deployer);
  await run(wrangler("triggers", "deploy"));
  if (running === null) await verify({ address, version }, deployer);
  else await replace(running, { worker, address, commit }, deployer);
  return address;
}

/**
 * Uploads a Worker without code and deletes it. Throws if the account cannot upload, for example because its e-mail
 * address is not verified (code 10034). No other call of the API tells this before the databases are created.
 */
async function tryUpload(worker: string, { account, print, run, call, isDry }: Deployer): Promise<void> {
  print(`If ${worker} does not run yet, uploading is tried before databases are created.`);
  const name = isDry ? "<empty Worker>" : configureEmpty(worker);
  await run({ program: "wrangler", parameters: ["deploy", "--config", EMPTY] });
  await call({ method: "DELETE", path: `/accounts/${account}/workers/scripts/${name}` }, v.unknown(), null);
}

interface Replacement {
  readonly worker: string;
  readonly address: string;
  readonly commit: string;
}

async function replace(
  running: RunningVersion,
  { worker, address, commit }: Replacement,
  deployer: Deployer,
): Promise<void> {
  const { print, run, upload, isDry } = deployer;
  const kept = isDry ? 0 : await addEarlierFiles(DEPLOYED_FILES, address, Date.now(), deployer.fetch);
  print(`Files of earlier builds that are kept for a day: ${kept}.`);
  const uploaded = await upload(wrangler("versions", "upload", "--message", commit), Uploaded, UPLOADED);
  const version = uploaded.version_id;
  const withdrawal = trafficTo([`${running.id}@100%`], `back from ${commit}`);
  await run(trafficTo([`${running.id}@100%`, `${version}@0%`], commit));
  try {
    await verify({ address, version, override: `${worker}="${version}"` }, deployer);
  } catch (thrown) {
    print(`The version failed its test, and had no traffic. Withdrawing it. ${running.id} keeps running.`);
    await run(withdrawal);
    await purgeVersion(version, address, deployer);
    throw new CommandError(`${thrown instanceof Error ? thrown.message : thrown}\n${BEFORE_SECRETS}`);
  }
  print(`The version passed its test. To roll back later: npm run deploy -- --roll-back ${running.id}`);
  await run(trafficTo([`${version}@100%`], commit));
}

/** Gives all traffic to an earlier version, and purges what the one that ran before has stored. */
export async function rollBack(configured: Configured, version: string, deployer: Deployer): Promise<string> {
  const { name: worker = "" } = configured;
  const address = await findWorkerUrl(configured, deployer);
  const running = await runningVersion(worker, deployer);
  if (running === null || running.id === version)
    throw new CommandError(`${worker} cannot go back from ${running?.id ?? "nothing"} to ${version}.`);
  await deployer.run(trafficTo([`${version}@100%`], `back from ${running.id}`));
  // Until then, the other version may still store responses.
  if (!deployer.isDry) await responding({ address, version }, deployer.fetch, deployer.wait);
  await purgeVersion(running.id, address, deployer);
  return address;
}

/** Purges what a version has stored. If this fails, prints the reason and the command for it. */
async function purgeVersion(
  version: string,
  site: string,
  { print, fetch, wait, isDry }: Deployer,
): Promise<void> {
  if (isDry) return;
  const token = process.env.ADMIN_TOKEN;
  const options = { purge: afterWithdrawal(version), site, token, print, wait };
  await requestPurge({ ...options, fetch: (url, init) => fetch(url.href, init) }).catch((thrown: unknown) => {
    if (!(thrown instanceof CommandError)) throw thrown;
    print(thrown.message);
  });
}

function trafficTo(versions: readonly string[], message: string): Command {
  return wrangler("versions", "deploy", ...versions, "--yes", "--message", message);
}

/**
 * Advice after a version was withdrawn. Until the next deployment, `wrangler secret put` fails with error 10215,
 * because the latest version is not the running one, and `wrangler versions secret put` would create a version based
 * on the withdrawn one.
 */
const BEFORE_SECRETS =
  'Do not set a secret before a deployment passes. See "The deployment withdrew a version" in docs/runbooks.md.';

const Urls = v.looseTuple([v.pipe(v.string(), v.url())]);
/**
 * Wrangler's report. `preview_urls` stay the same for a preview, and `deployment_urls` belong to this deployment
 * only.
 */
const Preview = v.object({ type: v.literal("preview"), preview_urls: Urls, deployment_urls: Urls });
const PREVIEW: v.InferOutput<typeof Preview> = {
  type: "preview",
  preview_urls: ["https://<preview>.workers.dev"],
  deployment_urls: ["https://<deployment>.workers.dev"],
};

/** Deploys a preview and returns its URL. Wrangler names the preview after the Git branch. */
export async function deployPreview(
  { name: worker = "" }: Configured,
  named: Databases,
  deployer: Deployer,
): Promise<string> {
  const name = `${named.CATALOG_A.name}-preview`;
  const id = await findOrCreate(name, deployer);
  if (!deployer.isDry) configure((built) => preview(built, `${worker}-preview`, { name, id }));
  await migrateRemotely(PREVIEW_BINDINGS, deployer);
  await fillWhenEmpty([id], deployer);
  await enableReplicas({ [name]: id }, deployer);
  const deployed = await deployer.upload(wrangler("preview"), Preview, PREVIEW);
  await verify({ address: deployed.deployment_urls[0], version: null }, deployer);
  return deployed.preview_urls[0];
}

const Subdomain = v.object({ subdomain: v.string() });
const isMissing = (thrown: unknown) => /\[code: 10007\]/.test(String(thrown));

/** Returns the URL of the deployment: the first host in its routes, or otherwise its URL at `workers.dev`. */
async function findWorkerUrl(configured: Configured, { account, call }: Deployer): Promise<string> {
  const host = routedHost(configured);
  if (host !== null) return `https://${host}`;
  if (!isAtWorkersDev(configured))
    throw new CommandError("The Worker has no URL. Set workers_dev or routes in wrangler.toml.");
  const path = `/accounts/${account}/workers/subdomain`;
  const { subdomain } = await call({ method: "GET", path }, Subdomain, { subdomain: "<account>" }).catch(
    (thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown;
      const page = `https://dash.cloudflare.com/${account}/workers/onboarding`;
      const choose = `Choose one at ${page}, or give the Worker a route in wrangler.toml`;
      throw new CommandError(`The account has no workers.dev subdomain yet. ${choose}.`);
    },
  );
  return `https://${configured.name}.${subdomain}.workers.dev`;
}

/**
 * Returns SITE_URL from `wrangler.toml`, or from the running version. Defaults to the deployment's URL. If the Worker
 * has routes now, a URL at `workers.dev` from the running version is ignored.
 */
export function findSiteUrl(
  { vars, routes = [] }: Configured,
  running: RunningVersion | null,
  address: string,
): string {
  const isFormer = routes.length > 0 && running?.siteUrl?.endsWith(".workers.dev");
  return String(vars.SITE_URL || (!isFormer && running?.siteUrl) || address);
}

interface RunningVersion {
  readonly id: string;
  readonly siteUrl: string | undefined;
}

const Traffic = v.object({ version_id: v.string(), percentage: v.number() });
const Deployments = v.object({ deployments: v.array(v.object({ versions: v.array(Traffic) })) });
const DEPLOYED = { deployments: [{ versions: [{ version_id: "<running version>", percentage: 100 }] }] };
const Version = v.object({
  resources: v.object({
    bindings: v.array(v.object({ name: v.string(), text: v.optional(v.string()) })),
  }),
});

/**
 * Returns the version that receives all traffic, or `null` if none is deployed. Throws if two versions share the
 * traffic, because the operator has to choose one.
 */
async function runningVersion(worker: string, { account, call }: Deployer): Promise<RunningVersion | null> {
  const path = `/accounts/${account}/workers/scripts/${worker}`;
  const { deployments } = await call(
    { method: "GET", path: `${path}/deployments` },
    Deployments,
    DEPLOYED,
  ).catch((thrown: unknown) => {
    if (isMissing(thrown)) return { deployments: [] };
    throw thrown;
  });
  const serving = (deployments[0]?.versions ?? []).filter(({ percentage }) => percentage > 0);
  const [only, another] = serving;
  if (only === undefined) return null;
  if (another !== undefined) {
    const commands = serving.map(({ version_id }) => asTyped(trafficTo([`${version_id}@100%`], "chosen")));
    throw new CommandError(
      `${worker} has two versions with traffic. Choose one with:\n${commands.join("\n")}`,
    );
  }
  const id = only.version_id;
  const inDryRun = { resources: { bindings: [] } };
  const version = await call({ method: "GET", path: `${path}/versions/${id}` }, Version, inDryRun);
  const siteUrl = version.resources.bindings.find(({ name }) => name === "SITE_URL")?.text;
  return { id, siteUrl };
}

/**
 * Waits until the version responds, and runs the smoke test. Throws if the version does not respond or fails the
 * test.
 */
async function verify(tested: TestedVersion, { fetch, run, print, wait, isDry }: Deployer): Promise<void> {
  const { address, override } = tested;
  const settings = { TARGET_URL: address, ...(override !== undefined && { SMOKE_OVERRIDE: override }) };
  const parameters = ["run", "--project", "product", "test/product/smoke.test.ts"];
  print(`Waiting for the new version to respond at ${address}.`);
  if (!isDry) await responding(tested, fetch, wait);
  await run({ program: "vitest", parameters, settings });
}
