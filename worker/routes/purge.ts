/**
 * `POST /admin/purge` with `Authorization: Bearer {ADMIN_TOKEN}`: responses are no longer served, neither from our own stores
 * nor from the cache in front. Without the secret ADMIN_TOKEN the address does not exist. The body is one of
 *
 *     {"tags": ["title-603"]}    responses with one of these tags
 *     {"everything": true}       all responses
 *     {"front": true}            all responses in the cache in front; our own stores compare the catalog's version themselves
 */
import * as v from "valibot";
import { parseJson } from "../contract/json.ts";
import { keyDigest } from "../contract/key.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import { bearerToken } from "../http/access.ts";
import { NO_STORE } from "../http/caching.ts";
import { methodsAllowed } from "../http/headers.ts";
import { problemResponse } from "../http/problem-response.ts";
import { readBody } from "../http/request-body.ts";
import { EVERYTHING } from "../origins/purge-log.ts";
import { tagsToPurge } from "../resources/keys.ts";
import type { RequestContext } from "./request-context.ts";

/** Bytes. Thirty tags need less. */
const LONGEST_BODY = 4_096;

const METHODS = "POST, OPTIONS";

const Tag = v.pipe(
  v.string(),
  v.regex(/^(lists|search|credits|people|page|image|(title|person)-[1-9]\d{0,15})$/),
);
const PurgeRequest = v.union([
  v.strictObject({ tags: v.pipe(v.array(Tag), v.minLength(1), v.maxLength(30)) }),
  v.strictObject({ everything: v.literal(true) }),
  v.strictObject({ front: v.literal(true) }),
]);

export async function purge(request: Request, context: RequestContext): Promise<Response> {
  try {
    // First, even if the request is refused: an unread body would break the keep-alive connection.
    const body = (await readBody(request, LONGEST_BODY)) ?? "";
    const { config, allowance, invalidations, frontPurges } = context.services();
    // Before attempts are counted: an address that does not exist has no rate limit.
    if (config.adminToken === null) throw new Problem("not-found", "There is nothing at this address.");
    if (request.method === "OPTIONS") return methodsAllowed(METHODS);
    checkMethod(request);
    // Rate-limited even with a valid token, against brute force and purge loops.
    const refused = await allowance();
    if (refused !== null) throw refused;
    await admitAdmin(request, config.adminToken);
    const asked = parsePurgeRequest(body);
    const tags = "tags" in asked ? [...new Set(asked.tags.flatMap(tagsToPurge))] : [EVERYTHING];
    if (!("front" in asked)) await invalidations.purge(tags);
    const platform = await frontPurges.purge(tags);
    const named = "tags" in asked ? asked.tags : Object.keys(asked);
    context.log({ event: "purged", tags: named.join(" "), platform: String(platform) });
    return Response.json({ ...asked, platform }, { headers: NO_STORE });
  } catch (thrown) {
    return problemResponse(asProblem(thrown), context);
  }
}

function checkMethod({ method }: Request): void {
  if (method === "POST") return;
  throw new Problem("method-not-allowed", `${method} is not allowed here.`, { allow: METHODS });
}

async function admitAdmin(request: Request, adminToken: string): Promise<void> {
  const given = bearerToken(request.headers.get("Authorization")) ?? "";
  const [expected, digest] = await Promise.all([keyDigest(adminToken), keyDigest(given)]);
  if (!crypto.subtle.timingSafeEqual(expected, digest)) {
    throw new Problem("key-required", "The token of this deployment's administrator is required.");
  }
}

function parsePurgeRequest(body: string): v.InferOutput<typeof PurgeRequest> {
  const parsed = parseJson(PurgeRequest, body);
  if (parsed !== null) return parsed;
  const detail =
    "must be a list of 1 to 30 tags: lists, search, credits, people, page, image, title-{id} or person-{id}";
  throw new Problem("invalid-parameter", `tags ${detail}. Or send {"everything": true} or {"front": true}.`, {
    errors: [{ parameter: "tags", detail }],
  });
}
