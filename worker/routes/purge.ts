/**
 * `POST /admin/purge` with `Authorization: Bearer {ADMIN_TOKEN}` and `{"tags": ["title-603"]}`:
 * the caches in front let go of what carries a tag, everywhere; of a title our own entries in
 * this data centre go as well. Without the secret ADMIN_TOKEN there is no such address.
 */
import * as v from "valibot";
import { keyDigest } from "../contract/key.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import { titleOfTag } from "../edge/cache-tags.ts";
import { readJson } from "../edge/json.ts";
import { bearerToken } from "../http/credential.ts";
import { problemResponse } from "../http/problem-response.ts";
import { allowance } from "../http/rate-limit.ts";
import type { Visit } from "./visit.ts";

/** Bytes. Thirty tags are less. */
const LONGEST_BODY = 4_096;

export const PURGE_PATH = "/admin/purge";

const Wanted = v.object({
  tags: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^(search|credits|page|title-[1-9]\d{0,15})$/))),
    v.minLength(1),
    v.maxLength(30),
  ),
});

export async function purge(request: Request, visit: Visit): Promise<Response> {
  try {
    // Read before anything is refused: what is left unread spoils the connection for the next request.
    const body = await readBody(request);
    await checkAttempts(request, visit);
    await admitAdmin(request, visit);
    const { tags } = parseWanted(body);
    const entries = await purgeEntries(tags, visit);
    const platform = await purgePlatform(tags, visit);
    visit.log({ event: "purged", tags: tags.join(" "), entries, platform });
    return Response.json({ tags, entries, platform }, { headers: { "Cache-Control": "no-store" } });
  } catch (thrown) {
    return problemResponse(asProblem(thrown), visit);
  }
}

/** Whoever guesses at the token is soon told to wait; so is whoever knows it and purges in a loop. */
async function checkAttempts(request: Request, { services, env: limiters, log }: Visit): Promise<void> {
  const { config } = services();
  const refused = await allowance({ request, config, limiters, log })();
  if (refused !== null) throw refused;
}

async function admitAdmin(request: Request, visit: Visit): Promise<void> {
  const { adminToken } = visit.services().config;
  if (adminToken === null) throw new Problem("not-found", "There is nothing at this address.");
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
  const detail = "must be a list of 1 to 30 tags: search, credits, page or title-{id}";
  throw new Problem("invalid-parameter", `tags ${detail}.`, { errors: [{ parameter: "tags", detail }] });
}

async function purgeEntries(tags: readonly string[], visit: Visit): Promise<number> {
  const titles = tags.map(titleOfTag).filter((id) => id !== null);
  const deleted = await Promise.all(titles.map(visit.services().purgeTitle));
  return deleted.reduce((sum, count) => sum + count, 0);
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
