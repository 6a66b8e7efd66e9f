/**
 * Whether there is an origin that can answer. The upstream is asked for the credits of some
 * title (that it knows none is an answer), the catalog how many titles it holds. One look
 * serves an isolate for ten seconds, and while it is renewed the others are told what was seen
 * last, so that a monitor, or a crowd of them, costs the origins next to nothing.
 */
import type { Health } from "../contract/health.ts";
import type { Catalog } from "../origins/catalog/catalog.ts";
import type { Origin } from "../origins/origin.ts";

/** What was seen: the answer of `/healthz` but for the version. */
export type Seen = Omit<Health, "version">;

export type HealthLook = () => Promise<Seen>;

interface HealthServices {
  readonly origin: Origin;
  readonly catalog: Catalog | null;
  readonly now: () => number;
}

const LOOK_LIFETIME_MS = 10_000;

/** The last look of this isolate: one entry, kept for the reason above. */
let last: { readonly health: Seen; readonly at: number } | null = null;

export function healthLook({ origin, catalog, now }: HealthServices): HealthLook {
  return async () => {
    if (last !== null && now() - last.at < LOOK_LIFETIME_MS) return last.health;
    if (last !== null) last = { health: last.health, at: now() };
    const health = await look(origin, catalog);
    last = { health, at: now() };
    return health;
  };
}

async function look(origin: Origin, catalog: Catalog | null): Promise<Seen> {
  const [held, upstreamAnswers] = await Promise.all([catalogState(catalog), answers(origin)]);
  if (upstreamAnswers) return { status: "ok", origin: "upstream", catalog: held };
  if (held === null || held.titles === 0) return { status: "down", origin: null, catalog: held };
  return { status: origin.name === "catalog" ? "ok" : "degraded", origin: "catalog", catalog: held };
}

async function catalogState(catalog: Catalog | null): Promise<Health["catalog"]> {
  if (catalog === null) return null;
  try {
    return await catalog.state();
  } catch {
    return null;
  }
}

async function answers(origin: Origin): Promise<boolean> {
  if (origin.name === "catalog") return false;
  try {
    await origin.credits({ category: "credits", id: 1, lang: "en" });
    return true;
  } catch {
    return false;
  }
}
