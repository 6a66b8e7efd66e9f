/** Connects to the local or deployed databases: two catalogs and CONTROL. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Slot } from "../../worker/changes/change-log.ts";
import { retryTransient } from "../../worker/source/d1.ts";
import { configuredDatabases, findDatabase } from "../databases.ts";
import { type Api, chooseAccount, openApi, type Wait } from "../deploy/api.ts";
import { CommandError } from "../options.ts";
import { readConfiguration } from "../wrangler.ts";
import { type DatabaseName, type LocalDatabases, WAIT_FOR_LOCKS } from "./database.ts";
import { type Connection, parseResults, toQuery } from "./load/statements.ts";

export interface Connections {
  catalog(slot: Slot): Promise<Connection>;
  control(): Promise<Connection>;
}

export function localConnections({ open }: LocalDatabases): Connections {
  return { catalog: open, control: () => open("control") };
}

/** Returns the database names in `wrangler.toml`. */
export async function deployedNames(): Promise<Readonly<Record<DatabaseName, string>>> {
  const { CATALOG_A, CATALOG_B, CONTROL } = await configuredDatabases();
  return { A: CATALOG_A.name, B: CATALOG_B.name, control: CONTROL.name };
}

/**
 * Connects to the deployed databases. Sends statements as queries instead of importing files, because D1 makes a
 * database unavailable during an import. Throws a CommandError if there is no login.
 */
export async function remoteConnections(wait: Wait = sleep): Promise<Connections> {
  const account = await chooseAccount(await readConfiguration());
  const call = openApi({ wait, print: console.error });
  const names = await deployedNames();
  const opened = new Map<DatabaseName, Promise<Connection>>();

  async function connect(name: DatabaseName): Promise<Connection> {
    const id = await findDatabase(names[name], account, (path) => call({ method: "GET", path }));
    if (id === null)
      throw new CommandError(
        `The account ${account} has no database ${names[name]}: run npm run deploy first.`,
      );
    return connectionAt(`/accounts/${account}/d1/database/${id}`, call, wait);
  }

  function open(name: DatabaseName): Promise<Connection> {
    const connection = opened.get(name) ?? connect(name);
    opened.set(name, connection);
    return connection;
  }

  return { catalog: open, control: () => open("control") };
}

/** Connects to a deployed database. `path` is the database's path in Cloudflare's API. */
function connectionAt(path: string, call: Api, wait: Wait = sleep): Connection {
  return {
    async batch(statements) {
      const body = toQuery(statements);
      const query = { method: "POST", path: `${path}/query`, body, isRepeatable: true } as const;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return parseResults(await retryTransient(() => call(query), WAIT_FOR_LOCKS));
        } catch (thrown) {
          if (!OVERLOADED.test(String(thrown)) || attempt === ATTEMPTS) throw thrown;
          await wait(OVERLOAD_MS);
        }
      }
    },
  };
}

/**
 * Matches temporary errors (developers.cloudflare.com/d1/observability/debug-d1). Only commands retry them after a
 * pause, because a visitor should not have to wait.
 */
const OVERLOADED = /overloaded|Too many requests queued/;
const OVERLOAD_MS = 5_000;
const ATTEMPTS = 4;
