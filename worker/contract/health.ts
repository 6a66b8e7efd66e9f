/** The response of `/healthz`. */
import * as v from "valibot";

export const Health = v.object({
  status: v.pipe(
    v.picklist(["ok", "degraded", "down"]),
    v.description(
      "degraded: the upstream fails and the catalog answers instead, the record of purges cannot be read, or the catalog is not the one that was made live; down: no source answers.",
    ),
  ),
  version: v.pipe(v.string(), v.description("Version of Marquee.")),
  /** Its kind, never its address. */
  origin: v.pipe(
    v.nullable(v.picklist(["upstream", "catalog"])),
    v.description("The source that answers; null if none does."),
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
            "Whether it is the catalog that was made live. false: its database was restored, and nothing of it is cached.",
          ),
        ),
      }),
    ),
    v.description(
      "null if there is no readable catalog, or if an upstream responds and the catalog may not.",
    ),
  ),
  purges: v.pipe(
    v.nullable(v.picklist(["read", "unread"])),
    v.description(
      "Whether the record of purges can be read: without it the cache in front stores nothing. null: there is none.",
    ),
  ),
  quota: v.pipe(
    v.nullable(v.literal("spent")),
    v.description(
      "spent: the database's limit for the day is reached, so the catalog cannot be read until midnight UTC.",
    ),
  ),
  store: v.pipe(
    v.picklist(["kept", "empty"]),
    v.description(
      "Whether this service's own cache keeps responses here, beyond their freshness, for an outage of the source.",
    ),
  ),
});
export type Health = v.InferOutput<typeof Health>;
