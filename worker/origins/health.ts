/**
 * Whether an origin responds. The upstream is asked for the credits of some title (a 404 counts as a response), the
 * catalog for its number of titles. An isolate reuses a result for ten seconds, and serves it while it is renewed, so
 * that monitors cost the origins next to nothing.
 */
import type { Health } from "../contract/health.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { Origin } from "./origin.ts";

/** The response of `/healthz` without the version. */
export type CheckedHealth = Omit<Health, "version">;

/** The last check. Shared by the requests of an isolate. */
export interface HealthMemory {
  last: { readonly health: CheckedHealth; readonly at: number } | null;
}

interface HealthServices {
  /** `null`: the catalog is the origin. */
  readonly upstream: Origin | null;
  readonly catalog: Pick<Catalog, "state"> | null;
  readonly memory: HealthMemory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const LIFETIME_MS = 10_000;
/** Not 1, which no title of TMDB has (docs/decisions/0036). */
const SOME_TITLE = 2;

export async function checkHealth({
  upstream,
  catalog,
  memory,
  now,
}: HealthServices): Promise<CheckedHealth> {
  const { last } = memory;
  if (last !== null && now() - last.at < LIFETIME_MS) return last.health;
  if (last !== null) memory.last = { health: last.health, at: now() };
  const health = await check(upstream, catalog);
  memory.last = { health, at: now() };
  return health;
}

async function check(
  upstream: HealthServices["upstream"],
  catalog: HealthServices["catalog"],
): Promise<CheckedHealth> {
  const [held, upstreamAnswers] = await Promise.all([stateOf(catalog), answers(upstream)]);
  if (upstreamAnswers) return { status: "ok", origin: "upstream", catalog: held };
  if (held === null || held.titles === 0) return { status: "down", origin: null, catalog: held };
  return { status: upstream === null ? "ok" : "degraded", origin: "catalog", catalog: held };
}

async function stateOf(catalog: HealthServices["catalog"]): Promise<Health["catalog"]> {
  if (catalog === null) return null;
  try {
    return await catalog.state();
  } catch {
    return null;
  }
}

async function answers(upstream: Origin | null): Promise<boolean> {
  if (upstream === null) return false;
  try {
    await upstream.can.credits?.({ category: "credits", id: SOME_TITLE, lang: "en" });
    return true;
  } catch {
    return false;
  }
}
