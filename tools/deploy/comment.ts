/**
 * Says on a branch's pull request where its preview is and what it weighs: one comment, written
 * anew each time. A branch without a pull request is told in the log alone.
 *
 *     node tools/deploy/comment.ts --before base/dist --after dist
 */
import { parseArgs } from "node:util";
import * as v from "valibot";
import { bundleSize, sizeTable } from "./bundle-size.ts";
import { postPreview } from "./pull-request.ts";

/** What the workflow sets. */
const Given = v.object({
  GITHUB_API_URL: v.pipe(v.string(), v.url()),
  GITHUB_REPOSITORY: v.pipe(v.string(), v.regex(/^[^/]+\/[^/]+$/)),
  GITHUB_TOKEN: v.pipe(v.string(), v.nonEmpty()),
  PREVIEW_ADDRESS: v.pipe(v.string(), v.url()),
  BRANCH: v.pipe(v.string(), v.nonEmpty()),
  COMMIT: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)),
});

const { values } = parseArgs({
  options: { before: { type: "string", default: "base/dist" }, after: { type: "string", default: "dist" } },
});
const given = v.parse(Given, process.env);
const text = [
  `The preview of \`${given.COMMIT.slice(0, 7)}\` is at ${given.PREVIEW_ADDRESS}`,
  "",
  sizeTable(bundleSize(values.before), bundleSize(values.after)),
].join("\n");

console.log(text);
const where = await postPreview(text, {
  api: given.GITHUB_API_URL,
  repository: given.GITHUB_REPOSITORY,
  token: given.GITHUB_TOKEN,
  branch: given.BRANCH,
  fetch,
});
console.log(where === null ? "The branch has no open pull request." : `Said on pull request ${where}.`);
