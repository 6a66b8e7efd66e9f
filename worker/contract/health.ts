import * as v from "valibot";

export const Health = v.object({
  status: v.pipe(
    v.picklist(["ok", "degraded", "down"]),
    v.description(
      "degraded: the change log cannot be read, the database does not hold the live catalog, or another version of Marquee indexed it. down: no source responds.",
    ),
  ),
  version: v.pipe(v.string(), v.description("Version of Marquee.")),
  /** The kind of source, without its URL. */
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
          v.description("Time of the last load, or null if the catalog was never loaded."),
        ),
        isRecorded: v.pipe(
          v.boolean(),
          v.description(
            "Whether the database holds the live catalog. If false, the database was restored, and responses from it are not cached.",
          ),
        ),
        isSearchable: v.pipe(
          v.boolean(),
          v.description(
            "Whether the search index was made for this version of Marquee. If false, searches find fewer titles until the catalog is loaded again.",
          ),
        ),
      }),
    ),
    v.description("null if no catalog is readable, or if only the upstream may respond."),
  ),
  purges: v.pipe(
    v.nullable(v.picklist(["read", "unread"])),
    v.description(
      "Whether the change log can be read. If not, the CDN cache stores nothing. null if there is no log.",
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
