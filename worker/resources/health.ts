/**
 * Checks everything that a response may need: the upstream, the catalog, the change log and the Cache API. A result
 * is used for ten seconds. After that, one request runs a new check while all others still get the old result, so
 * that monitoring costs next to nothing.
 */

import type { Context } from "../cache/resource.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogState } from "../catalog/store/catalog-state.ts";
import { TOKENS_VERSION } from "../catalog/store/names.ts";
import type { LoggedChanges } from "../changes/change-log.ts";
import type { Health } from "../contract/health.ts";
import { isQuotaSpent } from "../source/failure.ts";
import type { Source } from "../source/source.ts";

/** The body of `/healthz` without the version. */
export type CheckedHealth = Omit<Health, "version">;

/** The last check, which all requests of an isolate share. */
export interface HealthMemory {
  last: { readonly health: CheckedHealth; readonly at: number } | null;
}

interface HealthServices {
  readonly context: Context;
  /** The upstream, or `null` if the catalog is the only source. */
  readonly upstream: Pick<Source<Context>, "load"> | null;
  /** The catalog, or `null` if an upstream is the source. */
  readonly catalog: Pick<Catalog<Context>, "readState"> | null;
  /** Reads from CONTROL which catalog is live. `null` if the deployment has no CONTROL database. */
  readonly live: (() => Promise<Pick<LoggedChanges, "sourceVersion">>) | null;
  /** Returns true if the Cache API stores responses. Never rejects. */
  readonly keepsResponses: () => Promise<boolean>;
  readonly memory: HealthMemory;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
}

const LIFETIME_MS = 10_000;
/**
 * The id of the title whose credits are requested. The title need not exist, because a 404 also shows that the source
 * works. The id is not 1, because TMDB has no such id (docs/decisions/0036).
 */
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
    settle(catalog?.readState(context)),
    settle(upstream?.load(context, "credits", { id: SOME_TITLE, lang: "en" })),
    settle(live?.()),
    keepsResponses(),
  ]);
  const catalogState = state.value ?? null;
  const expected = recorded.value?.sourceVersion ?? catalogState?.version;
  const parts = {
    catalog: catalogState && describeCatalog(catalogState, expected),
    purges: live === null ? null : recorded.value === undefined ? "unread" : "read",
    quota: isQuotaSpent(state.problem) || isQuotaSpent(recorded.problem) ? "spent" : null,
    store: keeps ? "kept" : "empty",
  } as const;
  const isOk =
    parts.purges !== "unread" && parts.catalog?.isRecorded !== false && parts.catalog?.isSearchable !== false;
  if (upstreamAnswers.value !== undefined)
    return { status: isOk ? "ok" : "degraded", origin: "upstream", ...parts };
  if (catalogState === null || catalogState.titles === 0) return { status: "down", origin: null, ...parts };
  return { status: isOk ? "ok" : "degraded", origin: "catalog", ...parts };
}

function describeCatalog(state: CatalogState, expected: string | null | undefined) {
  const { version, titles, loadedAt, tokens } = state;
  const isSearchable = tokens === TOKENS_VERSION;
  return { titles, version, loadedAt, isRecorded: version === expected, isSearchable };
}

/**
 * Resolves to an object that contains the value or, if the promise rejects, the problem. The object is empty if there
 * is no promise.
 */
async function settle<T>(promise: Promise<T> | undefined): Promise<{ value?: T; problem?: unknown }> {
  try {
    return { value: await promise };
  } catch (problem) {
    return { problem };
  }
}
