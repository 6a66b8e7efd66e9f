/** The comment about a preview on GitHub: found by a mark of its own, updated where it stands. */
import * as v from "valibot";

const MARK = "<!-- marquee-preview -->";

export interface GitHub {
  /** Without a slash at the end. */
  readonly api: string;
  /** `owner/name`. */
  readonly repository: string;
  /** May read and write pull requests of this repository, and nothing else. */
  readonly token: string;
  readonly branch: string;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
}

const PullRequests = v.array(v.object({ number: v.number() }));
const Comments = v.array(v.object({ id: v.number(), body: v.string() }));

/** Gives the pull request's number; `null`: the branch has none that is open. Throws when GitHub refuses. */
export async function postPreview(text: string, github: GitHub): Promise<number | null> {
  const [owner = ""] = github.repository.split("/");
  const head = encodeURIComponent(`${owner}:${github.branch}`);
  const [open] = v.parse(PullRequests, await ask(github, "GET", `/pulls?state=open&head=${head}`));
  if (open === undefined) return null;
  const body = { body: `${MARK}\n${text}` };
  const comments = v.parse(
    Comments,
    await ask(github, "GET", `/issues/${open.number}/comments?per_page=100`),
  );
  const own = comments.find((comment) => comment.body.startsWith(MARK));
  if (own === undefined) await ask(github, "POST", `/issues/${open.number}/comments`, body);
  else await ask(github, "PATCH", `/issues/comments/${own.id}`, body);
  return open.number;
}

async function ask(github: GitHub, method: string, path: string, body?: object): Promise<unknown> {
  const response = await github.fetch(`${github.api}/repos/${github.repository}${path}`, {
    method,
    headers: {
      Accept: "application/vnd.github+json",
      Authorization: `Bearer ${github.token}`,
      "X-GitHub-Api-Version": "2022-11-28",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`GitHub answered ${method} ${path} with ${response.status}.`);
  return await response.json();
}
