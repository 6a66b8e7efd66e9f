/** The comment about a preview on its pull request: one comment, updated with each push, that begins with a mark of its own. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as v from "valibot";

/** Bytes of a build after gzip. */
interface BundleSize {
  readonly worker: number;
  readonly scripts: number;
  readonly styles: number;
  readonly pages: number;
}

const LABELS: Record<keyof BundleSize, string> = {
  worker: "Worker",
  scripts: "scripts",
  styles: "styles",
  pages: "prerendered pages",
};

/** `dist`: a folder that `npm run build` wrote. */
export function bundleSize(dist: string): BundleSize {
  return {
    worker: gzipped(dist, "server/**/*.mjs"),
    scripts: gzipped(dist, "client/**/*.js"),
    styles: gzipped(dist, "client/**/*.css"),
    pages: gzipped(dist, "client/**/*.html"),
  };
}

/** Each file is compressed separately, as it is sent. */
function gzipped(folder: string, pattern: string): number {
  const files = globSync(pattern, { cwd: folder });
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).byteLength, 0);
}

/** A table in Markdown. */
export function sizeTable(before: BundleSize, after: BundleSize): string {
  const rows = (Object.keys(LABELS) as (keyof BundleSize)[]).map((part) => {
    const change = after[part] - before[part];
    const signed = change === 0 ? "–" : `${change > 0 ? "+" : "−"}${kibibytes(Math.abs(change))}`;
    return `| ${LABELS[part]} | ${kibibytes(before[part])} | ${kibibytes(after[part])} | ${signed} |`;
  });
  return ["| gzip | main | this branch | change |", "|---|---:|---:|---:|", ...rows].join("\n");
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

const MARK = "<!-- marquee-preview -->";

export interface GitHub {
  /** Without a slash at the end. */
  readonly api: string;
  /** `owner/name`. */
  readonly repository: string;
  /** Allows reading and writing pull requests of this repository, and nothing else. */
  readonly token: string;
  readonly branch: string;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
}

const PullRequests = v.array(v.object({ number: v.number() }));
const Comments = v.array(v.object({ id: v.number(), body: v.string() }));

/** Returns the number of the open pull request; `null`: the branch has none. Throws if GitHub refuses. */
export async function postPreview(text: string, github: GitHub): Promise<number | null> {
  const [owner = ""] = github.repository.split("/");
  const head = encodeURIComponent(`${owner}:${github.branch}`);
  const [open] = v.parse(PullRequests, await request(github, "GET", `/pulls?state=open&head=${head}`));
  if (open === undefined) return null;
  const body = { body: `${MARK}\n${text}` };
  const comments = v.parse(
    Comments,
    await request(github, "GET", `/issues/${open.number}/comments?per_page=100`),
  );
  const own = comments.find((comment) => comment.body.startsWith(MARK));
  if (own === undefined) await request(github, "POST", `/issues/${open.number}/comments`, body);
  else await request(github, "PATCH", `/issues/comments/${own.id}`, body);
  return open.number;
}

async function request(github: GitHub, method: string, path: string, body?: object): Promise<unknown> {
  const headers: Record<string, string> = {
    Accept: "application/vnd.github+json",
    Authorization: `Bearer ${github.token}`,
    "X-GitHub-Api-Version": "2022-11-28",
  };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await github.fetch(`${github.api}/repos/${github.repository}${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`GitHub responded to ${method} ${path} with ${response.status}.`);
  return await response.json();
}
