/**
 * Calls Cloudflare's API with wrangler's login. Some requests have no wrangler command, and for others, starting
 * wrangler would take too long.
 */
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import type { Unstable_Config as Config } from "wrangler";
import { parseJson } from "../../worker/contract/json.ts";
import { CommandError } from "../options.ts";
import { run } from "../wrangler.ts";

export interface ApiCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  /** Whether the call may be sent twice. Defaults to true for all methods but POST. */
  readonly isRepeatable?: boolean;
}

/** Returns the `result` of a call. If the call is rejected, throws an error that names the call and the reason. */
export type Api = (call: ApiCall) => Promise<unknown>;

const Login = v.variant("type", [
  v.object({ type: v.picklist(["api_token", "oauth"]), token: v.string() }),
  v.object({ type: v.literal("api_key"), key: v.string(), email: v.string() }),
]);

type Credentials = Readonly<Record<string, string>>;

/**
 * Returns the headers with the login. Reads a token from the environment if there is one, because wrangler takes a
 * second to start.
 */
async function readCredentials(): Promise<Credentials> {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_API_KEY: key } = process.env;
  // If there is also an API key, wrangler decides, because it prefers the key and knows the e-mail address that
  // belongs to it.
  if (token && !key) return { Authorization: `Bearer ${token}` };
  const login = v.parse(Login, JSON.parse(await run("wrangler", ["auth", "token", "--json"])));
  if (login.type === "api_key") return { "X-Auth-Email": login.email, "X-Auth-Key": login.key };
  return { Authorization: `Bearer ${login.token}` };
}

const Identity = v.object({ accounts: v.array(v.object({ id: v.string(), name: v.string() })) });

/**
 * Returns the account id, with the same precedence as wrangler (`getActiveAccountId`). Throws if there is no login,
 * or if the login has several accounts and none is selected.
 */
export async function chooseAccount({ account_id }: Pick<Partial<Config>, "account_id">): Promise<string> {
  const chosen = account_id || process.env.CLOUDFLARE_ACCOUNT_ID;
  if (chosen) return chosen;
  const printed = await run("wrangler", ["whoami", "--json"]).catch((cause: unknown) => {
    throw new CommandError("Not logged in. Run npx wrangler login, or set CLOUDFLARE_API_TOKEN.", { cause });
  });
  const { accounts } = v.parse(Identity, JSON.parse(printed));
  const [only, another] = accounts;
  if (only !== undefined && another === undefined) return only.id;
  const named = accounts.map(({ id, name }) => `${name} (${id})`).join(", ");
  const chooseOne =
    "Set account_id in wrangler.toml, or CLOUDFLARE_ACCOUNT_ID, to one of the login's accounts";
  throw new CommandError(`${chooseOne}: ${named || "it has none"}`);
}

const Reply = v.object({
  success: v.boolean(),
  errors: v.array(v.object({ code: v.number(), message: v.string() })),
  result: v.unknown(),
});

const BASE = "https://api.cloudflare.com/client/v4";

/**
 * The interval between calls, in milliseconds. Cloudflare accepts 1,200 calls per user in five minutes, and rejects
 * all calls for the next five minutes if there are more
 * (developers.cloudflare.com/fundamentals/api/reference/limits). This interval leaves 200 calls for wrangler and the
 * dashboard.
 */
const INTERVAL_MS = 300;
const BLOCKED_SECONDS = 300;
/** The pauses before the second and third attempt, in seconds. Together, they last longer than a minute. */
const PAUSES = [10, 60];

export type Wait = (milliseconds: number) => Promise<unknown>;

interface Pace {
  readonly wait: Wait;
  readonly print: (line: string) => void;
}

/**
 * Returns a function that calls the API. It sends one call at a time, limits their rate, and waits if Cloudflare
 * rejects a call because of the rate. A call that failed is repeated if it is safe to repeat. If the login has
 * expired, it is read again and the call is repeated once.
 */
export function openApi({ wait, print }: Pace = { wait: sleep, print: console.error }): Api {
  let login: Promise<Credentials> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function inTurn(call: ApiCall): Promise<Outcome> {
    login ??= readCredentials();
    const credentials = await login;
    const mine = turn;
    turn = mine.then(() => wait(INTERVAL_MS));
    await mine;
    return await send(call, credentials);
  }

  async function attempt(call: ApiCall): Promise<Outcome> {
    const outcome = await inTurn(call);
    if (outcome.status !== 401) return outcome;
    login = undefined;
    return await inTurn(call);
  }

  return async (call) => {
    let outcome = await attempt(call);
    for (const pause of PAUSES) {
      const delay = repetitionDelay(call, outcome, pause);
      if (delay === null) break;
      print(`${delay.reason} Retrying in ${delay.seconds} seconds.`);
      turn = turn.then(() => wait(delay.seconds * 1_000));
      outcome = await attempt(call);
    }
    return readResult(call, outcome);
  };
}

interface Outcome {
  /** The HTTP status, or `null` if there was no response. */
  readonly status: number | null;
  readonly retryAfter?: string | null;
  readonly text: string;
}

async function send({ method, path, body }: ApiCall, credentials: Credentials): Promise<Outcome> {
  try {
    const response = await fetch(`${process.env.CLOUDFLARE_API_BASE_URL ?? BASE}${path}`, {
      method,
      headers: { ...credentials, "Content-Type": "application/json" },
      signal: AbortSignal.timeout(30_000),
      body: JSON.stringify(body) ?? null,
    });
    const retryAfter = response.headers.get("Retry-After");
    return { status: response.status, retryAfter, text: await response.text() };
  } catch (thrown) {
    return { status: null, text: String((thrown as Error).cause ?? thrown) };
  }
}

/**
 * Returns the delay in seconds before a call is repeated, with the reason, or `null` if the call must not be
 * repeated.
 */
function repetitionDelay(
  { method, isRepeatable = method !== "POST" }: ApiCall,
  outcome: Outcome,
  pause: number,
) {
  const { status, retryAfter } = outcome;
  // Cloudflare does not execute a call that it rejects with 429, so every such call may be repeated.
  if (status === 429) {
    const seconds = Number(retryAfter) || BLOCKED_SECONDS;
    return { reason: "Cloudflare's API rate limit is reached.", seconds };
  }
  if (!isRepeatable || (status !== null && status < 500)) return null;
  const reason = status === null ? "did not respond" : `failed with status ${status}`;
  return { reason: `Cloudflare's API ${reason}.`, seconds: pause };
}

/** Advice that is added to an error message, by error code. */
const EXPLANATIONS: Readonly<Record<number, string>> = {
  7404: "The account has no such database. Either another account is selected, or it was deleted. Run npm run deploy to create it.",
};

function readResult({ method, path }: ApiCall, { status, text }: Outcome): unknown {
  const reply = parseJson(Reply, text);
  if (reply === null) throw new Error(`${method} ${path} failed: ${status ?? text}`);
  if (reply.success) return reply.result;
  const reasons = reply.errors.map(({ code, message }) => {
    const explanation = EXPLANATIONS[code];
    return `${message} [code: ${code}]${explanation === undefined ? "" : ` ${explanation}`}`;
  });
  throw new Error(`${method} ${path} was rejected: ${reasons.join(" ")}`);
}
