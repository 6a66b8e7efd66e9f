/** One search and one title's credits, asked of a source as the Worker asks them, and told in words. */
import type { UpstreamConfig } from "../../worker/config.ts";
import { CREW_GROUPS, type Credits } from "../../worker/contract/credits.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";
import { addressBelow } from "../../worker/origins/transport/exchange.ts";
import { redaction } from "../../worker/origins/transport/redaction.ts";
import { DIALECTS } from "./dialects.ts";

interface CheckOptions {
  readonly query: string;
  readonly say: (line: string) => void;
}

/** Whether everything is right. Nothing that is said holds the key. */
export async function checkSource(source: UpstreamConfig, { query, say }: CheckOptions): Promise<boolean> {
  const dialect = DIALECTS[source.dialect];
  say(`Source: ${dialect.name} at ${source.baseUrl.host}${source.baseUrl.pathname}`);

  const found = await ask(source, dialect.search(query), say);
  if (found === null) return false;
  say(source.apiKey === null ? "Key: none is set, and none was wanted" : "Key: accepted");
  const records = readAs("search", () => dialect.readSearch(found.answer), say);
  if (records === null) return false;
  say(`Search for "${query}": ${records.length} titles in ${found.ms} ms`);
  const [first] = records;
  if (first === undefined) {
    say("There is nothing to look at. Try other words with --query.");
    return false;
  }
  say(`Fields: ${fieldsOf(records)}${dialect.later === "" ? "" : `; ${dialect.later}`}`);

  const title = await ask(source, dialect.credits(first.id), say);
  if (title === null) return false;
  const credits = readAs("credits", () => dialect.readCredits(title.answer, first.id), say);
  if (credits === null) return false;
  say(`Credits of "${first.title}" (${first.id}): ${peopleOf(credits)} in ${title.ms} ms`);
  say(`Limit: ${limitIn(title.headers)}`);
  return true;
}

interface Answered {
  readonly answer: unknown;
  readonly headers: Headers;
  readonly ms: number;
}

interface Question {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** `null`: it failed, and why has been said. */
async function ask(
  { dialect, baseUrl, apiKey, timeoutMs }: UpstreamConfig,
  { path, parameters }: Question,
  say: (line: string) => void,
): Promise<Answered | null> {
  const { protocol } = DIALECTS[dialect];
  const address = addressBelow(baseUrl, path);
  const headers = new Headers({ Accept: "application/json" });
  if (apiKey !== null) protocol.authorize({ address, headers }, apiKey);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const began = performance.now();
  try {
    const response = await fetch(address, {
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = response.ok ? redaction(apiKey, baseUrl)(await response.json()) : null;
    const ms = Math.round(performance.now() - began);
    if (response.ok) return { answer, headers: response.headers, ms };
    await response.body?.cancel();
    say(refusal(response.status, protocol.statusMeans(response.status), apiKey !== null));
  } catch (thrown) {
    say(failure(thrown, timeoutMs));
  }
  return null;
}

function refusal(status: number, meaning: string, hasKey: boolean): string {
  if (meaning === "unauthorized") {
    const hint = hasKey ? "UPSTREAM_API_KEY is not accepted" : "it wants a key: set UPSTREAM_API_KEY";
    return `Key: refused with ${status}; ${hint}.`;
  }
  if (meaning === "rest") return `It answered ${status}: its limit is reached, or it is down for a moment.`;
  if (meaning === "absent") return `It answered ${status}: is UPSTREAM_BASE_URL right?`;
  return `It answered ${status}, which is no use.`;
}

/** What was thrown may hold the address, and so the key. */
function failure(thrown: unknown, timeoutMs: number): string {
  if (thrown instanceof SyntaxError) return "It answered something that is not JSON.";
  const isTimeout = thrown instanceof Error && thrown.name === "TimeoutError";
  if (isTimeout) return `It did not answer within ${timeoutMs} ms (UPSTREAM_TIMEOUT_MS).`;
  return "It could not be reached: is UPSTREAM_BASE_URL right, and the network there?";
}

function readAs<T>(operation: string, read: () => T, say: (line: string) => void): T | null {
  try {
    return read();
  } catch {
    say(`Its answer to ${operation} does not have the shape that was expected.`);
    return null;
  }
}

const FIELDS = ["title", "year", "countries", "genres", "runtime", "rating", "plot", "poster"] as const;

/** Of how many titles each field is known. */
function fieldsOf(records: readonly TitleRecord[]): string {
  return FIELDS.map((field) => {
    const known = records.filter((record) => !["", "0", 0, null].includes(record[field]));
    return `${field} ${known.length}/${records.length}`;
  }).join(", ");
}

function peopleOf(credits: Credits): string {
  const groups = (["cast", ...CREW_GROUPS] as const).filter((group) => credits[group].length > 0);
  const entries = groups.reduce((sum, group) => sum + credits[group].length, 0);
  return `${entries} entries (${groups.join(", ")})`;
}

function limitIn(headers: Headers): string {
  const left = headers.get("X-RateLimit-Remaining") ?? headers.get("RateLimit-Remaining");
  const all = headers.get("X-RateLimit-Limit") ?? headers.get("RateLimit-Limit");
  if (left === null) return headers.get("RateLimit") ?? "the source does not say what is left";
  return all === null ? `${left} requests left` : `${left} of ${all} requests left`;
}
