/**
 * Runs the official conformance suite of the Model Context Protocol against the built Worker. It expects a server that
 * has every feature and its own test tools, so the scenarios and checks for what `/mcp` does not offer are named here.
 */
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";

const COMMAND = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/** Scenarios about features that `/mcp` does not have, or that call a test tool of the suite. */
const NOT_OFFERED =
  /^(?:logging|completion|resources|prompts|elicitation|tools-call|json-schema|http-custom-header|input-required)-/;

/** Checks that need such a feature, within scenarios that otherwise apply. */
const CHECKS_NOT_OFFERED = [
  "sep-2549-prompts-list-caching-hints",
  "sep-2549-resources-list-caching-hints",
  "sep-2549-resources-templates-list-caching-hints",
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-missing-capability-http-400",
  "sep-2575-server-no-log-without-loglevel",
  "sep-2575-server-rejects-undeclared-capability",
];

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Runs all scenarios of a revision. Returns the checks of those that apply, by scenario. */
async function runSuite(revision: string): Promise<Map<string, readonly Check[]>> {
  const folder = mkdtempSync(join(tmpdir(), "marquee-conformance-"));
  const url = new URL("/mcp", inject("target")).href;
  const options = ["server", "--url", url, "--suite", "all", "--spec-version", revision, "-o", folder];
  // The command fails because of the scenarios that do not apply.
  await promisify(execFile)(process.execPath, [COMMAND, ...options], { maxBuffer: 2 ** 26 }).catch(
    () => null,
  );
  const files = globSync("*/checks.json", { cwd: folder });
  const results = files.map((file): [string, readonly Check[]] => {
    const [, scenario = ""] = /^server-(.*?)-\d{4}-\d\d-\d\dT/.exec(basename(dirname(file))) ?? [];
    return [scenario, JSON.parse(readFileSync(join(folder, file), "utf8"))];
  });
  rmSync(folder, { recursive: true });
  return new Map(results.filter(([scenario]) => !NOT_OFFERED.test(scenario)));
}

describe("/mcp in the conformance suite", () => {
  test.each([
    ["2025-11-25", ["dns-rebinding-protection", "ping", "server-initialize", "tools-list"]],
    [
      "2026-07-28",
      ["caching", "dns-rebinding-protection", "http-header-validation", "server-stateless", "tools-list"],
    ],
  ])("passes every check of %s that applies", async (revision, scenarios) => {
    const checks = await runSuite(revision);
    expect([...checks.keys()]).toEqual(expect.arrayContaining(scenarios));
    const failed = [...checks.values()]
      .flat()
      .filter(({ id, status }) => status === "FAILURE" && !CHECKS_NOT_OFFERED.includes(id));
    expect(failed).toEqual([]);
  });
});
