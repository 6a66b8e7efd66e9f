/** The local database: who may send statements to it, and its migrations. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { expect, test } from "vitest";
import { DATABASES, withLocalDatabase, withMigratedDatabase } from "../../../tools/catalog/database.ts";
import { run } from "../../../tools/wrangler.ts";
import { folderOf } from "./folder.ts";

/** The address that rows are sent to, with the secret. */
async function addressOf(send: () => Promise<unknown>): Promise<URL> {
  let address: URL | undefined;
  function sent(message: unknown): void {
    const { request } = message as { request: ClientRequest };
    address ??= new URL(request.path, `http://${request.getHeader("host")}`);
  }
  subscribe("http.client.request.start", sent);
  await send();
  unsubscribe("http.client.request.start", sent);
  if (address === undefined) throw new Error("nothing was sent");
  return address;
}

test("no statement is taken from whoever does not know the secret", async () => {
  await withLocalDatabase(folderOf({}), async (database, statements) => {
    const address = await addressOf(() => statements.batch(["CREATE TABLE held (value)"]));
    const held = () => database.prepare("SELECT value FROM held").all();
    const status = async (path: string) => {
      const url = new URL(path, address);
      url.searchParams.set("database", "CATALOG_A");
      url.searchParams.set("statement", "INSERT INTO held VALUES (?1)");
      const response = await fetch(url, { method: "POST", body: "7" });
      await response.text();
      return response.status;
    };
    const { pathname } = address;
    const wrong = ["/", "/wrong", `/?secret=${pathname.slice(1)}`, `/x${pathname}`, pathname.slice(0, -1)];
    for (const path of wrong) expect(await status(path), path).toBe(403);
    const batch = await fetch(new URL("/", address), { method: "POST", body: '["DROP TABLE held"]' });
    expect(batch.status).toBe(403);
    expect((await held()).results).toEqual([]);

    expect(await status(pathname)).toBe(200);
    expect((await held()).results).toEqual([{ value: "7" }]);
  });
});

test("commands can create and migrate it at once, and leave wrangler nothing to apply", async () => {
  const state = folderOf({});
  const names = "SELECT group_concat(name) AS names FROM d1_migrations";
  const opened = [1, 2, 3].map(() =>
    withMigratedDatabase(state, (database) => database.prepare(names).first("names")),
  );
  expect(new Set(await Promise.all(opened)).size).toBe(1);
  const list = ["d1", "migrations", "list", DATABASES.A, "--local", "--persist-to", state];
  expect(await run("wrangler", list)).toContain("No migrations to apply");
});

test("it is taken up as wrangler has migrated it", async () => {
  const state = folderOf({});
  await run("wrangler", ["d1", "migrations", "apply", DATABASES.A, "--local", "--persist-to", state]);
  const names = "SELECT group_concat(name) AS names FROM d1_migrations";
  const before = await withLocalDatabase(state, (database) => database.prepare(names).first("names"));
  expect(before).not.toBeNull();
  expect(await withMigratedDatabase(state, (database) => database.prepare(names).first("names"))).toBe(
    before,
  );
});
