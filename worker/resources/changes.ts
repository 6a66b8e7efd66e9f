/** Changes for callers who keep their own copy of the data: `/v1/changes`. */
import { neverStale } from "../cache/freshness.ts";
import { createChangesReader } from "../changes/changes.ts";
import { CHANGES, ChangesResponse } from "../contract/changes.ts";
import { writeQuery } from "../contract/parameters.ts";
import { Problem } from "../contract/problem.ts";
import { NOT_OFFERED } from "../source/source.ts";
import { type Documented, defineOperation } from "./operation.ts";
import type { Resource } from "./resource.ts";

/**
 * The policy for changes. All callers share one read every ten seconds. A stored response may lack the newest
 * entries, but no caller misses them, because they come after the cursor `next` of that response.
 */
const POLICY = neverStale(10);

export const changes = {
  name: "changes",
  schema: ChangesResponse,
  key: (query) => writeQuery(CHANGES, { ...query, lang: null }),
  tags: () => ["changes"],
  policy: () => POLICY,
  // No other tags are needed, because entries of the log never change.
  isInvalidatedByIdOnly: true,
  isOffered: ({ source: { traits }, control }) => traits.isOwn === true && control !== null,
  async load(query, { source, control, context }) {
    if (control === null) throw new Problem("not-offered", NOT_OFFERED);
    return await createChangesReader(control, { time: (work) => context.timed(source.name, work) })(query);
  },
} satisfies Resource<"changes">;

export const changesOperation = defineOperation({
  name: "changes",
  resource: "changes",
  parameters: CHANGES,
  missing: {
    type: "cursor-gone",
    detail:
      "The cursor is unknown, or older than 30 days. Start again without since, keep next, and read everything again.",
  },
});

export const documentation: Documented = {
  changes: {
    summary: "List what changed",
    description:
      "Titles and people that changed after a cursor, oldest first, for keeping a copy up to date. A change appears 15 to 25 seconds after it is made, once no cache holds an earlier response, and is kept for 30 days. Without since, changes is empty and next begins now. While changes has limit entries, request more at once; otherwise wait at least ten seconds. If an entry has kind everything, read everything again.",
    schema: "ChangesResponse",
    furtherProblems: [410],
    examples: { changes: ["What changed after a cursor", "GET /v1/changes?limit=100"] },
  },
};
