/** Serves the product on this machine as it would be deployed (`npm start`). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { enableCompileCache } from "node:module";
import { type BlockList, isIP } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { build, copyOfBuild } from "./builds.ts";
import { countPreparedTitles } from "./catalog/files.ts";
import { parseOptions, runCommand, UsageError } from "./options.ts";
import { shareState } from "./serve/lock.ts";
import { createPrinter, LOG_FORMATS, type LogFormat } from "./serve/log.ts";
import { isLoopback, parseProxies } from "./serve/proxies.ts";
import { startServer } from "./serve/serve.ts";
import { freePort, whenAskedToStop } from "./server.ts";
import { describeSource, localSettings, loopbackSettings } from "./settings.ts";

const USAGE = `
Usage: npm start -- [options]

Builds the product, fills the local catalog if it is empty, and serves the
product on http://127.0.0.1:8787.

  --port N          Listen on this port. The environment variable PORT does the
                    same.
  --host ADDRESS    Listen on this address (HOST). With 0.0.0.0 or ::, everyone
                    who can reach this machine can use the server; rate limits
                    are then on. See docs/self-hosting.md.
  --state DIR       Keep the local database and cache in this folder.
  --stored-limit N  Store at most N MB of responses on disk (2000). The oldest
                    are removed.
  --built           Serve what npm run build made, without building.
  --filled          Serve the local catalog as it is, without checking it.
  --log FORMAT      text prints warnings only; json prints every line, with the
                    request log, as JSON.
`;

interface Options {
  readonly host: string;
  readonly port: string;
  readonly state: string;
  readonly storedLimitBytes: number;
  readonly isBuilt: boolean;
  readonly isFilled: boolean;
  readonly log: LogFormat;
  readonly trusted: BlockList;
}

function readOptions(): Options {
  const { values } = parseOptions({
    options: {
      port: { type: "string", default: process.env.PORT ?? "8787" },
      host: { type: "string", default: process.env.HOST ?? "127.0.0.1" },
      state: { type: "string", default: ".wrangler/state" },
      "stored-limit": { type: "string", default: "2000" },
      built: { type: "boolean", default: false },
      filled: { type: "boolean", default: false },
      log: { type: "string", default: "text" },
    },
  });
  const host = values.host === "localhost" ? "127.0.0.1" : values.host;
  if (isIP(host) === 0) throw new UsageError(`${host} is not an IP address: set --host or HOST to one.`);
  const log = LOG_FORMATS.find((format) => format === values.log);
  if (log === undefined) throw new UsageError(`--log must be one of ${LOG_FORMATS.join(", ")}.`);
  const storedLimit = values["stored-limit"];
  if (!/^\d{1,7}$/.test(storedLimit)) throw new UsageError("--stored-limit must be a number of MB.");
  return {
    host,
    port: values.port,
    state: resolve(values.state),
    storedLimitBytes: Number(storedLimit) * 1e6,
    isBuilt: values.built,
    isFilled: values.filled,
    log,
    trusted: parseProxies(process.env.TRUSTED_PROXY ?? ""),
  };
}

/** Fills the catalog in another process, and returns its number of titles. */
async function prepareCatalog(state: string): Promise<number> {
  const program = join(import.meta.dirname, "catalog/prepare.ts");
  const child = spawn(process.execPath, [program, state], { stdio: ["ignore", "pipe", "inherit"] });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  // The child has printed the reason.
  if (code !== 0) process.exit(1);
  return Number(printed);
}

/** The time in which the server stops, even if a response is not complete. */
const STOP_MS = 1_500;

await runCommand(USAGE, async () => {
  enableCompileCache();
  const { host, state, isBuilt, isFilled, log, ...options } = readOptions();
  const port = Number(await freePort(options.port, "npm start --", host));
  const { step, line } = createPrinter(log);
  if (!isBuilt) {
    step("building", "Building …");
    await build();
  }
  shareState(state);
  const settings = isLoopback(host) ? loopbackSettings() : localSettings();
  if (!isFilled) step("checking", "Checking the local catalog …");
  const titles = isFilled ? null : (countPreparedTitles(state) ?? (await prepareCatalog(state)));
  const folder = copyOfBuild();
  const server = await startServer({ ...options, folder, state, settings, host, port, print: line });
  whenAskedToStop(() => {
    setTimeout(() => process.exit(0), STOP_MS);
    void server.stop().finally(() => process.exit(0));
  });
  await server.listen();
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const source = describeSource(localSettings());
  const content = titles === null ? [] : [`${titles.toLocaleString("en")} titles`];
  const served = source === null ? content : [`titles from ${source}`];
  step("ready", [`Ready: ${url}`, ...served, "Ctrl+C to stop"].join(" · "), { url, titles });
});
