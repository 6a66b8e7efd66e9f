/** Calls of the platform's API for which wrangler has no command, with wrangler's login. */
import * as v from "valibot";
import { run } from "../wrangler.ts";

export interface ApiCall {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly body?: unknown;
}

const Login = v.variant("type", [
  v.object({ type: v.picklist(["api_token", "oauth"]), token: v.string() }),
  v.object({ type: v.literal("api_key"), key: v.string(), email: v.string() }),
]);

/** The headers of a request with wrangler's login. */
export type Credentials = Readonly<Record<string, string>>;

/** Wrangler takes a second to start, so a token in the environment is read here. */
export async function readCredentials(): Promise<Credentials> {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_API_KEY: key } = process.env;
  // Wrangler prefers a key, which needs an address as well.
  if (token && !key) return { Authorization: `Bearer ${token}` };
  const login = v.parse(Login, JSON.parse(await run("wrangler", ["auth", "token", "--json"])));
  if (login.type === "api_key") return { "X-Auth-Email": login.email, "X-Auth-Key": login.key };
  return { Authorization: `Bearer ${login.token}` };
}

const Reply = v.object({
  success: v.boolean(),
  errors: v.array(v.object({ code: v.number(), message: v.string() })),
  result: v.unknown(),
});

const BASE = "https://api.cloudflare.com/client/v4";

/** Returns the `result`. Throws, saying what was refused and why. */
export async function callApi(call: ApiCall, credentials: Credentials): Promise<unknown> {
  const { success, errors, result } = v.parse(Reply, await send(call, credentials));
  if (success) return result;
  const reasons = errors.map(({ code, message }) => `${message} [code: ${code}]`).join(" ");
  throw new Error(`${call.method} ${call.path} was refused: ${reasons}`);
}

const WRITTEN_TODAY = `query ($account: string!, $day: Date) { viewer { accounts(filter: { accountTag: $account }) {
  d1AnalyticsAdaptiveGroups(limit: 10000, filter: { date_geq: $day, date_leq: $day }) { sum { rowsWritten } } } } }`;
const Written = v.object({
  data: v.object({
    viewer: v.object({
      accounts: v.tuple([
        v.object({
          d1AnalyticsAdaptiveGroups: v.array(v.object({ sum: v.object({ rowsWritten: v.number() }) })),
        }),
      ]),
    }),
  }),
});

/** Rows that all databases of an account wrote today, in UTC (d1/observability/metrics-analytics); `null`: not told. */
export async function rowsWrittenToday(
  account: string,
  credentials: Credentials,
  now: Date,
): Promise<number | null> {
  try {
    const variables = { account, day: now.toISOString().slice(0, 10) };
    const call = { method: "POST", path: "/graphql", body: { query: WRITTEN_TODAY, variables } } as const;
    const { data } = v.parse(Written, await send(call, credentials));
    const [{ d1AnalyticsAdaptiveGroups: groups }] = data.viewer.accounts;
    return groups.reduce((total, { sum }) => total + sum.rowsWritten, 0);
  } catch {
    return null;
  }
}

async function send({ method, path, body }: ApiCall, credentials: Credentials): Promise<unknown> {
  const response = await fetch(`${process.env.CLOUDFLARE_API_BASE_URL ?? BASE}${path}`, {
    method,
    headers: { ...credentials, "Content-Type": "application/json" },
    signal: AbortSignal.timeout(30_000),
    body: JSON.stringify(body) ?? null,
  });
  return await response.json();
}

/** The call as one would type it. */
export function asCurl({ method, path, body }: ApiCall): string {
  const call = `curl -X ${method} ${BASE}${path} -H "Authorization: Bearer $CLOUDFLARE_API_TOKEN"`;
  if (body === undefined) return call;
  return `${call} --json '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
}
