/** Sets up two catalogs and CONTROL in real D1 databases, as a load and a switch leave them. */
import { applyD1Migrations, env } from "cloudflare:test";
import type { Connections } from "../../tools/catalog/connection.ts";
import { switchTo } from "../../tools/catalog/control.ts";
import type { Source } from "../../tools/catalog/load/load.ts";
import type { ChangeLog, Slot } from "../../worker/changes/change-log.ts";
import { controlLog } from "../../worker/changes/control-log.ts";
import { createCachedSource } from "../../worker/resources/cached-source.ts";
import { createCacheKeys } from "../../worker/resources/keys.ts";
import { DEFAULT_POLICIES } from "../../worker/resources/resource.ts";
import { bound, createEngine, isolate } from "../cache/kit.ts";
import { fillSource, migrate } from "../catalog/kit.ts";
import { catalogIn } from "../catalog/open.ts";
import { connectionTo } from "../d1-connection.ts";

export const databases = { A: env.CATALOG_A, B: env.CATALOG_B };
export const control = env.CONTROL;
export const log = () => controlLog(control);

export async function migrateControl(): Promise<void> {
  await migrate();
  await applyD1Migrations(control, env.CONTROL_MIGRATIONS);
}

/** Fills the slot, records its generation and returns its version. */
export async function loadInto(slot: Slot, source: Source): Promise<string> {
  await migrateControl();
  await fillSource(source, databases[slot]);
  const version =
    (await databases[slot].prepare("SELECT version FROM catalog").first<string>("version")) ?? "";
  await control
    .prepare(
      "INSERT OR REPLACE INTO generation VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM generation), ?2, 1, 1, 1, 'a test', '', NULL, 0, 0)",
    )
    .bind(slot, version)
    .run();
  return version;
}

export const makeLive = (slot: Slot) => switchTo(connectionTo(control), slot);

/** Connects to the test databases through the interface of the catalog commands. */
export const connections: Connections = {
  catalog: async (slot) => connectionTo(databases[slot]),
  control: async () => connectionTo(control),
};

/** Creates a fresh isolate with both catalogs and its data centre's cache. `host` identifies the data centre. */
export function isolateAt(host: string, now: () => number, purges: ChangeLog = log()) {
  const { settle, ...services } = isolate(now);
  const keys = createCacheKeys(host, []);
  const { engine, context, invalidations } = createEngine(services, { purges, key: keys.invalidation });
  const catalog = catalogIn({ databases, live: invalidations.live });
  const { cache } = engine;
  const sources = { source: catalog, catalog, control: null, apiSettings: { imagesUrl: null } };
  const { ask } = createCachedSource({ cache, keys, policies: DEFAULT_POLICIES }, sources);
  return { ask: bound(context, { ask }).ask, settle };
}

/** Wraps a database. `rows` returns the number of rows read since its last call. */
export function countingRows(database: D1Database) {
  let read = 0;
  const counted: D1Database = Object.assign(Object.create(database), {
    withSession(constraint: D1SessionConstraint) {
      const session = database.withSession(constraint);
      return {
        prepare: session.prepare.bind(session),
        async batch(statements: D1PreparedStatement[]) {
          const results = await session.batch(statements);
          read += results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
          return results;
        },
      };
    },
  });
  function rows(): number {
    const count = read;
    read = 0;
    return count;
  }
  return { counted, rows };
}
