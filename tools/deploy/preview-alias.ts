/**
 * The name a branch's preview is reached by, `{alias}-{worker}.{account}.workers.dev`, and so
 * one DNS label together with the Worker's name (RFC 1035: 63 octets). The platform takes
 * lower-case letters, digits and dashes, a letter first, and keeps the 1,000 latest aliases.
 */
import { createHash } from "node:crypto";

const LONGEST_LABEL = 63;
/** Hexadecimal digits that keep two branches apart whose names had to be changed or cut. */
const HASH = 6;

/** Names that would be read as something else: the production branch, hosts with a meaning, punycode. */
const RESERVED =
  /^(main|master|production|prod|preview|staging|www|api|admin|localhost|mail|ftp|smtp|ns\d?|xn-.*)$/;

/** Else a branch could be named as another one's alias. */
const ENDS_IN_HASH = new RegExp(`-[0-9a-f]{${HASH}}$`);

/**
 * One alias for one branch, always the same. A branch whose name is an alias already keeps
 * it; any other gets what is left of its name and a hash of all of it.
 * Throws when the Worker's name leaves no room.
 */
export function previewAlias(branch: string, worker: string): string {
  const room = LONGEST_LABEL - worker.length - 1;
  if (room < HASH + 2) throw new Error(`The Worker's name is too long for previews: ${worker}`);
  const readable = branch
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const taken = RESERVED.test(branch) || ENDS_IN_HASH.test(branch);
  if (readable === branch && /^[a-z]/.test(branch) && branch.length <= room && !taken) return branch;
  const hash = createHash("sha256").update(branch).digest("hex").slice(0, HASH);
  const begun = /^[a-z]/.test(readable) ? readable : `b-${readable}`;
  const cut = begun.slice(0, room - HASH - 1).replace(/-+$/, "");
  return `${cut}-${hash}`;
}
