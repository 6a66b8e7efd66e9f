/**
 * The steps of a deployment, in order. Each can be repeated. The running version keeps the traffic until the new one has
 * passed its test: that is deployed with no traffic beside it, and reached under production's own address by the platform's
 * version override (workers/versions-and-deployments/version-overrides). Then it gets the traffic step by step, and is
 * tested at each (workers/versions-and-deployments/gradual-deployments).
 */
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { connections, fillWhenEmpty, findOrCreateDatabases, migrateDatabases } from "./catalog.ts";
import { checkDomains } from "./domains.ts";
import {
  asTyped,
  type Command,
  configuredWrangler,
  type DeployedVersion,
  type Environment,
  readTriggers,
  type TestedVersion,
  UNROUTED,
  Unreachable,
  type UploadReport,
  wrangler,
} from "./environment.ts";
import type { Target } from "./target.ts";

interface Choices {
  /** Deploys what `npm run build` made. */
  readonly built: boolean;
  /** Replaces what serves the custom domains now. */
  readonly takeOver: boolean;
  /** Seconds between a share of the traffic and the test of it. */
  readonly pause: number;
}

export async function deploy(
  target: Target,
  choices: Choices,
  environment: Environment,
): Promise<DeployedVersion> {
  const account = await checkLogin(environment);
  if (!choices.built) {
    environment.say("Building.");
    await environment.run({ program: "astro", parameters: ["build", "--config", "site/astro.config.mjs"] });
  }
  const databaseIds = await findOrCreateDatabases(target, account, environment);
  environment.say(`Configuring the build for the Worker ${target.worker} and its databases.`);
  environment.configure(target, databaseIds);
  const connectionTo = connections(databaseIds, account, environment);
  await migrateDatabases(target, connectionTo, environment);
  await fillWhenEmpty(target, connectionTo, environment);
  if (target.alias !== null) return await uploadPreview(target, target.alias, environment);
  const deployed = await deployProduction(target, account, choices, environment);
  return deployed;
}

const Identity = v.object({ accounts: v.array(v.object({ id: v.string(), name: v.string() })) });

/** Returns the id of the account. Throws, saying what to do, without a login or with several accounts. */
async function checkLogin(environment: Environment): Promise<string> {
  environment.say("Checking the login.");
  const printed = await environment.run(wrangler("whoami", "--json")).catch((cause: unknown) => {
    throw new Error("Not logged in: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.", { cause });
  });
  const { accounts } = v.parse(Identity, JSON.parse(printed));
  const chosen = process.env.CLOUDFLARE_ACCOUNT_ID;
  const named = accounts.map(({ id, name }) => `${name} (${id})`).join(", ");
  if (chosen === undefined && accounts.length > 1)
    throw new Error(`The login has several accounts; set CLOUDFLARE_ACCOUNT_ID to one of them: ${named}`);
  const account = chosen ?? accounts[0]?.id;
  if (account === undefined) throw new Error("The login has no account; set CLOUDFLARE_ACCOUNT_ID.");
  environment.say(`Using account ${accounts.length === 1 ? named : account}.`);
  return account;
}

async function deployProduction(
  target: Target,
  account: string,
  choices: Choices,
  environment: Environment,
): Promise<DeployedVersion> {
  const first = firstDeployment(target);
  environment.say(
    `The first deployment goes live untested (${asTyped(first)}); later ones are tested first.`,
  );
  const running = await runningVersion(target, environment);
  if (running === null) environment.say(`None; deploying ${target.worker} for the first time.`);
  const created = running === null ? await deployFirst(first, environment) : null;
  await checkDomains(target, account, choices, environment);
  const address = await deployTriggers(target, environment);
  if (running !== null) return await replace(running, address, target, choices, environment);
  const version = created?.version ?? "";
  await verify({ version, address }, environment);
  return { version, address };
}

/** Percentages of the traffic that a new version gets, one after the other. */
const SHARES = [0, 10, 50, 100];
/**
 * On `*.workers.dev` all at once: no rule can give a visitor's requests the same version there, so that pages would miss
 * their files (workers/versions-and-deployments/gradual-deployments/version-affinity).
 */
const SHARES_WITHOUT_AFFINITY = [0, 100];

const UNLESS_AFFINE =
  " Without version affinity (docs/operations.md) some pages miss their files until it has all.";

async function replace(
  running: string,
  address: string,
  target: Target,
  { pause }: Choices,
  environment: Environment,
): Promise<DeployedVersion> {
  const kept = await environment.keepEarlierFiles(address);
  environment.say(`Kept files of earlier builds, which pages still refer to for a day: ${kept}.`);
  environment.say(`Uploading a new version of ${target.worker}; ${running} keeps the traffic.`);
  const { version } = await environment.upload(
    configuredWrangler("versions", "upload", "--message", target.message),
  );
  const tested = { version, address, override: `${target.worker}="${version}"` };
  const promotion = splitTraffic([`${version}@100%`], target.message);
  const withdrawal = splitTraffic([`${running}@100%`], "the version after it failed its test");
  environment.say(`If it fails a test, this withdraws it: ${asTyped(withdrawal)}`);
  for (const share of address.endsWith(".workers.dev") ? SHARES_WITHOUT_AFFINITY : SHARES) {
    environment.say(`Giving ${version} ${share} % of the traffic.${share % 100 === 0 ? "" : UNLESS_AFFINE}`);
    const split = [`${running}@${100 - share}%`, `${version}@${share}%`];
    try {
      await environment.run(share === 100 ? promotion : splitTraffic(split, target.message));
      if (share > 0) await pauseFor(pause, environment);
      await verify(tested, environment);
    } catch (thrown) {
      if (share === 0 && thrown instanceof Unreachable)
        throw new Unreachable(`${thrown.message}\n${untested(promotion)}`);
      environment.say(`It failed; all traffic goes to ${running}.`);
      await environment.run(withdrawal).catch((failed: unknown) => {
        const left = `${version} still has up to ${share} % of the traffic: run\n${asTyped(withdrawal)}`;
        throw new AggregateError([thrown, failed], `${thrown}\nGoing back failed, too: ${failed}\n${left}`);
      });
      throw thrown;
    }
  }
  return { version, address };
}

async function pauseFor(seconds: number, environment: Environment): Promise<void> {
  environment.say(`Waiting ${seconds} seconds.`);
  await environment.wait(seconds);
}

const ADDRESSLESS = "the Worker has no address: see workers_dev and routes in wrangler.toml";

/** Routes, domains and schedules belong to the Worker; uploading a version does not change them. */
async function deployTriggers({ worker }: Target, environment: Environment): Promise<string> {
  environment.say(`Updating the addresses of ${worker}; the running version serves new ones.`);
  const address = readTriggers(await environment.run(configuredWrangler("triggers", "deploy")));
  if (address !== null) return address;
  throw new Error(`Nothing can be tested: ${ADDRESSLESS}.`);
}

function splitTraffic(versions: readonly string[], message: string): Command {
  return configuredWrangler("versions", "deploy", ...versions, "--yes", "--message", message);
}

function untested(promotion: Command): string {
  return `It gets no traffic before it is tested: deploy again, or test it and then run\n${asTyped(promotion)}`;
}

/** The Worker reads it from its own version, and keeps robots away (`worker/http/site.ts`). */
const PREVIEW_TAG = "preview";

async function uploadPreview(
  target: Target,
  alias: string,
  environment: Environment,
): Promise<DeployedVersion> {
  // Only a version of a Worker that exists can have an alias.
  if ((await runningVersion(target, environment)) === null) {
    environment.say(`None; creating the Worker ${target.worker}.`);
    const empty = { ...target, message: "created for previews" };
    await deployFirst(firstDeployment(empty, "--tag", PREVIEW_TAG), environment);
  }
  const secrets = environment.writePreviewSecrets();
  const secretsFile = secrets === null ? [] : ["--secrets-file", secrets];
  const labels = ["--tag", PREVIEW_TAG, "--message", target.message];
  environment.say(`Uploading a version of ${target.worker} as ${alias}.`);
  const { version, address } = await environment.upload(
    configuredWrangler("versions", "upload", "--preview-alias", alias, ...labels, ...secretsFile),
  );
  if (address === null) throw new Error("The preview has no address: see workers_dev and preview_urls.");
  await verify({ version, address }, environment);
  return { version, address };
}

const Status = v.object({
  versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
});

/** 10007: there is no Worker of this name. A Worker that only has a secret has no deployment. */
const NOTHING_RUNS = /\b10007\b|does not exist|has no deployments/;

/**
 * The version with the traffic; `null`: none is deployed. Throws if two have traffic: one may be a version that an
 * interrupted deployment never tested in full.
 */
async function runningVersion({ worker, message }: Target, environment: Environment): Promise<string | null> {
  environment.say(`Checking which version of ${worker} is running.`);
  let printed: string;
  try {
    printed = await environment.run(configuredWrangler("deployments", "status", "--json"));
  } catch (thrown) {
    if (NOTHING_RUNS.test(String(thrown))) return null;
    throw thrown;
  }
  const { versions } = v.parse(Status, JSON.parse(printed));
  const serving = versions.filter(({ percentage }) => percentage > 0);
  if (serving.length < 2) return serving[0]?.version_id ?? null;
  const split = serving.map(({ version_id, percentage }) => `${version_id} ${percentage} %`).join(", ");
  const commands = serving.map(({ version_id }) => asTyped(splitTraffic([`${version_id}@100%`], message)));
  const choose = "A deployment is running or was interrupted. Give one of them all the traffic:";
  throw new Error(`Two versions of ${worker} have traffic: ${split}. ${choose}\n${commands.join("\n")}`);
}

/** Only `wrangler deploy` creates a Worker. Its routes and domains come later, once it is known whose they are. */
export function firstDeployment({ message }: Target, ...parameters: string[]): Command {
  return wrangler("deploy", ...parameters, "--message", message, "--config", UNROUTED);
}

/** Wrangler's message in place of a question, if there is no terminal. */
const MISSING_SUBDOMAIN = /register a workers\.dev subdomain here:\s+(https:\S+)/;

/** Throws, saying what to do, for an account without a subdomain of workers.dev. */
export async function deployFirst(command: Command, environment: Environment): Promise<UploadReport> {
  try {
    return await environment.upload(command);
  } catch (cause) {
    const [, page] = MISSING_SUBDOMAIN.exec(stripVTControlCharacters(String(cause))) ?? [];
    if (page === undefined) throw cause;
    const choose = `choose one at ${page}, or give the Worker a route in wrangler.toml`;
    throw new Error(`The account has no subdomain of workers.dev yet: ${choose}.`, { cause });
  }
}

/** Whether the version responds at its address and passes the smoke test. Throws `Unreachable` if it cannot tell. */
async function verify(version: TestedVersion, environment: Environment): Promise<void> {
  environment.say(`Waiting for version ${version.version} to respond at ${version.address}.`);
  const test = smokeTest(version);
  try {
    await environment.untilResponding(version);
  } catch (thrown) {
    if (!(thrown instanceof Unreachable)) throw thrown;
    const later = `Version ${version.version} could not be tested. To test it later:`;
    throw new Unreachable(`${thrown.message}\n${later}\n${asTyped(test)}`);
  }
  environment.say("Running the smoke test.");
  const printed = stripVTControlCharacters(await environment.run(test));
  if (/^Own cache: empty$/m.test(printed))
    environment.say(`The Cache API keeps nothing at ${version.address}.`);
}

function smokeTest({ address, override }: TestedVersion): Command {
  const settings: Record<string, string> = { TARGET_URL: address };
  if (override !== undefined) settings.SMOKE_OVERRIDE = override;
  return {
    program: "vitest",
    parameters: ["run", "--project", "product", "test/product/smoke.test.ts"],
    settings,
  };
}
