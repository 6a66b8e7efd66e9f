/** Run by the workflow: comments on a branch's pull request with the address of its preview and the size of the build. */
import * as v from "valibot";
import { parseOptions, runCommand } from "../options.ts";
import { bundleSize, postPreview, sizeTable } from "./preview-comment.ts";

const USAGE = `
Usage: node tools/deploy/comment.ts [--before DIST] [--after DIST]

Prints the address of a preview and the size of its build compared with main's, and
posts both as a comment on the pull request of the branch, if it has one.
`;

/** Set by the workflow. */
const Settings = v.object({
  GITHUB_API_URL: v.pipe(v.string(), v.url()),
  GITHUB_REPOSITORY: v.pipe(v.string(), v.regex(/^[^/]+\/[^/]+$/)),
  GITHUB_TOKEN: v.pipe(v.string(), v.nonEmpty()),
  PREVIEW_ADDRESS: v.pipe(v.string(), v.url()),
  BRANCH: v.pipe(v.string(), v.nonEmpty()),
  COMMIT: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)),
});

await runCommand(USAGE, async () => {
  const { values } = parseOptions({
    options: { before: { type: "string", default: "base/dist" }, after: { type: "string", default: "dist" } },
  });
  const settings = v.parse(Settings, process.env);
  const sizes = sizeTable(bundleSize(values.before), bundleSize(values.after));
  const text = `Preview of \`${settings.COMMIT.slice(0, 7)}\`: ${settings.PREVIEW_ADDRESS}\n\n${sizes}`;
  console.log(text);
  const pullRequest = await postPreview(text, {
    api: settings.GITHUB_API_URL,
    repository: settings.GITHUB_REPOSITORY,
    token: settings.GITHUB_TOKEN,
    branch: settings.BRANCH,
    fetch,
  });
  console.log(pullRequest === null ? "The branch has no open pull request." : `Posted to #${pullRequest}.`);
});
