/**
 * Manages API keys (`npm run keys`). Keys are in CONTROL, as hashes only, so a lost key must be replaced. A fixed list of
 * hashes can be in CLIENT_KEYS instead. Reads a key from standard input, because everyone on the machine can see a
 * command line.
 */
import { text } from "node:stream/consumers";
import { type KeyUse, SHOWN_DAYS } from "../worker/changes/api-keys.ts";
import { createKey, digestKey } from "../worker/contract/key.ts";
import { isKeyLimit, LIMITS } from "../worker/contract/limits.ts";
import { KEY_ID_LENGTH } from "../worker/contract/usage.ts";
import { localConnections, remoteConnections } from "./catalog/connection.ts";
import { withLocalDatabases } from "./catalog/database.ts";
import type { Connection } from "./catalog/load/statements.ts";
import {
  COUNTS,
  findKey,
  insertKey,
  type KeyRow,
  type NewKey,
  readDailyUse,
  readKeys,
  readTotalUse,
  replaceKey,
  revokeKey,
} from "./key-store.ts";
import { CommandError, parseOptions, runCommand, UsageError } from "./options.ts";

const USAGE = `
Usage: npm run keys -- COMMAND

  new --name NAME    Create a key and print it once.
    --limit N/m      Its limit in a minute, instead of ${LIMITS.key.requests}/m.
    --expires DATE   The day on which it stops, as in 2027-01-01 (UTC).
  list               Print all keys in the database.
  show ID            Print a key. An id is the beginning of its hash.
  revoke ID          Stop a key, within a minute everywhere.
  rotate ID          Replace a key. The old one is good for another day.
  usage [ID]         Print what keys were used for, or a single one by day, on the last ${SHOWN_DAYS} days.

  new                Create a key for CLIENT_KEYS. Prints it once, with its hash.
  hash               Read a key from standard input and print its hash.

  --hex        32 hexadecimal digits, the only form that some programs for TMDB take.
  --remote     The deployed database, with your wrangler login.
  --state DIR  The folder of the local database, as for npm start.
`;

const DAY_MS = 86_400_000;
const MAX_NAME_LENGTH = 100;
const MAX_EXPIRY_DAYS = 3_660;
await runCommand(USAGE, async () => {
  const { values, words } = parseOptions({
    options: {
      name: { type: "string" },
      limit: { type: "string" },
      expires: { type: "string" },
      hex: { type: "boolean", default: false },
      remote: { type: "boolean", default: false },
      state: { type: "string", default: ".wrangler/state" },
    },
    words: "any",
  });
  const [command = "", id, ...others] = words;
  if (others[0] !== undefined) throw new UsageError(`Unexpected argument '${others[0]}'.`);
  const isNew = command === "new";
  if (values.hex && !isNew && command !== "rotate") throw new UsageError("--hex requires new or rotate.");
  if (!isNew && (values.name ?? values.limit ?? values.expires) !== undefined)
    throw new UsageError("--name, --limit and --expires require new.");
  if (["show", "revoke", "rotate"].includes(command) && id === undefined) throw new UsageError("Missing id.");
  if (["new", "list", "hash"].includes(command) && id !== undefined)
    throw new UsageError(`Unexpected argument '${id}'.`);
  if (command === "hash") return console.log(await hashKey(await readKey()));
  const requests = readLimit(values.limit);
  const expiresAt = readDate(values.expires);
  if (isNew && values.name === undefined) {
    if ((requests ?? expiresAt) !== null) throw new UsageError("--limit and --expires require --name.");
    return await printListedKey(values.hex);
  }
  const given = { name: readName(values.name), requests, expires_at: expiresAt };
  const run = selectCommand(command, { id, given, isHex: values.hex });
  if (values.remote) return await run(await (await remoteConnections()).control());
  await withLocalDatabases(
    values.state,
    async (databases) => await run(await localConnections(databases).control()),
  );
});

interface Chosen {
  readonly id: string | undefined;
  readonly given: Omit<NewKey, "digest">;
  readonly isHex: boolean;
}

type Command = (control: Connection) => Promise<void>;

/** Returns the command. Throws a UsageError before any database is opened. */
function selectCommand(command: string, { id = "", given, isHex }: Chosen): Command {
  if (id !== "" && !/^[0-9a-f]{4,64}$/.test(id))
    throw new UsageError("An id is 4 to 64 hexadecimal digits: see list.");
  switch (command) {
    case "new":
      return async (control) => {
        const { key, digest } = await makeKey(isHex);
        await insertKey(control, { ...given, digest });
        printNewKey(given.name, key, digest);
      };
    case "list":
      return async (control) => printKeys(await readKeys(control));
    case "show":
      return async (control) => printKeys([await findKey(control, id)]);
    case "revoke":
      return async (control) => {
        const key = await findKey(control, id);
        await revokeKey(control, key);
        console.log(`Revoked ${formatId(key.digest)} (${key.name}). It stops within a minute.`);
      };
    case "rotate":
      return async (control) => {
        const old = await findKey(control, id);
        const { key, digest } = await makeKey(isHex);
        await replaceKey(control, old, digest);
        printNewKey(old.name, key, digest);
        console.log("The old key is good for another day.");
      };
    case "usage":
      return (control) => (id === "" ? printTotalUse(control) : printDailyUse(control, id));
    default:
      throw new UsageError(command === "" ? "Missing command." : `Unexpected argument '${command}'.`);
  }
}

function readName(name = "-"): string {
  if (name.trim() !== "" && [...name].length <= MAX_NAME_LENGTH && !/\p{C}/u.test(name)) return name.trim();
  throw new UsageError(`--name must be 1 to ${MAX_NAME_LENGTH} printable characters.`);
}

function readLimit(value: string | undefined): number | null {
  if (value === undefined) return null;
  const requests = Number(/^(\d{1,5})\/m$/.exec(value)?.[1]);
  if (isKeyLimit(requests)) return requests;
  throw new UsageError(
    "--limit must be 60/m, 75/m, 100/m, 120/m, 150/m, 200/m, 300/m or a multiple of 600/m up to 6000/m.",
  );
}

function readDate(value: string | undefined): number | null {
  if (value === undefined) return null;
  const at = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN;
  const isDate = !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
  if (isDate && at > Date.now() && at < Date.now() + MAX_EXPIRY_DAYS * DAY_MS) return at;
  throw new UsageError("--expires must be a day within the next ten years, as in 2027-01-01.");
}

async function makeKey(isHex: boolean): Promise<{ key: string; digest: string }> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const key = isHex ? Buffer.from(random(16)).toString("hex") : createKey(random);
  return { key, digest: await hashKey(key) };
}

async function printListedKey(isHex: boolean): Promise<void> {
  const { key, digest } = await makeKey(isHex);
  console.log(`Key for the caller (not shown again):\n  ${key}`);
  console.log(`Hash to add to CLIENT_KEYS (comma-separated):\n  ${digest}`);
}

function printNewKey(name: string, key: string, digest: string): void {
  console.log(`Key for ${name} (not shown again):\n  ${key}\nIts id:\n  ${formatId(digest)}`);
}

function printKeys(keys: readonly KeyRow[]): void {
  for (const { digest, name, requests, created_at, expires_at, revoked_at } of keys) {
    const limit = requests === null ? "" : `${requests}/m`;
    const isExpired = expires_at !== null && expires_at <= Date.now();
    const ends = expires_at === null ? "" : `${isExpired ? "expired" : "expires"} ${formatDate(expires_at)}`;
    const state = revoked_at === null ? ends : `revoked ${formatDate(revoked_at)}`;
    const parts = [formatId(digest), name, `created ${formatDate(created_at)}`, limit, state];
    console.log(parts.filter((part) => part !== "").join("  "));
  }
  if (keys.length === 0) console.error("No keys. To create one: npm run keys -- new --name NAME");
}

async function printTotalUse(control: Connection): Promise<void> {
  const rows = await readTotalUse(control);
  for (const { digest, name, ...use } of rows)
    console.log(`${formatId(digest)}  ${name ?? "(CLIENT_KEYS)"}  ${formatUse(use)}`);
  if (rows.length === 0) console.error("No key was used.");
}

async function printDailyUse(control: Connection, id: string): Promise<void> {
  const days = await readDailyUse(control, await findKey(control, id));
  for (const { day, ...use } of days) console.log(`${day}  ${formatUse(use)}`);
  if (days.length === 0) console.error("This key was not used.");
}

// These are functions, because the command runs before constants further down are initialised.
function formatUse(use: KeyUse): string {
  return COUNTS.map((count) => `${use[count]} ${count}`).join("  ");
}

function formatId(digest: string): string {
  return digest.slice(0, KEY_ID_LENGTH);
}

function formatDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

async function readKey(): Promise<string> {
  const key = (await text(process.stdin)).trim();
  if (key === "") throw new CommandError("Pass the key on standard input.");
  return key;
}

/** Returns the SHA-256 hash of a key in hexadecimal, the format of CLIENT_KEYS. */
async function hashKey(key: string): Promise<string> {
  return Buffer.from(await digestKey(key)).toString("hex");
}
