/**
 * Fetches files of a catalog into a folder (`npm run catalog -- fetch`). A file is replaced only when the new one is
 * complete. An interrupted file is resumed if the server still has the same one (RFC 9110 sections 13.1.5 and 14).
 */
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError, UsageError } from "../options.ts";
import { unpacked } from "./sources/unpack.ts";

interface FetchServices {
  readonly print: (line: string) => void;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** The pauses in milliseconds after attempts that fetched nothing. After the last one, the command fails. */
const PAUSES = [1_000, 10_000, 60_000];
/** The time in milliseconds until a server must have begun to respond. */
const RESPONSE_MS = 60_000;

/** Fetches each URL to a file with the same name. Throws a UsageError or a CommandError. */
export async function fetchFiles(
  urls: readonly string[],
  folder: string,
  services: FetchServices,
): Promise<void> {
  const names = urls.map(nameIn);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw new UsageError(`Two URLs end in ${repeated}.`);
  mkdirSync(folder, { recursive: true });
  for (const [at, name] of names.entries()) await fetchFile(urls[at] ?? "", join(folder, name), services);
}

/** Returns the name of a URL's file. Throws a UsageError if it has none that is safe in a folder. */
function nameIn(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${text} is not a URL that begins with https:// or http://.`);
  const name = basename(url.pathname);
  if (!/^\w[\w.-]*$/.test(name)) throw new UsageError(`${text} does not end in the name of a file.`);
  return name;
}

/** The error for a response that another attempt would not change. */
class Final extends Error {}

async function fetchFile(url: string, file: string, { print, wait }: FetchServices): Promise<void> {
  const part = `${file}.part`;
  for (let failures = 0; ; ) {
    const before = sizeOf(part);
    try {
      const isNew = await attempt(url, file);
      return print(isNew ? `${file}: ${sizeOf(file).toLocaleString("en")} bytes.` : `${file} is up to date.`);
    } catch (thrown) {
      failures = sizeOf(part) > before ? 0 : failures + 1;
      const pause = PAUSES[Math.max(0, failures - 1)];
      const reason = describe(thrown);
      if (pause === undefined || thrown instanceof Final || thrown instanceof CommandError)
        throw new CommandError(
          `${url} could not be fetched: ${reason} ${existsSync(part) ? "To continue, run the command again." : "Nothing was replaced."}`,
          { cause: thrown },
        );
      print(`${url} broke off after ${sizeOf(part).toLocaleString("en")} bytes: ${reason}`);
      await wait(pause);
    }
  }
}

/** Returns the reason of a failure. For a failed connection, it is only in the cause of fetch's error. */
function describe(thrown: unknown): string {
  const { message, cause } = thrown as Error;
  const isOwn = thrown instanceof CommandError || !(cause instanceof Error) || cause.message === "";
  const reason = isOwn ? message : cause.message;
  return `${reason.replace(/\.$/, "")}.`;
}

/** Fetches what is missing. Returns false if the server has no newer file. */
async function attempt(url: string, file: string): Promise<boolean> {
  const [part, validatorFile] = [`${file}.part`, `${file}.part.validator`];
  const held = existsSync(validatorFile) ? sizeOf(part) : 0;
  const headers: Record<string, string> = { "Accept-Encoding": "identity" };
  if (held > 0)
    Object.assign(headers, { Range: `bytes=${held}-`, "If-Range": readFileSync(validatorFile, "utf8") });
  else if (existsSync(file)) headers["If-Modified-Since"] = statSync(file).mtime.toUTCString();
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(new Error("the server does not respond")), RESPONSE_MS);
  const response = await fetch(url, { headers, signal: stop.signal }).finally(() => clearTimeout(late));
  if (response.status === 304) return false;
  const isResumed = response.status === 206 && startOf(response) === held;
  if (response.status !== 200 && !isResumed) {
    await response.body?.cancel();
    // The file has changed, or it was complete.
    if (response.status === 416 || response.status === 206) removeAll(part, validatorFile);
    const isFinal =
      response.status >= 400 && response.status < 500 && ![408, 416, 429].includes(response.status);
    throw new (isFinal ? Final : Error)(`the server responded with status ${response.status}`);
  }
  if (!isResumed) removeAll(part, validatorFile);
  const entityTag = response.headers.get("ETag");
  const modified = response.headers.get("Last-Modified");
  const validator = entityTag?.startsWith('"') === true ? entityTag : modified;
  if (validator !== null) writeFileSync(validatorFile, validator);
  const length = Number(response.headers.get("Content-Length") ?? Number.NaN) + (isResumed ? held : 0);
  if (response.body !== null)
    await pipeline(
      Readable.fromWeb(response.body as never),
      createWriteStream(part, { flags: isResumed ? "a" : "w" }),
    );
  if (sizeOf(part) === 0) {
    removeAll(part, validatorFile);
    throw new Final("the file is empty");
  }
  if (Number.isFinite(length) && sizeOf(part) !== length)
    throw new Error(`the server announced ${length.toLocaleString("en")} bytes`);
  await checkGzip(part, file).catch((thrown: unknown) => {
    removeAll(part, validatorFile);
    throw thrown;
  });
  if (modified !== null && Number.isFinite(Date.parse(modified)))
    utimesSync(part, new Date(), new Date(modified));
  renameSync(part, file);
  removeAll(validatorFile);
  return true;
}

/** Returns the position at which a part begins (RFC 9110 section 14.4). */
function startOf({ headers }: Response): number {
  return Number(/^bytes (\d+)-/.exec(headers.get("Content-Range") ?? "")?.[1] ?? Number.NaN);
}

/** Decompresses the file if its name ends in `.gz`. Throws a CommandError if it is damaged or incomplete. */
async function checkGzip(part: string, file: string): Promise<void> {
  if (!file.endsWith(".gz")) return;
  for await (const _ of unpacked(createReadStream(part), file, "gzip"));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function removeAll(...paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}
