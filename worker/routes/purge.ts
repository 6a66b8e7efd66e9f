/**
 * `POST /admin/purge` with `Authorization: Bearer {ADMIN_TOKEN}` and `{"tags": ["title-603"]}`:
 * nothing that carries a tag is served any more, neither from our own stores nor from the cache in front.
 * Without the secret ADMIN_TOKEN there is no such address.
 */
import * as v from "valibot";
import { keyDigest } from "../contract/key.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import { tagsToPurge } from "../edge/cache-tags.ts";
import { CONFIRMED_MS } from "../edge/invalidations.ts";
import { readJson } from "../edge/json.ts";
import { NO_STORE } from "../http/caching.ts";
import { preflight } from "../http/cors.ts";
import { bearerToken } from "../http/credential.ts";
import { problemResponse } from "../http/problem-response.ts";
import { allowance } from "../http/rate-limit.ts";
import type { Visit } from "./visit.ts";

/** Bytes. Thirty tags are less. */
const LONGEST_BODY = 4_096;

export const PURGE_PATH = "/admin/purge";
const METHODS = "POST, OPTIONS";

const Wanted = v.object({
  tags: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^(search|credits|page|image|(title|person)-[1-9]\d{0,15})$/))),
    v.minLength(1),
    v.maxLength(30),
  ),
});

/** `undefined`: it is another address, with a slash at the end. */
export async function purge(request: Request, visit: Visit): Promise<Response | undefined> {
  if (visit.url.pathname !== PURGE_PATH) return undefined;
  try {
    // Read before anything is refused: what is left unread spoils the connection for the next request.
    const body = await readBody(request);
    checkAddress(visit);
    if (request.method === "OPTIONS") return preflight(METHODS);
    checkMethod(request);
    await checkAttempts(request, visit);
    await admitAdmin(request, visit);
    const { tags } = parseWanted(body);
    const purged = [...new Set(tags.flatMap(tagsToPurge))];
    await visit.services().invalidations.purge(purged);
    const platform = await purgePlatform(purged, visit);
    if (platform) visit.context.waitUntil(purgeAgain(purged, visit));
    visit.log({ event: "purged", tags: tags.join(" "), platform });
    return Response.json({ tags, platform }, { headers: NO_STORE });
  } catch (thrown) {
    return problemResponse(asProblem(thrown), visit);
  }
}

/** Before attempts are counted: where there is no such address, nobody is told to wait. */
function checkAddress({ services }: Visit): void {
  if (services().config.adminToken === null) throw noSuchAddress();
}

function checkMethod({ method }: Request): void {
  if (method === "POST") return;
  throw new Problem("method-not-allowed", `${method} is not allowed here.`, { allow: METHODS });
}

function noSuchAddress(): Problem {
  return new Problem("not-found", "There is nothing at this address.");
}

/** Whoever guesses at the token is soon told to wait; so is whoever knows it and purges in a loop. */
async function checkAttempts(request: Request, { services, env: limiters, log }: Visit): Promise<void> {
  const { config } = services();
  const refused = await allowance({ request, config, limiters, log })();
  if (refused !== null) throw refused;
}

async function admitAdmin(request: Request, visit: Visit): Promise<void> {
  const { adminToken } = visit.services().config;
  if (adminToken === null) throw noSuchAddress();
  const given = bearerToken(request.headers.get("Authorization")) ?? "";
  const [expected, digest] = await Promise.all([keyDigest(adminToken), keyDigest(given)]);
  if (!crypto.subtle.timingSafeEqual(expected, digest)) {
    throw new Problem("key-required", "The token of this deployment's administrator is required.");
  }
}

/** "": too long for what is wanted here, or of unknown length. */
async function readBody(request: Request): Promise<string> {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  return length <= LONGEST_BODY ? await request.text() : "";
}

function parseWanted(body: string): v.InferOutput<typeof Wanted> {
  const wanted = readJson(Wanted, body);
  if (wanted !== null) return wanted;
  const detail = "must be a list of 1 to 30 tags: search, credits, page, image, title-{id} or person-{id}";
  throw new Problem("invalid-parameter", `tags ${detail}.`, { errors: [{ parameter: "tags", detail }] });
}

/**
 * An isolate elsewhere that read the log just before the purge may have given the cache in front an old answer
 * as fresh since. By now each knows of the purge, or knows that it does not know.
 */
async function purgeAgain(tags: readonly string[], visit: Visit): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, CONFIRMED_MS + 2_000));
  await purgePlatform(tags, visit);
}

/** Whether the caches in front were told; `false` where there are none, as on a developer's machine. */
async function purgePlatform(tags: readonly string[], { context, log }: Visit): Promise<boolean> {
  try {
    const result = await context.cache?.purge({ tags: [...tags] });
    return result?.success ?? false;
  } catch (thrown) {
    log({ event: "purge-failed", reason: thrown instanceof Error ? thrown.name : "unknown" });
    return false;
  }
}
