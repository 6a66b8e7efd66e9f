/** The caller of a request: whether it is admitted, which limit applies to it, and its use. */
import { addKeyUse, createKeyReader } from "../changes/api-keys.ts";
import type { Access } from "../config.ts";
import { rateLimitPolicy } from "../contract/limits.ts";
import { ADDRESSES, type Address } from "./addresses.ts";
import { accessTo, type Caller, callerKey, requireKey } from "./http/access.ts";
import { limitFor } from "./http/request-limits.ts";
import { type RequestContext, validConfig } from "./request-context.ts";
import { throwNotFound } from "./suggest-url.ts";

/** Throws a Problem if this deployment lacks the API of the URL, or if the caller needs another key. */
export async function requireAccess(request: Request, context: RequestContext): Promise<Access> {
  const access = accessTo(context.kind, context.config());
  if (access === null) throwNotFound(context);
  if (access === "keyed") await requireCaller(request, context);
  return access;
}

/** Returns the holder of the request's key. Throws a Problem if the key is missing, not good, or cannot be checked. */
export async function requireCaller(request: Request, context: RequestContext): Promise<Caller> {
  const { env, isolate, observation, config } = context;
  const read = env.CONTROL && createKeyReader(env.CONTROL);
  return await requireKey(callerKey(request), {
    keyDigests: config().keyDigests,
    check: read ? (digest) => isolate.knownKeys.check(digest, { ...context, read }) : null,
    note: (caller) => (observation.caller = caller),
  });
}

/** Adds a request with a key to the use of the key. */
export function countUse(
  { env, isolate, observation, waitUntil, log }: RequestContext,
  status: number,
): void {
  const { CONTROL: control } = env;
  const { caller, cache } = observation;
  if (control === undefined || caller === undefined) return;
  const isRefused = status === 401 || status === 429;
  const use = {
    hits: Number(!isRefused && (cache === "hit" || cache === "stale")),
    loads: Number(!isRefused && cache === "miss"),
    refusals: Number(isRefused),
  };
  isolate.keyUsage.count(caller.digest, use, { add: (all) => addKeyUse(control, all), waitUntil, log });
}

/** Returns the `RateLimit-Policy` header, or `null` if no limit applies. */
export function policyFor({ config, kind, matched, observation }: RequestContext): string | null {
  const settings = validConfig(config);
  if (matched === null || settings?.rateLimited !== true || !reachesOrigin(matched.address)) return null;
  return rateLimitPolicy(limitFor({ kind, config: settings, caller: observation.caller }));
}

/** Returns true if requests may reach the origin, and so count towards a limit. */
function reachesOrigin(address: Address): boolean {
  const { kind, operations, isStored = false } = address;
  if (operations !== undefined || isStored || ["mcp", "image", "admin"].includes(kind)) return true;
  return address === ADDRESSES.suggestions || address === ADDRESSES.usage;
}
