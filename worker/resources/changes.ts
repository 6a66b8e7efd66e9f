/** What changed, for callers who keep a copy: `/v1/changes`. */
import * as v from "valibot";
import { neverStale } from "../cache/freshness.ts";
import {
  ChangesAnswer,
  CURSOR_PATTERN,
  DEFAULT_CHANGES_LIMIT,
  formatCursor,
  MAX_CHANGES_LIMIT,
  parseChanges,
} from "../contract/changes.ts";
import { type Documentation, LANG } from "./documentation.ts";
import { operation } from "./operation.ts";
import type { Resource } from "./resource.ts";

/** Callers who poll share a read. An older response has fewer entries and leads to the same ones: none is skipped. */
const POLICY = neverStale(10);

export const changes = {
  name: "changes",
  schema: ChangesAnswer,
  key: ({ since, limit }) => `since=${since === null ? "" : formatCursor(since)}&limit=${limit}`,
  tags: () => ["changes"],
  policy: () => POLICY,
  // Of no other tag: a purge adds an entry, which appears later.
  isOfIds: true,
} satisfies Resource<"changes">;

export const changesOperation = operation({
  name: "changes",
  capability: "changes",
  parse: parseChanges,
  missing: {
    type: "cursor-gone",
    detail:
      "The cursor is unknown, or older than 30 days. Begin again without since, keep next, and then read everything again.",
  },
});

export const documentation: Documentation = {
  name: changesOperation.name,
  summary: "List what changed",
  description:
    "Titles and people that changed after a cursor, the oldest first, for keeping a copy up to date. Changes appear 15 to 25 seconds after they are made, when no cache has an earlier response, and are kept for 30 days. Without since, changes is empty and next begins now. Ask again at once while changes has limit entries, else after ten seconds or more. For kind everything, read everything again.",
  parameters: {
    since: {
      schema: v.pipe(v.string(), v.regex(CURSOR_PATTERN)),
      description: "The value of next in the response before, unchanged. Absent: begins now.",
      example: "1k-mi4x2v7s",
    },
    limit: {
      schema: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CHANGES_LIMIT)),
        DEFAULT_CHANGES_LIMIT,
      ),
      description: `Entries per response, at most ${MAX_CHANGES_LIMIT.toLocaleString("en")}.`,
      example: 100,
    },
    lang: LANG,
  },
  answer: "ChangesAnswer",
  furtherProblems: [410],
  examples: {
    changes: { summary: "What changed after a cursor", request: "GET /v1/changes?limit=100" },
  },
};
