/** The three databases, local or deployed: two catalogs, and CONTROL. */
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { retryTransient } from "../../worker/origins/catalog/session.ts";
import type { Slot } from "../../worker/origins/change-log.ts";
import { configuredDatabases } from "../databases.ts";
import { type Api, chosenAccount, openApi, type Wait } from "../deploy/api.ts";
import { CommandError } from "../options.ts";
import { type DatabaseName, type LocalDatabases, WAIT_FOR_LOCKS } from "./database.ts";
import { type Connection, queryOf, resultsOf } from "./load/statements.ts";

export interface Connections {
  catalog(slot: Slot): Promise<Connection>;
  control(): Promise<Connection>;
}

export function localConnections({ open }: LocalDatabases): Connections {
  return { catalog: open, control: () => open("control") };
}

/** As wrangler.toml has them: another Marquee of the account has others. */
export async function deployedNames(): Promise<Readonly<Record<DatabaseName, string>>> {
  const { CATALOG_A, CATALOG_B, CONTROL } = await configuredDatabases();
  return { A: CATALOG_A.name, B: CATALOG_B.name, control: CONTROL.name };
}

const Listed = v.array(v.object({ uuid: v.string(), name: v.string() }));

/** Never imports: D1 answers nothing else while it does. Throws a CommandError without a login. */
export async function remoteConnections(wait: Wait = sleep): Promise<Connections> {
  const account = await chosenAccount();
  const path = `/accounts/${account}/d1/database`;
  const call = openApi({ wait, say: console.error });
  const names = await deployedNames();
  const listed = new Map<string, string>();
  for (const name of Object.values(names)) {
    const found = v.parse(Listed, await call({ method: "GET", path: `${path}?name=${name}&per_page=100` }));
    for (const database of found) listed.set(database.name, database.uuid);
  }

  function open(name: DatabaseName): Connection {
    const uuid = listed.get(names[name]);
    if (uuid === undefined)
      throw new CommandError(`There is no database ${names[name]}; deploy first: npm run deploy`);
    return connectionAt(`${path}/${uuid}`, call, wait);
  }

  return {
    catalog: async (slot) => open(slot),
    control: async () => open("control"),
  };
}

/** `path`: the path of a deployed database in the API. */
function connectionAt(path: string, call: Api, wait: Wait = sleep): Connection {
  return {
    async batch(statements) {
      const query = { method: "POST", path: `${path}/query`, body: queryOf(statements) } as const;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return resultsOf(await retryTransient(() => call(query), WAIT_FOR_LOCKS));
        } catch (thrown) {
          if (!OVERLOADED.test(String(thrown)) || attempt === ATTEMPTS) throw thrown;
          await wait(OVERLOAD_MS);
        }
      }
    },
  };
}

/** Passes (d1/observability/debug-d1): a reader must not wait for it, a command can. */
const OVERLOADED = /overloaded|Too many requests queued/;
const OVERLOAD_MS = 5_000;
const ATTEMPTS = 4;
