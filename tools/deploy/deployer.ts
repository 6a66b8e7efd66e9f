/**
 * Runs the commands, API calls and requests of a deployment, and prints each of them. In a dry run, they are printed
 * but not run.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { run } from "../wrangler.ts";
import { type ApiCall, openApi, type Wait } from "./api.ts";

export interface Command {
  readonly program: "vitest" | "wrangler";
  readonly parameters: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

export interface Deployer {
  readonly account: string;
  readonly isDry: boolean;
  print(line: string): void;
  /** Runs a command. Throws an error with its output if it fails. */
  run(command: Command): Promise<void>;
  /**
   * Runs a wrangler command that uploads, and returns the report that wrangler writes. Returns `inDryRun` in a dry
   * run.
   */
  upload<T>(command: Command, report: v.GenericSchema<unknown, T>, inDryRun: T): Promise<T>;
  /** Returns the `result` of an API call, or `inDryRun` in a dry run. Throws an error if the call is rejected. */
  call<T>(call: ApiCall, result: v.GenericSchema<unknown, T>, inDryRun: T): Promise<T>;
  fetch(address: string, init: RequestInit): Promise<Response>;
  readonly wait: Wait;
}

export function openDeployer(
  account: string,
  isDry: boolean,
  { print = console.log, wait = sleep }: { print?: (line: string) => void; wait?: Wait } = {},
): Deployer {
  const api = openApi({ wait, print });

  async function execute(command: Command, settings: Command["settings"] = {}): Promise<void> {
    print(`  $ ${asTyped(command)}`);
    const { program, parameters } = command;
    if (!isDry) await run(program, parameters, { ...command.settings, ...settings });
  }

  return {
    account,
    isDry,
    print,
    run: execute,
    async upload(command, report, inDryRun) {
      const folder = mkdtempSync(join(tmpdir(), "marquee-deploy-"));
      try {
        const file = join(folder, "output.ndjson");
        await execute(command, { WRANGLER_OUTPUT_FILE_PATH: file });
        if (isDry) return inDryRun;
        const lines = readFileSync(file, "utf8").trim().split("\n");
        const entries = lines.map((line): unknown => JSON.parse(line));
        return v.parse(
          report,
          entries.findLast((entry) => v.is(report, entry)),
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    async call(call, result, inDryRun) {
      print(`  > ${call.method} ${call.path} ${isDry ? (JSON.stringify(call.body) ?? "") : ""}`.trimEnd());
      return isDry ? inDryRun : v.parse(result, await api(call));
    },
    fetch,
    wait,
  };
}

export function asTyped({ program, parameters, settings = {} }: Command): string {
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...assignments, "npx", program, ...parameters.map(quoted)].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./<>-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
