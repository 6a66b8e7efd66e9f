/** What wrangler says of an upload, in lines of JSON it writes to WRANGLER_OUTPUT_FILE_PATH, and of addresses. */
import * as v from "valibot";
import type { Uploaded } from "./outside.ts";

const Reported = v.variant("type", [
  v.object({
    type: v.literal("deploy"),
    version_id: v.string(),
    targets: v.array(v.string()),
  }),
  v.object({
    type: v.literal("version-upload"),
    version_id: v.string(),
    preview_alias_url: v.optional(v.string()),
  }),
]);

const Typed = v.object({ type: v.string() });

/** The last upload counts. Throws when there is none. */
export function readUpload(lines: string): Uploaded {
  const uploads = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line))
    .filter((entry) => v.is(Typed, entry) && (entry.type === "deploy" || entry.type === "version-upload"));
  const last = v.parse(Reported, uploads.at(-1));
  const targets = last.type === "deploy" ? last.targets : [last.preview_alias_url ?? ""];
  return { version: last.version_id, address: firstAddress(targets) };
}

/** The first address that `wrangler triggers deploy` printed, one in a line; `null`: there is none. */
export function readTriggers(printed: string): string | null {
  const [, targets = ""] = /^Deployed .* triggers.*\n((?: {2}.*\n?)*)/m.exec(printed) ?? [];
  return firstAddress(targets.split("\n").map((line) => line.trim()));
}

/** A host, or a route of one; what it is may follow in brackets. A schedule or a pattern of hosts is no address. */
const ADDRESS = /^(?:https:\/\/)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/\s]|$)/i;

function firstAddress(targets: readonly string[]): string | null {
  const [host] = targets.flatMap((target) => ADDRESS.exec(target)?.[1] ?? []);
  return host === undefined ? null : `https://${host}`;
}
