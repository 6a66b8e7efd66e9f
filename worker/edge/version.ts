/** What an origin's answers come from, by name, as a part of cache keys. */
import type { Origin } from "../origins/origin.ts";

/** "0" for an origin whose contents are never replaced as a whole, and for a catalog that cannot even say its version. */
export async function versionOf(origin: Origin): Promise<string> {
  const version = await origin.version?.().catch(() => "");
  return version || "0";
}
