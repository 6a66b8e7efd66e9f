/**
 * Manages API keys for deployments with ACCESS=keyed (`npm run keys`). Reads a key from standard input, because
 * everyone on the machine can see a command line. Keys are not stored, so a lost key must be replaced.
 */
import { text } from "node:stream/consumers";
import { createKey, digestKey } from "../worker/contract/key.ts";
import { CommandError, parseOptions, runCommand, UsageError } from "./options.ts";
import { localSettings } from "./settings.ts";

const USAGE = `
Usage: npm run keys -- new [--hex] | hash | list

  new    Create a key. Prints it once, with its hash for CLIENT_KEYS.
  hash   Read a key from standard input and print its hash.
  list   Print the hashes in CLIENT_KEYS, from the environment or .dev.vars.

  --hex  32 hexadecimal digits, the only form that some programs for TMDB take.
`;

await runCommand(USAGE, async () => {
  const { values, words } = parseOptions({
    options: { hex: { type: "boolean", default: false } },
    words: ["new", "hash", "list"],
  });
  if (values.hex && words[0] !== "new") throw new UsageError("--hex requires new.");
  switch (words[0]) {
    case "new":
      return await printNewKey(values.hex);
    case "hash":
      return console.log(await hashKey(await readKey()));
    case "list":
      return printHashes(listedHashes());
  }
});

async function printNewKey(isHex: boolean): Promise<void> {
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const key = isHex ? Buffer.from(random(16)).toString("hex") : createKey(random);
  console.log(`Key for the caller (not shown again):\n  ${key}`);
  console.log(`Hash to add to CLIENT_KEYS (comma-separated):\n  ${await hashKey(key)}`);
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

function printHashes(hashes: ReadonlySet<string>): void {
  for (const hash of hashes) console.log(hash);
  if (hashes.size === 0) console.error("CLIENT_KEYS is empty. To create a key: npm run keys -- new");
}

/**
 * Returns the hashes in the local CLIENT_KEYS, without duplicates. The CLIENT_KEYS of a deployment is a secret, so it
 * cannot be read.
 */
function listedHashes(): Set<string> {
  const hashes = (localSettings().CLIENT_KEYS ?? "").split(",").map((hash) => hash.trim().toLowerCase());
  return new Set(hashes.filter((hash) => hash !== ""));
}
