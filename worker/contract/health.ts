/** The response of `/healthz`. */
import * as v from "valibot";

export const Health = v.object({
  status: v.pipe(
    v.picklist(["ok", "degraded", "down"]),
    v.description(
      "degraded: the upstream fails and the catalog responds instead, the log of changes cannot be read, or the catalog is not the one that was made live. down: no source responds.",
    ),
  ),
  version: v.pipe(v.string(), v.description("Version of Marquee.")),
  /** Its kind, never its address. */
  origin: v.pipe(
    v.nullable(v.picklist(["upstream", "catalog"])),
    v.description("The source that responds, or null if none does."),
  ),
  catalog: v.pipe(
    v.nullable(
      v.object({
        titles: v.pipe(v.number(), v.integer(), v.minValue(0), v.description("Number of titles.")),
        version: v.pipe(v.string(), v.description("Changes with each load of the catalog.")),
        loadedAt: v.pipe(
          v.nullable(v.pipe(v.string(), v.isoTimestamp())),
          v.description("The time of that load; null if the catalog was never loaded."),
        ),
        isRecorded: v.pipe(
          v.boolean(),
          v.description(
            "Whether it is the catalog that was made live. If false, its database was restored, and its responses are not cached.",
          ),
        ),
      }),
    ),
    v.description("null if no catalog is readable, or if only the upstream may respond."),
  ),
  purges: v.pipe(
    v.nullable(v.picklist(["read", "unread"])),
    v.description(
      "Whether the log of changes can be read. Without it the CDN cache stores nothing. null if there is no log.",
    ),
  ),
  quota: v.pipe(
    v.nullable(v.literal("spent")),
    v.description(
      "spent if the daily database quota is used up, so the catalog cannot be read until midnight UTC.",
    ),
  ),
  store: v.pipe(
    v.picklist(["kept", "empty"]),
    v.description(
      "Whether the Cache API keeps stale responses in this data centre, for an outage of the source.",
    ),
  ),
});
export type Health = v.InferOutput<typeof Health>;
