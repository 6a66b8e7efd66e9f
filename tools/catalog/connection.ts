/** Statements for one of the three databases, local or deployed: a catalog of two, or CONTROL. */
import * as v from "valibot";
import { retryTransient } from "../../worker/origins/catalog/session.ts";
import { type ApiCall, callApi, rowsWrittenToday } from "../deploy/api.ts";
import { CommandError } from "../options.ts";
import { run } from "../wrangler.ts";
import { DATABASES, type DatabaseName, type LocalDatabases, type Slot, WAIT_FOR_LOCKS } from "./database.ts";

export interface Result {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Of the whole database, after the statement. */
  readonly bytes: number;
  /** Rows, as D1 bills them. */
  readonly written: number;
}

/** A statement with a value that it reads as JSON text, `?1`: the API accepts only strings as parameters. */
export interface Bound {
  readonly sql: string;
  readonly parameter: unknown;
}

export interface Connection {
  /** In one transaction, which must be safe to repeat. At most 100,000 bytes each: D1 accepts no longer statement. */
  batch(statements: readonly (string | Bound)[]): Promise<readonly Result[]>;
}

export const sqlOf = (statement: string | Bound) =>
  typeof statement === "string" ? statement : statement.sql;
export const parametersOf = (statement: string | Bound) =>
  typeof statement === "string" ? [] : [JSON.stringify(statement.parameter)];

/** `control`: `null` for a deployment that has one catalog and nothing beside it. */
export interface Connections {
  catalog(slot: Slot): Promise<Connection>;
  control(): Promise<Connection | null>;
}

export function localConnections(databases: LocalDatabases): Connections {
  async function open(name: DatabaseName): Promise<Connection> {
    const { database } = await databases.open(name);
    return {
      async batch(statements) {
        const prepared = statements.map((statement) =>
          database.prepare(sqlOf(statement)).bind(...parametersOf(statement)),
        );
        const results = await retryTransient(() => database.batch(prepared), WAIT_FOR_LOCKS);
        return results.map(({ results: rows, meta }) => ({
          rows: rows as Result["rows"],
          bytes: meta.size_after,
          written: meta.rows_written,
        }));
      },
    };
  }
  return { catalog: open, control: () => open("control") };
}

const Listed = v.array(v.object({ uuid: v.string(), name: v.string() }));
const Identity = v.object({ accounts: v.array(v.object({ id: v.string() })) });
/** api/resources/d1/subresources/database/methods/query: the queries of `batch` are one transaction. */
const Queried = v.array(
  v.object({
    results: v.optional(v.array(v.record(v.string(), v.unknown())), []),
    meta: v.object({ size_after: v.optional(v.number(), 0), rows_written: v.optional(v.number(), 0) }),
  }),
);

interface RemoteConnections extends Connections {
  /** By all databases of the account; `null`: the platform does not tell. */
  writtenToday(): Promise<number | null>;
}

/** Never imports: D1 answers nothing else while it does. Throws a CommandError without a login. */
export async function remoteConnections(): Promise<RemoteConnections> {
  const credentials = await run("wrangler", ["auth", "token", "--json"]);
  const account = await accountId();
  const path = `/accounts/${account}/d1/database`;
  const call = (asked: ApiCall) => callApi(asked, credentials);
  const listed = v.parse(
    Listed,
    await call({ method: "GET", path: `${path}?name=${DATABASES.A}&per_page=100` }),
  );
  const others = v.parse(Listed, await call({ method: "GET", path: `${path}?name=${DATABASES.control}` }));

  function open(name: DatabaseName): Connection | null {
    const found = [...listed, ...others].find((database) => database.name === DATABASES[name]);
    if (found === undefined) return null;
    return {
      async batch(statements) {
        const body = {
          batch: statements.map((statement) => ({ sql: sqlOf(statement), params: parametersOf(statement) })),
        };
        const query = { method: "POST", path: `${path}/${found.uuid}/query`, body } as const;
        return v
          .parse(Queried, await retryTransient(() => call(query), WAIT_FOR_LOCKS))
          .map(({ results, meta }) => ({
            rows: results,
            bytes: meta.size_after,
            written: meta.rows_written,
          }));
      },
    };
  }

  return {
    writtenToday: () => rowsWrittenToday(account, credentials, new Date()),
    async catalog(slot) {
      const catalog = open(slot);
      if (catalog === null)
        throw new CommandError(`There is no database ${DATABASES[slot]}; deploy first: npm run deploy`);
      return catalog;
    },
    async control() {
      const control = open("B") === null ? null : open("control");
      if (control === null) return null;
      const [tables] = await control.batch(["SELECT name FROM sqlite_schema WHERE name = 'live'"]);
      return tables?.rows.length === 1 ? control : null;
    },
  };
}

async function accountId(): Promise<string> {
  const chosen = process.env.CLOUDFLARE_ACCOUNT_ID;
  if (chosen) return chosen;
  const { accounts } = v.parse(Identity, JSON.parse(await run("wrangler", ["whoami", "--json"])));
  const [only, another] = accounts;
  if (only === undefined || another !== undefined)
    throw new CommandError("Set CLOUDFLARE_ACCOUNT_ID: the login has no account, or several.");
  return only.id;
}
