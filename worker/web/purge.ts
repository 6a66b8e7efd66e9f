/**
 * Purges the CDN cache and our own stores: `POST /admin/purge` with `Authorization: Bearer {ADMIN_TOKEN}`. If the
 * secret ADMIN_TOKEN is not set, the URL does not exist. The body is one of
 *
 *     {"tags": ["title-603"]}    purges responses with one of these tags
 *     {"everything": true}       purges all responses
 *     {"stale": true}            after an update, a load or a switch: marks all responses in the CDN cache as stale, and
 *                                purges those of titles and people that were removed since the last such request
 *
 * The last one writes no log entry, because our own stores already check the log and the catalog version. The response
 * comes after twelve seconds, when no isolate can fill the CDN cache with an older response any more
 * (docs/decisions/0034).
 */
import * as v from "valibot";
import { CONFIRMED_MS } from "../cache/invalidation.ts";
import { EVERYTHING } from "../changes/change-log.ts";
import { parseJson } from "../contract/json.ts";
import { digestKey } from "../contract/key.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import { tagsToPurge } from "../resources/keys.ts";
import { bearerToken } from "./http/access.ts";
import { methodsAllowed, NO_STORE } from "./http/headers.ts";
import { problemResponse } from "./http/problem-response.ts";
import { readBody } from "./http/request-body.ts";
import type { RequestContext } from "./request-context.ts";

/** The maximum size of the body in bytes, which is enough for thirty tags. */
const LONGEST_BODY = 4_096;

const METHODS = "POST, OPTIONS";

const Tag = v.pipe(
  v.string(),
  v.regex(/^(lists|search|credits|people|page|image|(title|person)-[1-9]\d{0,15}|version-[0-9a-f]{12})$/),
);
const PurgeRequest = v.union([
  v.strictObject({ tags: v.pipe(v.array(Tag), v.minLength(1), v.maxLength(30)) }),
  v.strictObject({ everything: v.literal(true) }),
  v.strictObject({ stale: v.literal(true) }),
]);

type PurgeRequest = v.InferOutput<typeof PurgeRequest>;

export async function purge(request: Request, context: RequestContext): Promise<Response> {
  try {
    // Reads the body even if the request is rejected, because an unread body would break the keep-alive connection.
    const body = (await readBody(request, LONGEST_BODY)) ?? "";
    const config = context.config();
    // This comes before the rate limit, because a URL that does not exist must not respond with 429.
    if (config.adminToken === null) throw new Problem("not-found", "Nothing matches this URL.");
    if (request.method === "OPTIONS") return methodsAllowed(METHODS);
    checkMethod(request);
    // Valid tokens are limited as well, so that a script cannot purge in a loop.
    const refused = await context.allowance();
    if (refused !== null) throw refused;
    await admitAdmin(request, config.adminToken);
    const purgeRequest = parsePurgeRequest(body);
    const purging = executePurge(purgeRequest, context);
    // A caller that does not wait for the response must not cancel the purge.
    context.waitUntil(Promise.allSettled([purging]));
    const platform = await purging;
    const named = "tags" in purgeRequest ? purgeRequest.tags : Object.keys(purgeRequest);
    context.log({ event: "purged", tags: named.join(" "), platform: String(platform) });
    return Response.json({ ...purgeRequest, platform }, { headers: NO_STORE });
  } catch (thrown) {
    return problemResponse(asProblem(thrown), context);
  }
}

/**
 * Executes a purge. Returns true if Cloudflare accepted the purge of the CDN cache, or `null` if there is no CDN cache.
 * Throws a Problem if the purge cannot be recorded.
 */
async function executePurge(purgeRequest: PurgeRequest, context: RequestContext): Promise<boolean | null> {
  const { invalidations } = context.services();
  if ("stale" in purgeRequest) {
    const { tags, through } = await invalidations.unpurged();
    await untilKnown(context);
    const isPurged = tags.length === 0 || (await callCdnCache(context, "purge", tags));
    const isAll = tags.includes(EVERYTHING);
    const platform = isPurged && !isAll ? await callCdnCache(context, "invalidate", [EVERYTHING]) : isPurged;
    if (platform !== false) await invalidations.recordPurged(through);
    return platform;
  }
  const tags = "tags" in purgeRequest ? [...new Set(purgeRequest.tags.flatMap(tagsToPurge))] : [EVERYTHING];
  await invalidations.purge(context, tags);
  // Removes the responses at once, and those that other isolates have stored before they read the purge in the log.
  await callCdnCache(context, "purge", tags);
  await untilKnown(context);
  const platform = await callCdnCache(context, "purge", tags);
  if ("everything" in purgeRequest && platform !== false)
    await invalidations.recordPurged((await invalidations.current(context)).last);
  return platform;
}

/**
 * Waits until every isolate has read the log or has stopped filling the CDN cache. Returns at once without a CDN cache.
 */
async function untilKnown({ execution }: RequestContext): Promise<void> {
  if (execution.cache === undefined) return;
  await new Promise((resolve) => setTimeout(resolve, CONFIRMED_MS + 2_000));
}

/**
 * Purges responses in the CDN cache, or marks them as stale. Returns false if the platform refuses, or `null` if there
 * is no CDN cache. Never rejects. The platform accepts five calls a minute per account after a burst of 25
 * (developers.cloudflare.com/workers/cache/purge, "Rate limits").
 */
async function callCdnCache(
  { execution: { cache }, log }: RequestContext,
  method: "purge" | "invalidate",
  tags: readonly string[],
): Promise<boolean | null> {
  if (cache === undefined) return null;
  const what = tags.includes(EVERYTHING) ? { purgeEverything: true } : { tags: [...tags] };
  try {
    const { success, errors } = await cache[method](what);
    if (!success) log({ event: "purge-failed", reason: errors.map(({ code }) => code).join(" ") });
    return success;
  } catch (thrown) {
    log({ event: "purge-failed", reason: thrown instanceof Error ? thrown.name : "unknown" });
    return false;
  }
}

function checkMethod({ method }: Request): void {
  if (method === "POST") return;
  throw new Problem("method-not-allowed", `${method} is not allowed here.`, { allow: METHODS });
}

async function admitAdmin(request: Request, adminToken: string): Promise<void> {
  const token = bearerToken(request.headers.get("Authorization")) ?? "";
  const [expected, digest] = await Promise.all([digestKey(adminToken), digestKey(token)]);
  if (!crypto.subtle.timingSafeEqual(expected, digest)) {
    throw new Problem("key-required", "A valid admin token is required. Send it as a Bearer token.");
  }
}

function parsePurgeRequest(body: string): PurgeRequest {
  const parsed = parseJson(PurgeRequest, body);
  if (parsed !== null) return parsed;
  const detail =
    "must be a list of 1 to 30 tags: lists, search, credits, people, page, image, title-{id}, person-{id} or version-{name}";
  throw new Problem("invalid-parameter", `tags ${detail}. Or send {"everything": true} or {"stale": true}.`, {
    errors: [{ parameter: "tags", detail }],
  });
}
