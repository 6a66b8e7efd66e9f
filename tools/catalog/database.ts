/** The local D1 as wrangler keeps it, in a runtime that runs as long as it is used. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare } from "miniflare";
import {
  openSession,
  type RetryOptions,
  retryTransient,
  type Session,
} from "../../worker/origins/catalog/session.ts";
import { silence } from "../quiet.ts";
import { ROOT, run } from "../wrangler.ts";
import { readMigrations } from "./load/migrations.ts";
import type { Statements } from "./load/target.ts";

export const DATABASE = "marquee-catalog";

/** A server that reads the same file locks it for moments; nobody waits for an answer here. */
export const PATIENTLY: RetryOptions = { attempts: Number.POSITIVE_INFINITY, limitMs: 60_000 };

/**
 * Applies the migrations that are missing, each of them whole or not at all. Wrangler does not retry what meets a lock, and
 * takes several locks, so that it is only run where there is something to apply.
 */
async function migrate(state: string, database: D1Database): Promise<void> {
  if (await isMigrated(openSession(database, PATIENTLY))) return;
  const command = ["d1", "migrations", "apply", DATABASE, "--local", "--persist-to", state];
  await retryTransient(() => run("wrangler", command), PATIENTLY);
}

async function isMigrated({ statement, rows }: Session): Promise<boolean> {
  const tables = await rows(statement("SELECT 1 FROM sqlite_schema WHERE name = 'd1_migrations'"));
  if (tables.length === 0) return false;
  const applied = await rows<{ name: string }>(statement("SELECT name FROM d1_migrations"));
  return readMigrations().every(({ name }) => applied.some((migration) => migration.name === name));
}

/** `state`: the folder wrangler keeps its local state in. The database is migrated before, and closed afterwards. */
export async function withMigratedDatabase<T>(state: string, use: UseDatabase<T>): Promise<T> {
  return withLocalDatabase(state, async (database, statements) => {
    await migrate(state, database);
    return use(database, statements);
  });
}

/** Whether there is one: opening it would create it. */
export function hasLocalDatabase(state: string): boolean {
  return existsSync(join(persistedIn(state), "d1"));
}

/** Where wrangler keeps what its own commands are told to persist to a folder. */
function persistedIn(state: string): string {
  return join(state, "v3");
}

/** `statements`: for what is too much to be bound to statements of `database`, which holds it long after. */
export type UseDatabase<T> = (database: D1Database, statements: Statements) => Promise<T>;

/** The database as it is, migrated or not; closed afterwards. */
export async function withLocalDatabase<T>(state: string, use: UseDatabase<T>): Promise<T> {
  silence();
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= RUNTIME_HEAP;
  // They take a second to load, which no other command should wait for.
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(ROOT, "wrangler.toml"));
  const d1Databases = workerOptions.d1Databases as Record<string, { id: string }>;
  const secret = randomUUID();
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      ...{ modules: true, script: WORKER, bindings: { SECRET: secret } },
      ...{ d1Databases, resourcePersistencePath: persistedIn(state) },
    }),
  );
  try {
    const database = (await runtime.getD1Database("CATALOG")) as unknown as D1Database;
    return await use(database, statementsIn(runtime, secret));
  } finally {
    await runtime.dispose();
  }
}

/** Megabytes of heap for the runtime that holds the local database. */
const RUNTIME_HEAP = "--max-old-space-size=192";

/**
 * Takes statements as text. A statement that is bound in this process is copied and escaped three times on its way, and the
 * runtime holds its parameter until this process collects its garbage: a large load filled the runtime's heap.
 */
const WORKER = `
  export default {
    async fetch(request, { CATALOG, SECRET }) {
      const { pathname, searchParams } = new URL(request.url);
      // A page in a browser can send requests to ports of this machine.
      if (pathname !== "/" + SECRET) return new Response(null, { status: 403 });
      const statement = searchParams.get("statement");
      const body = await request.text();
      try {
        if (statement !== null) await CATALOG.prepare(statement).bind(body).run();
        else await CATALOG.batch(JSON.parse(body).map((text) => CATALOG.prepare(text)));
        return new Response();
      } catch (thrown) {
        return new Response(String(thrown), { status: 500 });
      }
    },
  };`;

function statementsIn(runtime: Pick<Miniflare, "dispatchFetch">, secret: string): Statements {
  async function send(query: string, body: string): Promise<void> {
    const response = await runtime.dispatchFetch(`http://localhost/${secret}${query}`, {
      method: "POST",
      body,
    });
    const said = await response.text();
    if (!response.ok) throw new Error(said);
  }
  return {
    batch: (statements) => send("", JSON.stringify(statements)),
    run: (statement, parameter) => send(`?${new URLSearchParams({ statement })}`, parameter),
  };
}
