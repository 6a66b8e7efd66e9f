/** What `/healthz` says. */
import * as v from "valibot";

export const Health = v.object({
  /** `degraded`: the upstream fails and the catalog answers for it. */
  status: v.pipe(
    v.picklist(["ok", "degraded", "down"]),
    v.description("degraded: the upstream fails and the catalog answers for it; down: neither answers."),
  ),
  version: v.pipe(v.string(), v.description("Version of Marquee.")),
  /** Its kind, never its address. */
  origin: v.pipe(
    v.nullable(v.picklist(["upstream", "catalog"])),
    v.description("Where answers come from; null when from nowhere."),
  ),
  catalog: v.pipe(
    v.nullable(
      v.object({
        titles: v.pipe(v.number(), v.integer(), v.minValue(0), v.description("How many titles it holds.")),
        version: v.pipe(v.string(), v.description("Changes whenever another catalog takes its place.")),
      }),
    ),
    v.description("null when there is none that can be read."),
  ),
});
export type Health = v.InferOutput<typeof Health>;
