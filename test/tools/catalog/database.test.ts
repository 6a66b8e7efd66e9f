/** Tests which processes may send statements to the local database, and its migrations. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { withLocalDatabases } from "../../../tools/catalog/database.ts";
import { readMigrations } from "../../../tools/catalog/load/migrations.ts";
import { run } from "../../../tools/wrangler.ts";
import { createFolder } from "./folder.ts";

/** Returns the URL to which statements are sent, including the secret. */
async function observeUrl(send: () => Promise<unknown>): Promise<URL> {
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

describe("local database", () => {
  test("rejects statements without the secret and separates connections", async () => {
    const memory = () => process.env.MINIFLARE_WORKERD_V8_FLAGS;
    const given = memory();
    await withLocalDatabases(createFolder({}), async ({ open }) => {
      // The heap limit is only for the runtime, not for processes that are started later.
      expect(memory()).toBe(given);
      const database = await open("A");
      const address = await observeUrl(() => database.batch(["CREATE TABLE held (value)"]));
      const held = async () => (await database.batch(["SELECT value FROM held"]))[0]?.rows;
      const status = async (path: string) => {
        const url = new URL(path, address);
        url.searchParams.set("database", "A");
        const body = JSON.stringify({ batch: [{ sql: "INSERT INTO held VALUES (7)", params: [] }] });
        const response = await fetch(url, { method: "POST", body });
        await response.text();
        return response.status;
      };
      const { pathname } = address;
      const wrong = ["/", "/wrong", `/?secret=${pathname.slice(1)}`, `/x${pathname}`, pathname.slice(0, -1)];
      for (const path of wrong) expect(await status(path), path).toBe(403);
      expect(await held()).toEqual([]);

      expect(await status(pathname)).toBe(200);
      expect(await held()).toEqual([{ value: 7 }]);

      // The runtime may have closed an idle connection.
      const reused: boolean[] = [];
      const sent = (message: unknown) =>
        void reused.push((message as { request: ClientRequest }).request.reusedSocket);
      subscribe("http.client.response.finish", sent);
      for (let turn = 0; turn < 2; turn += 1) await database.batch(["SELECT 1"]);
      unsubscribe("http.client.response.finish", sent);
      expect(reused).toEqual([false, false]);
    });
  });

  /** Returns the names of the migrations that are applied once the database is open. */
  const namesIn = (state: string) =>
    withLocalDatabases(state, async ({ open }) => {
      const [applied] = await (await open("A")).batch(["SELECT name FROM d1_migrations"]);
      return applied?.rows.map(({ name }) => name);
    });
  const NAMES = readMigrations().map(({ name }) => name);

  test("is created and migrated once by concurrent commands", async () => {
    const state = createFolder({});
    expect(await Promise.all([1, 2, 3].map(() => namesIn(state)))).toEqual([NAMES, NAMES, NAMES]);
    const list = ["d1", "migrations", "list", "marquee-catalog", "--local", "--persist-to", state];
    expect(await run("wrangler", list)).toContain("No migrations to apply");
  });
});
