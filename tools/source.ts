/**
 * Checks whether the configured source works, and which fields its records contain (`npm run source`). Sends one
 * search and one credits request, as the Worker would, and prints the results.
 */
import { readUpstream, SettingError } from "../worker/config.ts";
import { CREW_GROUPS, type Credits } from "../worker/contract/credits.ts";
import type { TitleRecord } from "../worker/contract/record.ts";
import { addressBelow } from "../worker/source/transport/exchange.ts";
import { redaction } from "../worker/source/transport/redaction.ts";
import type { Protocol } from "../worker/source/transport/transport.ts";
import type { Dialect, UpstreamConfig } from "../worker/sources.ts";
import { ENGLISH_GENRES } from "../worker/text/codes.ts";
import { convertCredits } from "../worker/tmdb/credits.ts";
import { type TmdbTitle, tmdbPath, tmdbTitle } from "../worker/tmdb/ids.ts";
import { titleKind, toRecord } from "../worker/tmdb/record.ts";
import { readPeople, readResults } from "../worker/tmdb/responses.ts";
import { CREDITS_SECTIONS } from "../worker/tmdb/titles.ts";
import { TMDB_PROTOCOL } from "../worker/tmdb/tmdb.ts";
import { readCredits, readRecordList } from "../worker/upstream/reading.ts";
import { CONTRACT } from "../worker/upstream/upstream.ts";
import { CommandError, parseOptions, runCommand } from "./options.ts";
import { localSettings } from "./settings.ts";

/** Checks a source. Throws a CommandError at the first failure. Never prints the key. */
async function checkSource(source: UpstreamConfig, query: string): Promise<void> {
  const dialect = DIALECTS[source.dialect];
  console.log(`Source: ${dialect.name} at ${source.baseUrl.host}${source.baseUrl.pathname}`);

  const search = await request(source, dialect.search(query));
  console.log(source.apiKey === null ? "Key: not set and not required" : "Key: accepted");
  const records = read("search", () => dialect.readSearch(search.body));
  console.log(`Search for "${query}": ${records.length} titles in ${search.ms} ms`);
  const [first] = records;
  if (first === undefined) throw new CommandError("No titles found. Try another --query.");
  console.log(`Fields: ${describeFields(records)}${dialect.later === "" ? "" : `; ${dialect.later}`}`);

  const credits = await request(source, dialect.credits(first.id));
  const groups = read("credits", () => dialect.readCredits(credits.body, first.id));
  console.log(`Credits of "${first.title}" (${first.id}): ${describeEntries(groups)} in ${credits.ms} ms`);
  console.log(`Rate limit: ${describeRateLimit(credits.headers)}`);
  if (dialect.ownApi === null) return;
  const { ms } = await request(source, dialect.ownApi);
  console.log(`Its own API, for /3: ${dialect.ownApi.path} in ${ms} ms; TMDB_API controls access`);
}

interface SourceResponse {
  readonly body: unknown;
  readonly headers: Headers;
  readonly ms: number;
}

async function request(
  { dialect, baseUrl, apiKey, timeoutMs }: UpstreamConfig,
  { path, parameters }: SourceRequest,
): Promise<SourceResponse> {
  const { protocol } = DIALECTS[dialect];
  const address = addressBelow(baseUrl, path);
  const headers = new Headers({ Accept: "application/json" });
  if (apiKey !== null) protocol.authorize({ address, headers }, apiKey);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const began = performance.now();
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(address, { headers, redirect: "manual", signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw new CommandError(
        refusal(response.status, protocol.statusMeans(response.status), apiKey !== null),
      );
    }
    const text = await response.text();
    const { json: body } = redaction(apiKey, baseUrl)({ text, json: JSON.parse(text) });
    return { body, headers: response.headers, ms: Math.round(performance.now() - began) };
  } catch (thrown) {
    throw thrown instanceof CommandError ? thrown : new CommandError(failure(thrown, timeoutMs));
  }
}

function refusal(status: number, meaning: string, hasKey: boolean): string {
  if (meaning === "unauthorized") {
    const hint = hasKey ? "Check UPSTREAM_API_KEY" : "The source requires a key. Set UPSTREAM_API_KEY";
    return `Key: rejected with status ${status}. ${hint}.`;
  }
  if (meaning === "rest")
    return `The source responded with ${status}. Its rate limit is reached, or it is temporarily down. Try again later.`;
  if (meaning === "absent") return `The source responded with ${status}. Check UPSTREAM_BASE_URL.`;
  return `The source responded with the unexpected status ${status}.`;
}

/**
 * Returns the reason for a failure as text. The error itself is not printed, because it may contain the URL with the
 * key.
 */
function failure(thrown: unknown, timeoutMs: number): string {
  if (thrown instanceof SyntaxError) return "The response is not JSON.";
  const isTimeout = thrown instanceof Error && thrown.name === "TimeoutError";
  if (isTimeout) return `No response within ${timeoutMs} ms (UPSTREAM_TIMEOUT_MS).`;
  return "Could not connect. Check UPSTREAM_BASE_URL and the network.";
}

function read<T>(operation: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new CommandError(`The ${operation} response does not have the expected shape.`);
  }
}

const FIELDS = ["title", "year", "countries", "genres", "runtime", "rating", "plot", "poster"] as const;

function describeFields(records: readonly TitleRecord[]): string {
  return FIELDS.map((field) => {
    const recordsWithField = records.filter((record) => !["", "0", 0, null].includes(record[field]));
    return `${field} ${recordsWithField.length}/${records.length}`;
  }).join(", ");
}

function describeEntries(credits: Credits): string {
  const groups = (["cast", ...CREW_GROUPS] as const).filter((group) => credits[group].length > 0);
  const entries = groups.reduce((sum, group) => sum + credits[group].length, 0);
  return `${entries} entries (${groups.join(", ")})`;
}

function describeRateLimit(headers: Headers): string {
  const left = headers.get("X-RateLimit-Remaining") ?? headers.get("RateLimit-Remaining");
  const limit = headers.get("X-RateLimit-Limit") ?? headers.get("RateLimit-Limit");
  if (left === null) return headers.get("RateLimit") ?? "not reported by the source";
  return limit === null ? `${left} requests left` : `${left} of ${limit} requests left`;
}

interface SourceRequest {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface SourceDialect {
  readonly name: string;
  readonly protocol: Protocol;
  /** A remark on fields that a search does not return, or an empty string. */
  readonly later: string;
  search(text: string): SourceRequest;
  readSearch(body: unknown): readonly TitleRecord[];
  credits(id: number): SourceRequest;
  readCredits(body: unknown, id: number): Credits;
  /** A request to the source's own API, to which `/3` forwards requests, or `null` if the source has no such API. */
  readonly ownApi: SourceRequest | null;
}

const DIALECTS: Readonly<Record<Dialect, SourceDialect>> = {
  contract: {
    name: "contract service",
    protocol: CONTRACT,
    later: "",
    search: (q) => ({ path: "", parameters: { category: "search", q, lang: "en" } }),
    readSearch: (body) => readRecordList(body).value,
    credits: (id) => ({ path: "", parameters: { category: "credits", id: String(id), lang: "en" } }),
    readCredits: (body, id) => readCredits(body, id).value,
    ownApi: null,
  },
  tmdb: {
    name: "TMDB",
    protocol: TMDB_PROTOCOL,
    later: "runtime and countries are fetched per title",
    search: (query) => ({
      path: "search/multi",
      parameters: { query, language: "en", include_adult: "false" },
    }),
    readSearch: (body) =>
      readResults(body).items.flatMap((item) => {
        const kind = item && titleKind(item);
        return item && kind ? [toRecord(kind, item, "en", ENGLISH_GENRES[kind])] : [];
      }),
    credits: (id) => ({
      path: tmdbPath(toTmdbTitle(id)),
      parameters: { append_to_response: getCreditsSection(id) },
    }),
    readCredits: (body, id) => convertCredits(id, readPeople(body, getCreditsSection(id))),
    ownApi: { path: "configuration", parameters: {} },
  },
};

function toTmdbTitle(id: number): TmdbTitle {
  const title = tmdbTitle(id);
  if (title === null) throw new Error(`${id} is not an id of TMDB`);
  return title;
}

const getCreditsSection = (id: number) => CREDITS_SECTIONS[toTmdbTitle(id).kind];

const USAGE = `
Usage: npm run source -- check [--query WORDS]

Sends the configured source one search and one credits request, and prints what
it found. Settings come from the environment or .dev.vars, as for npm start.

  --query WORDS  Search for these words instead of "the".
`;

await runCommand(USAGE, async () => {
  const { values } = parseOptions({
    options: { query: { type: "string", default: "the" } },
    words: ["check"],
  });
  const upstream = configuredUpstream();
  if (upstream !== null) return await checkSource(upstream, values.query);
  console.log("No source is configured, so the local catalog responds.");
  console.log("To configure one, set UPSTREAM_BASE_URL, or UPSTREAM_DIALECT=tmdb.");
});

function configuredUpstream() {
  try {
    return readUpstream(localSettings());
  } catch (thrown) {
    if (thrown instanceof SettingError) throw new CommandError(`Invalid setting: ${thrown.message}`);
    throw thrown;
  }
}
