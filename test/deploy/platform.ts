/**
 * A stand-in for the parts of Cloudflare's API that the tools use, so that the real wrangler can run without an
 * account. It stores databases in SQLite, records all requests, and fails when a test requests it.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { listen } from "../listening.ts";

export const ACCOUNT = "0123456789abcdef0123456789abcdef";
export const TOKEN = "token-of-the-operator";

interface Traffic {
  readonly version_id: string;
  readonly percentage: number;
}

interface Upload {
  readonly bindings: Readonly<Record<string, Binding>>;
  readonly message: string | undefined;
  readonly body: string;
}

interface Binding {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly database_id?: string;
  readonly namespace_id?: string;
}

class Worker {
  readonly versions = new Map<string, Upload>();
  /** The versions with traffic in each deployment. The last deployment is the current one. */
  readonly deployments: (readonly Traffic[])[] = [];
  readonly previews = new Map<string, Upload[]>();
  /** Whether the Worker is served at `workers.dev`, and whether its versions have URLs. */
  subdomain = { enabled: true, previews_enabled: true };
  observability: unknown;

  get running(): string | undefined {
    return this.deployments.at(-1)?.find(({ percentage }) => percentage === 100)?.version_id;
  }
}

interface Database {
  readonly uuid: string;
  readonly sqlite: DatabaseSync;
  readonly created: unknown;
  replicated: boolean;
}

export class Platform {
  readonly asked: string[] = [];
  readonly databases = new Map<string, Database>();
  /** The number of databases that have been created, from which the next id is made. */
  #created = 0;
  readonly workers = new Map<string, Worker>();
  readonly files: string[][] = [];
  /** The name of the Worker that serves each custom domain. `dns` contains the hosts that have a DNS record. */
  readonly domains = new Map<string, string>();
  readonly dns = new Set<string>();
  /** The account's subdomain of workers.dev, or `null` if none has been chosen. */
  subdomain: string | null = "operator";
  /** A pattern for requests that are rejected with `reason`, or `null` to reject none. */
  failing: RegExp | null = null;
  reason = "An unknown error has occurred.";
  /** Returns the time in milliseconds. If it is `null`, calls are not rate limited. */
  clock: (() => number) | null = null;
  #recent: number[] = [];
  #blockedUntil = 0;
  /** Called for each request, before the response is sent. */
  watch = (): void => {};
  settings: Readonly<Record<string, string>> = {};
  stop = (): void => {};
  readonly #sql = new Map<string, string>();

  /** Returns the `result` of the response, or `undefined` to respond with 404. */
  answer(method: string, path: string, body: string): unknown {
    if (path.startsWith("/d1/database")) return this.#database(method, path, body);
    if (path === "/workers/subdomain")
      return this.subdomain === null ? undefined : { subdomain: this.subdomain };
    if (path.startsWith("/workers/domains/records/")) return { service: this.domains.get(basename(path)) };
    const given = body.startsWith("{") || body.startsWith("[") ? JSON.parse(body) : null;
    if (path.endsWith("/domains/changeset")) return this.#domainChanges(given);
    const [, , , name = given?.name, part, id, deployments] = path.split("/");
    if (part === "assets-upload-session") {
      this.files.push(Object.keys(given.manifest));
      return { jwt: "done", buckets: [] };
    }
    // A request that changes a Worker creates it if it does not exist.
    if (method !== "GET" && part === undefined && !this.workers.has(name))
      this.workers.set(name, new Worker());
    const worker = this.workers.get(name);
    if (worker === undefined) return undefined;
    if (method === "DELETE") return this.workers.delete(name);
    const host = `${name}.${this.subdomain}.workers.dev`;
    if (method === "PUT" && part === undefined) {
      const version = upload(worker, body);
      worker.deployments.push([{ version_id: version.id, percentage: 100 }]);
      return version;
    }
    if (path.startsWith("/workers/services/")) return SERVICE;
    switch (part) {
      case undefined: {
        const subdomain = { ...worker.subdomain, url: `https://${host}`, preview_url_suffix: `-${host}` };
        return { id: name, name, subdomain };
      }
      case "versions":
        return method === "POST" ? upload(worker, body) : describeVersion(worker, id ?? "");
      case "deployments":
        if (method === "POST") worker.deployments.push(given.versions);
        return {
          id: "d",
          deployments: worker.deployments.toReversed().map((versions) => ({ id: "d", versions })),
        };
      case "subdomain":
        worker.subdomain = { previews_enabled: given.enabled, ...given };
        return worker.subdomain;
      case "previews":
        if (deployments !== undefined) return deployPreview(worker, method, id ?? "", { body, host });
        if (method === "POST") worker.previews.set(given.name, []);
        return worker.previews.has(id ?? given.name) ? previewAt(id ?? given.name, host) : undefined;
      case "script-settings":
        worker.observability = given.observability;
        return {};
      default:
        return part === "secrets" ? [] : {};
    }
  }

  /** Returns Cloudflare's error code for a missing resource. */
  missing(path: string): number {
    const [, , , worker = "", part] = path.split("/");
    if (path.startsWith("/d1/database/")) return 7404;
    return part === "previews" && this.workers.has(worker) ? 10025 : 10007;
  }

  /** Returns the changes that adding these hosts would make. Wrangler requests them in `publishCustomDomains`. */
  #domainChanges(wanted: readonly { hostname: string }[]): unknown {
    const updated = wanted.filter(({ hostname }) => this.domains.has(hostname));
    const conflicting = wanted.filter(
      ({ hostname }) => !this.domains.has(hostname) && this.dns.has(hostname),
    );
    const modified = updated.map(({ hostname }) => ({ id: hostname, hostname, modified: true }));
    return { added: [], removed: [], updated: modified, conflicting };
  }

  #database(method: string, path: string, body: string): unknown {
    if (path === "/d1/database" && method === "POST") {
      const { name, ...created } = JSON.parse(body);
      const uuid = `11111111-1111-4111-8111-${String(this.#created++).padStart(12, "0")}`;
      this.databases.set(name, { uuid, sqlite: new DatabaseSync(":memory:"), created, replicated: false });
      return { uuid, name };
    }
    if (path === "/d1/database") return [...this.databases].map(([name, { uuid }]) => ({ uuid, name }));
    const [, asked = "", action] = /^\/d1\/database\/([^/]+)\/?(\w*)$/.exec(path) ?? [];
    const [name, found] =
      [...this.databases].find(([name, { uuid }]) => name === asked || uuid === asked) ?? [];
    if (found === undefined) return undefined;
    const { uuid, sqlite } = found;
    if (method === "PUT") found.replicated = JSON.parse(body).read_replication?.mode === "auto";
    if (action === "query") return inTransaction(sqlite, () => query(sqlite, JSON.parse(body)));
    if (action === "import") return this.#import(sqlite, JSON.parse(body), uuid);
    return { uuid, name, file_size: 0, read_replication: { mode: found.replicated ? "auto" : "disabled" } };
  }

  /** Imports an uploaded SQL file in one transaction. Errors are reported in the result, as by D1. */
  #import(sqlite: DatabaseSync, { action }: { action: string }, uuid: string): unknown {
    const upload_url = `${new URL(this.settings.CLOUDFLARE_API_BASE_URL ?? "").origin}/upload/${uuid}`;
    if (action === "init") return { upload_url, filename: "import.sql", at_bookmark: "0", success: true };
    const common = { type: "import", success: true, messages: [], at_bookmark: "1" };
    try {
      inTransaction(sqlite, () => sqlite.exec(this.#sql.get(uuid) ?? ""));
    } catch (thrown) {
      return { ...common, status: "error", errors: [(thrown as Error).message] };
    }
    const result = { num_queries: 1, final_bookmark: "1", meta: { duration: 0 } };
    return { ...common, status: "complete", result };
  }

  /**
   * Returns for how many more seconds calls are rejected. Cloudflare allows 1,200 calls in five minutes, and then
   * rejects all calls for five minutes (developers.cloudflare.com/fundamentals/api/reference/limits).
   */
  blockedFor(): number {
    if (this.clock === null) return 0;
    const now = this.clock();
    this.#recent = [...this.#recent.filter((at) => at > now - FIVE_MINUTES), now];
    if (now >= this.#blockedUntil && this.#recent.length > 1_200) this.#blockedUntil = now + FIVE_MINUTES;
    return Math.max(0, this.#blockedUntil - now) / 1_000;
  }

  /** Stores an uploaded SQL file and returns its hash. */
  store(id: string, sql: string): string {
    this.#sql.set(id, sql);
    return createHash("md5").update(sql).digest("hex");
  }
}

const FIVE_MINUTES = 300_000;

export async function startPlatform(): Promise<Platform> {
  const platform = new Platform();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://platform");
    const method = request.method ?? "GET";
    const path = pathname.replace("/client/v4", "").replace(`/accounts/${ACCOUNT}`, "");
    const body = await text(request);
    platform.asked.push(`${method} ${path}`);
    platform.watch();
    // Connections are not kept alive, because the server could close a connection just when wrangler reuses it.
    response.setHeader("Connection", "close");
    const refuse = (status: number, code: number, message: string) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(
        JSON.stringify({ success: false, errors: [{ code, message }], messages: [], result: null }),
      );
    };
    const blocked = platform.blockedFor();
    if (blocked > 0) {
      response.setHeader("Retry-After", blocked);
      return refuse(429, 971, "Please wait and consider throttling your request speed");
    }
    if (platform.failing?.test(`${method} ${path}`)) return refuse(500, 10013, platform.reason);
    if (path.startsWith("/upload/"))
      return response.setHeader("ETag", platform.store(basename(path), body)).end();
    try {
      const result = platform.answer(method, path, body);
      if (result === undefined) return refuse(404, platform.missing(path), "There is no such thing.");
      response.setHeader("Content-Type", "application/json");
      return response.end(
        JSON.stringify({ success: true, errors: [], messages: [], result, result_info: PAGE }),
      );
    } catch (thrown) {
      // The error that the API returns for a failed statement
      // (developers.cloudflare.com/api/resources/d1/subresources/database/methods/query).
      return refuse(400, 7500, (thrown as Error).message);
    }
  });
  const { url, close } = await listen(server);
  platform.settings = {
    CLOUDFLARE_API_BASE_URL: `${url}/client/v4`,
    CLOUDFLARE_API_TOKEN: TOKEN,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
  };
  platform.stop = () => void close();
  return platform;
}

const PAGE = { page: 1, per_page: 50, count: 1, total_count: 1 };

/** Details of a Worker's last upload. Wrangler compares them with its own upload. */
const SCRIPT = { tag: "t", tags: [], last_deployed_from: "wrangler" };
const ENVIRONMENT = { environment: "production", script: SCRIPT };
const SERVICE = { default_environment: ENVIRONMENT, ...ENVIRONMENT };

function upload({ versions }: Worker, body: string) {
  const id = `22222222-2222-4222-8222-${String(versions.size + 1).padStart(12, "0")}`;
  const { bindings = [], annotations } = parseMetadata(body);
  const byName = Object.fromEntries(bindings.map(({ name, ...binding }) => [name, binding]));
  versions.set(id, { bindings: byName, message: annotations?.["workers/message"], body });
  const resources = { script: { etag: id, handlers: ["fetch"] }, script_runtime: {} };
  return { id, deployment_id: id, startup_time_ms: 1, metadata: { has_preview: true }, resources };
}

function describeVersion({ versions }: Worker, id: string): unknown {
  const { message, bindings = {} } = versions.get(id) ?? {};
  const listed = Object.entries(bindings).map(([name, binding]) => ({ name, ...binding }));
  const resources = { script: {}, script_runtime: {}, bindings: listed };
  const metadata = { created_on: "2026-01-01T00:00:00Z" };
  return { id, metadata, resources, annotations: { "workers/message": message } };
}

const previewAt = (name: string, host: string) => ({
  id: name,
  name,
  slug: name,
  urls: [`https://${name}-${host}`],
});

function deployPreview(
  { previews }: Worker,
  method: string,
  name: string,
  { body, host }: { readonly body: string; readonly host: string },
): unknown {
  const uploads = previews.get(name) ?? [];
  const { env = {}, annotations } = parseMetadata(body);
  if (method === "POST") uploads.push({ bindings: env, message: annotations?.["workers/message"], body });
  return { id: name, urls: [`https://${uploads.length}-${name}-${host}`] };
}

interface Metadata {
  readonly bindings?: readonly ({ readonly name: string } & Binding)[];
  readonly env?: Readonly<Record<string, Binding>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

function parseMetadata(form: string): Metadata {
  return JSON.parse(/name="metadata"\r\n(?:[^\r\n]+\r\n)*\r\n(.*)\r\n/.exec(form)?.[1] ?? "{}");
}

interface Queries {
  readonly sql?: string;
  readonly batch?: readonly { readonly sql: string; readonly params: readonly string[] }[];
}

/** Runs a batch of statements, or several statements that are separated by semicolons. */
function query(sqlite: DatabaseSync, { sql = "", batch }: Queries): unknown {
  if (batch !== undefined) return batch.map(({ sql, params }) => bindParameters(sqlite, sql, params));
  return sql.split(/;\n(?=\s*\S)/).map((statement) => {
    const reads = /^\s*(--.*\n\s*)*(SELECT|PRAGMA)/i.test(statement);
    if (!reads) sqlite.exec(statement);
    const results = reads ? sqlite.prepare(statement).all() : [];
    return { results, success: true, meta: { duration: 0, size_after: measureSize(sqlite) } };
  });
}

function bindParameters(sqlite: DatabaseSync, sql: string, params: readonly string[]): unknown {
  const results = sqlite.prepare(sql).all(...params);
  const { rows_written } = sqlite.prepare("SELECT changes() AS rows_written").get() ?? {};
  return { results, success: true, meta: { duration: 0, size_after: measureSize(sqlite), rows_written } };
}

function measureSize(sqlite: DatabaseSync): number {
  return Number(sqlite.prepare("PRAGMA page_count").get()?.page_count) * 4_096;
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
