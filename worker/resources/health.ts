/**
 * Whether everything that a response may need works. The upstream is asked for the credits of some title (a 404 counts
 * as a response), the catalog for its number of titles; the log of purges is read, and our own cache is written and
 * read. An isolate reuses a result for ten seconds, and serves it while it is renewed, so that monitors cost next to
 * nothing.
 */

import type { Context } from "../cache/resource.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogState } from "../catalog/store/catalog-state.ts";
import type { LoggedChanges } from "../changes/change-log.ts";
import type { Health } from "../contract/health.ts";
import { isQuotaSpent } from "../source/failure.ts";
import type { Source } from "../source/source.ts";

/** The response of `/healthz` without the version. */
export type CheckedHealth = Omit<Health, "version">;

/** The last check. Shared by the requests of an isolate. */
export interface HealthMemory {
  last: { readonly health: CheckedHealth; readonly at: number } | null;
}

interface HealthServices {
  readonly context: Context;
  /** `null` if the catalog is the only source. */
  readonly upstream: Pick<Source<Context>, "load"> | null;
  readonly catalog: Pick<Catalog<Context>, "readState"> | null;
  /** CONTROL's record of the live catalog; `null`: there is no CONTROL. */
  readonly live: (() => Promise<Pick<LoggedChanges, "sourceVersion">>) | null;
  /** Whether our own cache keeps a response. Never rejects. */
  readonly keepsResponses: () => Promise<boolean>;
  readonly memory: HealthMemory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const LIFETIME_MS = 10_000;
/** Not 1, which no title of TMDB has (docs/decisions/0036). */
const SOME_TITLE = 2;

export async function checkHealth(services: HealthServices): Promise<CheckedHealth> {
  const { memory, now } = services;
  const { last } = memory;
  if (last !== null && now() - last.at < LIFETIME_MS) return last.health;
  if (last !== null) memory.last = { health: last.health, at: now() };
  const health = await check(services);
  memory.last = { health, at: now() };
  return health;
}

async function check({
  context,
  upstream,
  catalog,
  live,
  keepsResponses,
}: HealthServices): Promise<CheckedHealth> {
  const [state, upstreamAnswers, recorded, keeps] = await Promise.all([
    settled(catalog?.readState(context)),
    settled(upstream?.load(context, "credits", { id: SOME_TITLE, lang: "en" })),
    settled(live?.()),
    keepsResponses(),
  ]);
  const held = state.value ?? null;
  const expected = recorded.value?.sourceVersion ?? held?.version;
  const parts = {
    catalog: held && describeCatalog(held, expected),
    purges: live === null ? null : recorded.value === undefined ? "unread" : "read",
    quota: isQuotaSpent(state.problem) || isQuotaSpent(recorded.problem) ? "spent" : null,
    store: keeps ? "kept" : "empty",
  } as const;
  const isOk = parts.purges !== "unread" && parts.catalog?.isRecorded !== false;
  if (upstreamAnswers.value !== undefined)
    return { status: isOk ? "ok" : "degraded", origin: "upstream", ...parts };
  const canStandIn = upstream === null || !held?.isStarter;
  if (held === null || held.titles === 0 || !canStandIn) return { status: "down", origin: null, ...parts };
  return { status: upstream === null && isOk ? "ok" : "degraded", origin: "catalog", ...parts };
}

function describeCatalog({ version, titles, loadedAt }: CatalogState, expected: string | null | undefined) {
  return { titles, version, loadedAt, isRecorded: version === expected };
}

/** Neither field: nothing was asked. */
async function settled<T>(asked: Promise<T> | undefined): Promise<{ value?: T; problem?: unknown }> {
  try {
    return { value: await asked };
  } catch (problem) {
    return { problem };
  }
}
