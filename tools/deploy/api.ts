/** Calls of Cloudflare's API for which wrangler has no command, or starts too slowly; with wrangler's login. */
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { CommandError } from "../options.ts";
import { run } from "../wrangler.ts";

export interface ApiCall {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: unknown;
}

/** Returns the `result` of a call. Throws an error that names the refused call and the reason. */
export type Api = (call: ApiCall) => Promise<unknown>;

const Login = v.variant("type", [
  v.object({ type: v.picklist(["api_token", "oauth"]), token: v.string() }),
  v.object({ type: v.literal("api_key"), key: v.string(), email: v.string() }),
]);

/** The headers of a request with wrangler's login. */
type Credentials = Readonly<Record<string, string>>;

/** Wrangler takes a second to start, so a token in the environment is read here. */
async function readCredentials(): Promise<Credentials> {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_API_KEY: key } = process.env;
  // Wrangler prefers a key, which needs an address as well.
  if (token && !key) return { Authorization: `Bearer ${token}` };
  const login = v.parse(Login, JSON.parse(await run("wrangler", ["auth", "token", "--json"])));
  if (login.type === "api_key") return { "X-Auth-Email": login.email, "X-Auth-Key": login.key };
  return { Authorization: `Bearer ${login.token}` };
}

const Identity = v.object({ accounts: v.array(v.object({ id: v.string(), name: v.string() })) });

/** Throws, saying what to do, without a login, and where it has several accounts and none is chosen. */
export async function chosenAccount(): Promise<string> {
  const { CLOUDFLARE_ACCOUNT_ID: chosen } = process.env;
  if (chosen) return chosen;
  const printed = await run("wrangler", ["whoami", "--json"]).catch((cause: unknown) => {
    throw new CommandError("Not logged in: run npx wrangler login, or set CLOUDFLARE_API_TOKEN.", { cause });
  });
  const { accounts } = v.parse(Identity, JSON.parse(printed));
  const [only, another] = accounts;
  if (only !== undefined && another === undefined) return only.id;
  const named = accounts.map(({ id, name }) => `${name} (${id})`).join(", ");
  throw new CommandError(
    `Set CLOUDFLARE_ACCOUNT_ID to one of the login's accounts: ${named || "it has none"}`,
  );
}

const Reply = v.object({
  success: v.boolean(),
  errors: v.array(v.object({ code: v.number(), message: v.string() })),
  result: v.unknown(),
});

const BASE = "https://api.cloudflare.com/client/v4";

/**
 * Cloudflare accepts 1,200 calls of a user in five minutes, and after them none for five (fundamentals/api/reference/limits).
 * This is 3.3 a second, which leaves some for wrangler and the dashboard.
 */
const INTERVAL_MS = 300;
const BLOCKED_SECONDS = 300;
const ATTEMPTS = 3;

export type Wait = (milliseconds: number) => Promise<unknown>;

interface Pace {
  readonly wait: Wait;
  /** Says that, and for how long, nothing will happen. */
  readonly say: (line: string) => void;
}

/** For all calls of a command, which begin one after the other at a bounded rate, and wait as long as Cloudflare asks. */
export function openApi({ wait, say }: Pace = { wait: sleep, say: console.error }): Api {
  let login: Promise<Credentials> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function inTurn(call: ApiCall): Promise<Response> {
    login ??= readCredentials();
    const credentials = await login;
    const mine = turn;
    turn = mine.then(() => wait(INTERVAL_MS));
    await mine;
    return await send(call, credentials);
  }

  return async (call) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await inTurn(call);
      if (response.status !== 429 || attempt === ATTEMPTS) return await resultOf(call, response);
      await response.body?.cancel();
      const seconds = Number(response.headers.get("Retry-After")) || BLOCKED_SECONDS;
      say(`Cloudflare's API accepts no calls for now. Going on in ${seconds} seconds.`);
      turn = turn.then(() => wait(seconds * 1_000));
    }
  };
}

async function resultOf({ method, path }: ApiCall, response: Response): Promise<unknown> {
  const { success, errors, result } = v.parse(Reply, await response.json());
  if (success) return result;
  const reasons = errors.map(({ code, message }) => `${message} [code: ${code}]`).join(" ");
  throw new Error(`${method} ${path} was refused: ${reasons}`);
}

function send({ method, path, body }: ApiCall, credentials: Credentials): Promise<Response> {
  return fetch(`${process.env.CLOUDFLARE_API_BASE_URL ?? BASE}${path}`, {
    method,
    headers: { ...credentials, "Content-Type": "application/json" },
    signal: AbortSignal.timeout(30_000),
    body: JSON.stringify(body) ?? null,
  });
}
