/**
 * As much of the platform's API as a deployment needs, on a loopback port, so that the real
 * wrangler can be watched at work without an account. Its databases are real SQLite. It keeps
 * what it was asked, and fails where a test tells it to.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { freePort } from "../listening.ts";

export const ACCOUNT = "0123456789abcdef0123456789abcdef";

export interface Platform {
  /** For wrangler's environment. */
  readonly settings: Readonly<Record<string, string>>;
  /** `METHOD /path` of every request so far, without the account. */
  readonly asked: string[];
  /** Bodies of uploads of a Worker, in order. */
  readonly uploads: string[];
  readonly databases: Map<string, { readonly uuid: string; readonly sqlite: DatabaseSync }>;
  /** Ids of the databases with read replicas. */
  readonly replicated: Set<string>;
  /** The Worker that each custom domain belongs to. Another one needs a DNS record, which `dns` may have already. */
  readonly domains: Map<string, string>;
  readonly dns: Map<string, { readonly type: string; readonly content: string }>;
  /** Names of the Workers there are, and their version that runs. */
  readonly workers: Map<string, string>;
  /** What `workers.dev` serves of each Worker: itself, and a version URL for each version. */
  readonly subdomains: Map<string, { readonly enabled: boolean; readonly previews_enabled: boolean }>;
  /** What holds for every version of a Worker, its logs and traces for example. */
  readonly unversioned: Map<string, unknown>;
  /** The static files of each upload of a version, by path. */
  readonly files: string[][];
  /** The split of each deployment of a version, as `version@percentage`. */
  readonly deployments: string[][];
  /** As on an account where nobody chose a subdomain of workers.dev. */
  fresh: boolean;
  /** Requests that match are refused with 500, and for this reason. */
  failing: RegExp | null;
  reason: string;
  /** Called with each request before it is answered. */
  watch: () => void;
  readonly stop: () => void;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export async function startPlatform(): Promise<Platform> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const platform: Platform = {
    settings: {
      CLOUDFLARE_API_BASE_URL: `${base}/client/v4`,
      CLOUDFLARE_API_TOKEN: "a-token-for-nothing",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    },
    asked: [],
    uploads: [],
    unversioned: new Map(),
    files: [],
    databases: new Map(),
    replicated: new Set(),
    domains: new Map(),
    dns: new Map(),
    workers: new Map(),
    subdomains: new Map(),
    deployments: [],
    fresh: false,
    failing: null,
    reason: "An unknown error has occurred.",
    watch: () => {},
    stop: () => server.close(),
  };
  const server = createServer(async (request, response) => {
    const asked = await read(request);
    const what = `${asked.method} ${asked.path}`;
    platform.asked.push(what);
    platform.watch();
    // A connection that is kept may end just as wrangler begins to use it again.
    response.setHeader("Connection", "close");
    if (platform.failing?.test(what)) return refuse(response, 500, 10013, platform.reason);
    if (asked.path.startsWith("/upload/")) {
      // The storage that a file of SQL is sent to: it answers with what it got, hashed.
      files.set(asked.path.slice(8), asked.body);
      response.setHeader("ETag", createHash("md5").update(asked.body).digest("hex"));
      return response.end();
    }
    let result: unknown;
    try {
      result = answer(asked, platform, base);
    } catch (thrown) {
      // As the API refuses a statement (api/resources/d1/subresources/database/methods/query).
      return refuse(response, 400, 7500, (thrown as Error).message);
    }
    if (result === undefined)
      return refuse(response, 404, 10007, "This Worker does not exist on your account.");
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ success: true, errors: [], messages: [], result, result_info: PAGE }));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return platform;
}

/** Files of SQL that were sent, by the id of their database. */
const files = new Map<string, string>();

const CREATED = "2026-01-01T00:00:00Z";
const VERSION_RESOURCES = { script: {}, script_runtime: {}, bindings: [] };
const PAGE = { page: 1, per_page: 50, count: 1, total_count: 1 };

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { pathname } = new URL(request.url ?? "/", "http://platform");
  return {
    method: request.method ?? "GET",
    path: pathname.replace("/client/v4", "").replace(`/accounts/${ACCOUNT}`, ""),
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ success: false, errors: [{ code, message }], messages: [], result: null }));
}

/** `undefined`: there is no such thing. */
function answer(asked: Asked, platform: Platform, base: string): unknown {
  const { path } = asked;
  if (path === "/user") return { id: "user", email: "operator@marquee.example" };
  if (path === "/user/tokens/verify") return { id: "token", status: "active" };
  if (path === "/accounts") return [{ id: ACCOUNT, name: "an account" }];
  if (path === "/memberships") return [{ id: "m", account: { id: ACCOUNT, name: "an account" } }];
  if (path.startsWith("/d1/database")) return database(asked, platform, base);
  if (path.startsWith("/zones/z/dns_records/")) return platform.dns.get(basename(path));
  if (path.startsWith("/workers/domains/records/")) return { service: platform.domains.get(basename(path)) };
  if (path.endsWith("/domains/changeset")) return domainChanges(JSON.parse(asked.body), platform);
  if (path.startsWith("/workers/")) return worker(asked, platform);
  return undefined;
}

/** As `publishCustomDomains` of wrangler asks for them. */
function domainChanges(wanted: { hostname: string }[], { domains, dns }: Platform): unknown {
  const hosts = wanted.map(({ hostname }) => hostname);
  const updated = hosts.filter((host) => domains.has(host));
  const conflicting = hosts.filter((host) => !domains.has(host) && dns.has(host));
  return {
    added: [],
    removed: [],
    updated: updated.map((hostname) => ({ id: hostname, hostname, modified: true })),
    conflicting: conflicting.map((hostname) => ({
      hostname,
      zone_id: "z",
      external_dns_record_id: hostname,
    })),
  };
}

function database({ method, path, body }: Asked, { databases, replicated }: Platform, base: string): unknown {
  if (path === "/d1/database" && method === "POST") {
    const { name }: { name: string } = JSON.parse(body);
    const uuid = `11111111-1111-4111-8111-${String(databases.size).padStart(12, "0")}`;
    databases.set(name, { uuid, sqlite: new DatabaseSync(":memory:") });
    return { uuid, name, created_in_region: "WEUR" };
  }
  if (path === "/d1/database") return [...databases].map(([name, { uuid }]) => ({ uuid, name }));
  const [, asked = "", action] = /^\/d1\/database\/([^/]+)\/?(\w*)$/.exec(path) ?? [];
  const [name, found] = [...databases].find(([name, { uuid }]) => name === asked || uuid === asked) ?? [];
  if (found === undefined) return undefined;
  const { uuid, sqlite } = found;
  if (method === "PUT" && JSON.parse(body).read_replication?.mode === "auto") replicated.add(uuid);
  if (action === "query") return inTransaction(sqlite, () => query(sqlite, JSON.parse(body)));
  if (action === "import") return importing(sqlite, JSON.parse(body), `${base}/upload/${uuid}`);
  return { uuid, name, file_size: 0, read_replication: { mode: replicated.has(uuid) ? "auto" : "disabled" } };
}

/** One query, whose statements semicolons divide, or a batch of them. */
function query(sqlite: DatabaseSync, { sql = "", batch }: Queries): unknown {
  if (batch !== undefined) return batch.map(({ sql, params }) => bound(sqlite, sql, params));
  const size_after = Number(sqlite.prepare("PRAGMA page_count").get()?.page_count) * 4_096;
  return sql.split(/;\n(?=\s*\S)/).map((statement) => {
    const reads = /^\s*(--.*\n\s*)*(SELECT|PRAGMA)/i.test(statement);
    if (!reads) sqlite.exec(statement);
    const results = reads ? sqlite.prepare(statement).all() : [];
    return { results, success: true, meta: { duration: 0, size_after } };
  });
}

interface Queries {
  readonly sql?: string;
  readonly batch?: readonly { readonly sql: string; readonly params: readonly string[] }[];
}

function bound(sqlite: DatabaseSync, sql: string, params: readonly string[]): unknown {
  const results = sqlite.prepare(sql).all(...params);
  const { rows_written } = sqlite.prepare("SELECT changes() AS rows_written").get() ?? {};
  const size_after = Number(sqlite.prepare("PRAGMA page_count").get()?.page_count) * 4_096;
  return { results, success: true, meta: { duration: 0, size_after, rows_written } };
}

function inTransaction<T>(sqlite: DatabaseSync, work: () => T): T {
  sqlite.exec("BEGIN");
  try {
    const result = work();
    sqlite.exec("COMMIT");
    return result;
  } catch (thrown) {
    sqlite.exec("ROLLBACK");
    throw thrown;
  }
}

/** A file is imported whole or not at all; its errors are part of the result. */
function importing(sqlite: DatabaseSync, { action }: { action: string }, upload: string): unknown {
  if (action === "init")
    return { upload_url: upload, filename: "starter.sql", at_bookmark: "0", success: true };
  const common = { type: "import", success: true, messages: [], at_bookmark: "1" };
  try {
    inTransaction(sqlite, () => sqlite.exec(files.get(basename(upload)) ?? ""));
  } catch (thrown) {
    return { ...common, status: "error", errors: [(thrown as Error).message] };
  }
  const result = { num_queries: 1, final_bookmark: "1", meta: { duration: 0 } };
  return { ...common, status: "complete", result };
}

function worker({ method, path, body }: Asked, platform: Platform): unknown {
  const { workers, subdomains, unversioned, uploads, files, deployments, fresh } = platform;
  const [, name = "", rest = ""] =
    /^\/workers\/(?:scripts|services|workers)\/([^/]+)\/?(.*)$/.exec(path) ?? [];
  if (path === "/workers/subdomain") return fresh ? undefined : { subdomain: "operator" };
  if (path.startsWith("/workers/domains")) return [];
  if (rest === "assets-upload-session") {
    files.push(Object.keys(JSON.parse(body).manifest));
    return { jwt: "done", buckets: [] };
  }
  if (method === "PUT" && rest === "") return uploaded(name, body, workers, uploads, true);
  if (method === "POST" && rest === "versions") return uploaded(name, body, workers, uploads, false);
  if (!workers.has(name)) return undefined;
  if (path.startsWith("/workers/services/")) return service(rest);
  if (rest === "schedules") return { schedules: [] };
  if (path.startsWith("/workers/workers/")) {
    const host = `${name}.operator.workers.dev`;
    const subdomain = {
      ...subdomainOf(name, platform),
      url: `https://${host}`,
      preview_url_suffix: `-${host}`,
    };
    return { id: name, name, subdomain };
  }
  if (rest === "secrets") return [];
  if (rest === "subdomain") {
    const { enabled, previews_enabled = enabled } = JSON.parse(body);
    subdomains.set(name, { enabled, previews_enabled });
    return subdomainOf(name, platform);
  }
  if (rest === "script-settings" && method === "PATCH") unversioned.set(name, JSON.parse(body));
  if (rest === "deployments" && method === "GET") {
    return { deployments: [{ id: "d", versions: [{ version_id: workers.get(name), percentage: 100 }] }] };
  }
  if (rest === "deployments") {
    const { versions }: { versions: { version_id: string; percentage: number }[] } = JSON.parse(body);
    deployments.push(versions.map((version) => `${version.version_id}@${version.percentage}`));
    workers.set(name, versions.find(({ percentage }) => percentage === 100)?.version_id ?? "");
    return { id: "d" };
  }
  if (rest.startsWith("versions/"))
    return {
      id: rest.slice(9),
      metadata: { created_on: CREATED },
      resources: VERSION_RESOURCES,
      annotations: {},
    };
  return {};
}

/** Version URLs follow `workers_dev` unless they are set (workers/versions-and-deployments/version-urls). */
function subdomainOf(name: string, { subdomains }: Platform) {
  return subdomains.get(name) ?? { enabled: true, previews_enabled: true };
}

/** The Worker under its old name: what it was last uploaded with, which wrangler compares. */
function service(rest: string): unknown {
  const environment = {
    environment: "production",
    script: { tag: "t", tags: [], last_deployed_from: "wrangler" },
  };
  if (rest === "") return { default_environment: environment };
  return rest === "environments/production" ? environment : [];
}

function uploaded(
  name: string,
  body: string,
  workers: Map<string, string>,
  uploads: string[],
  runs: boolean,
): unknown {
  uploads.push(body);
  const id = `22222222-2222-4222-8222-${String(uploads.length).padStart(12, "0")}`;
  if (runs) workers.set(name, id);
  const resources = { script: { etag: id, handlers: ["fetch"] }, script_runtime: {} };
  return { id, tag: "t", deployment_id: id, startup_time_ms: 1, metadata: { has_preview: true }, resources };
}
