/**
 * Purges the CDN cache and our own stores: `POST /admin/purge` with `Authorization: Bearer {ADMIN_TOKEN}`. If the
 * secret ADMIN_TOKEN is not set, the URL does not exist. The body is one of
 *
 *     {"tags": ["title-603"]}    purges responses with one of these tags
 *     {"everything": true}       purges all responses
 *     {"changed": true}          purges from the CDN cache what has changed since the last such request, after an update
 *     {"front": true}            marks all responses in the CDN cache as stale, after a catalog switch
 *
 * The last two write no log entry, because our own stores already check the log and the catalog version.
 */
import * as v from "valibot";
import { createCdnPurges } from "../cache/cdn-purges.ts";
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
  v.regex(/^(lists|search|credits|people|page|image|(title|person)-[1-9]\d{0,15})$/),
);
const PurgeRequest = v.union([
  v.strictObject({ tags: v.pipe(v.array(Tag), v.minLength(1), v.maxLength(30)) }),
  v.strictObject({ everything: v.literal(true) }),
  v.strictObject({ changed: v.literal(true) }),
  v.strictObject({ front: v.literal(true) }),
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
    const purged = await executePurge(purgeRequest, context);
    const named = "tags" in purgeRequest ? purgeRequest.tags : Object.keys(purgeRequest);
    context.log({ event: "purged", tags: named.join(" "), platform: String(purged.platform) });
    return Response.json({ ...purgeRequest, ...purged }, { headers: NO_STORE });
  } catch (thrown) {
    return problemResponse(asProblem(thrown), context);
  }
}

interface Purged {
  /** Whether Cloudflare accepted the purge of the CDN cache, or `null` if there is no CDN cache. */
  readonly platform: boolean | null;
  /** The number of changes left for the next request. */
  readonly left?: number;
}

/** Executes a purge. Throws a Problem if it cannot be recorded. */
async function executePurge(purgeRequest: PurgeRequest, context: RequestContext): Promise<Purged> {
  const { invalidations } = context.services();
  const cdn = createCdnPurges({
    ...context,
    cache: context.execution.cache,
    due: context.isolate.duePurges,
    now: context.isolate.now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  if ("front" in purgeRequest) return { platform: await cdn.purge([], [EVERYTHING]) };
  if ("changed" in purgeRequest) {
    const { tags, stale, through, left } = await invalidations.unpurged(context);
    const platform = await cdn.purge(tags, stale);
    if (platform !== false) await invalidations.recordPurged(context, through);
    return { platform, left };
  }
  const tags = "tags" in purgeRequest ? [...new Set(purgeRequest.tags.flatMap(tagsToPurge))] : [EVERYTHING];
  await invalidations.purge(context, tags);
  const platform = await cdn.purge(tags);
  if ("everything" in purgeRequest && platform !== false) {
    const { last } = await invalidations.current(context);
    await invalidations.recordPurged(context, last);
  }
  return { platform };
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
    "must be a list of 1 to 30 tags: lists, search, credits, people, page, image, title-{id} or person-{id}";
  throw new Problem(
    "invalid-parameter",
    `tags ${detail}. Or send {"everything": true}, {"changed": true} or {"front": true}.`,
    {
      errors: [{ parameter: "tags", detail }],
    },
  );
}
