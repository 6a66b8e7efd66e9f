/**
 * `npm run keys -- new | hash | list`: keys for callers of a deployment with ACCESS=keyed.
 *
 *     new    makes a key and prints it, this once, with its hash for CLIENT_KEYS
 *     hash   reads a key from standard input and prints its hash
 *     list   prints the hashes in CLIENT_KEYS, of the environment or else of .dev.vars
 *
 * A key is never taken from the command line, which everyone on the machine can read, and
 * nothing keeps one: whoever loses a key gets a new one.
 */
import { text } from "node:stream/consumers";
import { formOf, newKey } from "../../worker/contract/key.ts";
import { hashOf } from "./hash.ts";
import { clientKeys } from "./list.ts";

const [command] = process.argv.slice(2);
switch (command) {
  case "new":
    await makeKey();
    break;
  case "hash":
    await hashKey();
    break;
  case "list":
    for (const hash of clientKeys()) console.log(hash);
    break;
  default:
    refuse("npm run keys -- new | hash | list");
}

async function makeKey(): Promise<void> {
  const key = newKey((length) => crypto.getRandomValues(new Uint8Array(length)));
  console.log(`Key, for the caller; it is not shown again:\n  ${key}`);
  console.log(`Hash, to be added to CLIENT_KEYS (comma-separated):\n  ${await hashOf(key)}`);
}

async function hashKey(): Promise<void> {
  const key = (await text(process.stdin)).trim();
  if (key === "") refuse("Give the key on standard input.");
  else if (formOf(key) === "mistyped")
    refuse("This key is mistyped or cut short: its checksum is not right.");
  else console.log(await hashOf(key));
}

function refuse(reason: string): void {
  console.error(reason);
  process.exitCode = 2;
}
