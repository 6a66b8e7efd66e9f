/** What wrangler says of an upload: the lines of JSON it writes to WRANGLER_OUTPUT_FILE_PATH. */
import * as v from "valibot";
import type { Upload } from "./outside.ts";

const Uploaded = v.variant("type", [
  v.object({
    type: v.literal("deploy"),
    version_id: v.string(),
    /** Addresses; a custom domain is followed by what it is, in brackets. */
    targets: v.array(v.string()),
  }),
  v.object({
    type: v.literal("version-upload"),
    version_id: v.string(),
    preview_alias_url: v.optional(v.string()),
  }),
]);

/** The last upload counts. Throws when there is none, or when it has no address. */
export function readUpload(lines: string): Upload {
  const uploads = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line))
    .filter((entry) => v.is(Typed, entry) && (entry.type === "deploy" || entry.type === "version-upload"));
  const last = v.parse(Uploaded, uploads.at(-1));
  return { version: last.version_id, address: addressOf(last) };
}

const Typed = v.object({ type: v.string() });

function addressOf(upload: v.InferOutput<typeof Uploaded>): string {
  const given = upload.type === "deploy" ? upload.targets[0] : upload.preview_alias_url;
  if (given === undefined) throw new Error("The upload has no address: see workers_dev and preview_urls.");
  const [address = ""] = given.split(" ");
  return new URL(address.includes("://") ? address : `https://${address}`).origin;
}
