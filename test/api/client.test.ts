import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, inject, test } from "vitest";
import type { Client } from "../../tools/client/client.ts";
import { COPY } from "../built-copy.ts";
import { listen } from "../listening.ts";
import { BUILT, importClient } from "./built-client.ts";

/** The native compiler takes a third of the time of TypeScript 6. */
const TSC = "node_modules/typescript-native/bin/tsc";

const baseUrl = `${inject("target")}/v1`;
let api: Awaited<ReturnType<typeof importClient>>;
let client: Client;
let asked: { url: URL; status: number }[];

beforeAll(async () => {
  api = await importClient();
});

function setUp(): void {
  asked = [];
  client = api.marquee({
    baseUrl,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      asked.push({ url: new URL(String(input)), status: response.status });
      return response;
    },
  });
}

describe("marquee()", () => {
  test("searches titles and loads their credits", async () => {
    setUp();
    const [film] = await client.search("godzilla", { f: "2023" });
    expect(film).toMatchObject({ title: "Godzilla Minus One", year: "2023" });
    const credits = await client.credits(film?.id ?? 0);
    expect(credits["visual effects"]).toMatchObject([{ job: "Visual Effects Supervisor" }]);
  });

  test("loads titles and people by id or name", async () => {
    setUp();
    const { title, credits } = await client.title(34, { append: "credits" });
    expect([title.title, credits?.id]).toEqual(["12 Angry Men", 34]);
    expect(await client.titles([34, 9007199254740991])).toEqual([{ title }, null]);
    expect(await client.titles([34], { append: ["votes", "external_ids"] })).toEqual([
      { title, external_ids: expect.objectContaining({ imdb: "tt0050083" }), votes: 0 },
    ]);
    expect(await client.seasons(143)).toContainEqual(expect.objectContaining({ season: 1, episodes: 7 }));
    expect((await client.season(143, 1)).episodes[0]).toMatchObject({ title: "Pilot", aired: "2008-01-20" });
    const [kurosawa] = await client.people("akira kurosawa");
    const [mifune] = await client.people("toshiro mifune", { limit: 1 });
    const person = await client.person(kurosawa?.id ?? 0);
    expect(person).toMatchObject({ name: "Akira Kurosawa", known_for: kurosawa?.known_for });
    const shared = await client.shared([person.id, mifune?.id ?? 0]);
    expect(shared.map((both) => both.title.title)).toEqual(["Seven Samurai", "Rashomon"]);
    expect(await client.suggest("seven sam")).toMatchObject([{ kind: "title", name: "Seven Samurai" }]);
    const [first] = await client.browse({ country: "japan", f: "1950-1959" });
    expect(first?.title).toBe("Seven Samurai");
    const { next } = await client.changes();
    expect(await client.changes({ since: next, limit: 5 })).toEqual({ changes: [], next });
    expect(await client.find("imdb", "tt0050083")).toEqual({ kind: "title", id: 34 });
    await expect(client.person(9007199254740991)).rejects.toMatchObject({ type: "person-not-found" });
  });

  test("matches file names, including long ones", async () => {
    setUp();
    const { read, match } = await client.match("Alien.1979.1080p.mkv", { lang: "en" });
    expect([read.title, match?.title.title]).toEqual(["Alien", "Alien"]);
    expect((await client.match(`${"é/".repeat(400)}Alien (1979).mkv`)).match?.title.id).toBe(60);
    const names = ["movie.mkv", "Alien.1979.mkv"];
    expect((await client.matchAll(names)).map(({ match }) => match?.title.id)).toEqual([undefined, 60]);
    expect(asked.map(({ url }) => url.search.length > 1)).toEqual([true, false, false]);
    await expect(client.matchAll([])).rejects.toMatchObject({ type: "invalid-parameter" });
  });

  test("builds image URLs on the API's host", async () => {
    setUp();
    expect(client.imageUrl("1957/04/x.jpg", 240)).toBe(`${inject("target")}/images/240/1957/04/x.jpg`);
    expect(asked).toEqual([]);
  });

  test("returns titles in the language of the lang option", async () => {
    setUp();
    expect(await client.search("m", { f: "1931", lang: "fr" })).toMatchObject([{ title: "M le maudit" }]);
  });

  test("iterates over all pages without repeating a title", async () => {
    setUp();
    const whole = await client.search("the", { limit: 100 });
    const ids: number[] = [];
    for await (const page of client.pages("the", { limit: 7 })) ids.push(...page.map(({ id }) => id));
    expect(ids).toEqual(whole.map(({ id }) => id));
    expect(asked.length).toBe(1 + Math.ceil(whole.length / 7));
  });

  test("reuses a response that the API reports as unchanged", async () => {
    setUp();
    const first = await client.credits(123);
    first.cast.length = 0;
    const again = await client.credits(123);
    expect(asked.map(({ status }) => status)).toEqual([200, 304]);
    expect(again.cast.length).toBeGreaterThan(0);
  });

  test("throws API problems with type, status, parameters and request id", async () => {
    setUp();
    const thrown = await client.search("alien", { f: "nineteen", limit: 1_000 }).catch((error) => error);
    expect(thrown).toBeInstanceOf(api.MarqueeProblem);
    expect(thrown).toMatchObject({ type: "invalid-parameter", status: 400 });
    expect(thrown.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(["f", "limit"]);
    expect(thrown.requestId).toMatch(/^[\w-]{8,64}$/);
    await expect(client.credits(9007199254740991)).rejects.toMatchObject({ type: "title-not-found" });
  });

  test("reports an error page from a proxy as unknown", async () => {
    const gateway = createServer((_, response) =>
      response.writeHead(502, { "Retry-After": "7" }).end("<html>"),
    );
    const { url, close } = await listen(gateway);
    const behind = api.marquee({ baseUrl: `${url}/v1/` });
    await expect(behind.credits(1)).rejects.toMatchObject({ type: "unknown", status: 502, retryAfter: 7 });
    await close();
  });

  test.each([
    "about:blank",
    "https://gateway.example/errors/rate-limited",
    "https://gateway.example/problems/quota",
  ])("reports the problem type %s of another service as unknown", async (type) => {
    const answered = async () => Response.json({ type, detail: "Theirs." }, { status: 429 });
    const behind = api.marquee({ baseUrl, fetch: answered });
    await expect(behind.credits(1)).rejects.toMatchObject({
      type: "unknown",
      status: 429,
      message: "Theirs.",
    });
  });

  test.each([
    ["a proxy's page", "text/html", "<!doctype html><title>Sign in</title>"],
    ["an empty body", "application/json", ""],
    ["half a response", "application/json", '[{"id":1,"title":"M"'],
    ["null", "application/json", "null"],
    ["a problem instead of a result", "application/json", '{"type":"/problems/internal"}'],
    ["entries without an id", "application/json", '[{"title":"M"}]'],
    ["ids as strings", "application/json", '[{"id":"1"}]'],
    ["null instead of a record", "application/json", "[null]"],
    ["a credits object without its groups", "application/json", '{"id":1,"cast":[]}'],
  ])("throws for %s with status 200 and does not cache it", async (_, type, body) => {
    const requests: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      requests.push(request.headers["if-none-match"]);
      response.writeHead(200, { "Content-Type": type, ETag: '"a"', "X-Request-Id": "request-1" }).end(body);
    });
    const { url, close } = await listen(server);
    const { search, pages, credits } = api.marquee({ baseUrl: `${url}/v1` });
    for (const ask of [() => search("m"), () => pages("m").next(), () => credits(1), () => search("m")]) {
      const thrown = await ask().catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(api.MarqueeProblem);
      expect(thrown).toMatchObject({ type: "unknown", status: 200, requestId: "request-1", errors: [] });
    }
    expect(requests).toEqual([undefined, undefined, undefined, undefined]);
    await close();
  });

  test("rejects a response that belongs to another operation", async () => {
    const search = await (await fetch(`${baseUrl}/?category=search&q=godzilla`)).text();
    const credits = await (await fetch(`${baseUrl}/?category=credits&id=123`)).text();
    const given = (text: string) => api.marquee({ baseUrl, fetch: async () => new Response(text) });
    await expect(given(search).credits(123)).rejects.toMatchObject({ type: "unknown" });
    await expect(given(credits).search("godzilla")).rejects.toMatchObject({ type: "unknown" });
    await expect(given(search).search("godzilla")).resolves.toEqual(JSON.parse(search));
    await expect(given(credits).credits(123)).resolves.toEqual(JSON.parse(credits));
  });

  test("stops when aborted", async () => {
    setUp();
    const signal = AbortSignal.abort();
    await expect(client.search("alien", { signal })).rejects.toMatchObject({ name: "AbortError" });
  });

  test("sends the key as api_key", async () => {
    setUp();
    await api.marquee({ baseUrl, apiKey: "k", fetch: (input) => fetch(keep(input)) }).credits(1);
    expect(asked[0]?.url.searchParams.get("api_key")).toBe("k");
  });
});

function keep(input: Parameters<typeof fetch>[0]): string {
  asked.push({ url: new URL(String(input)), status: 0 });
  return String(input);
}

describe("npm package", () => {
  const program = 'import { marquee } from "marquee/client"; console.log(typeof marquee);';
  const run = (cwd: string) =>
    spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8", cwd });

  test("exports marquee/client", () => {
    expect(run(COPY).stdout.trim()).toBe("function");
  });

  test("installs without dependencies", () => {
    const project = mkdtempSync(join(tmpdir(), "marquee-client-"));
    const { status, stderr } = spawnSync(
      "npm",
      ["install", "--no-audit", "--no-fund", "--prefix", project, `${inject("target")}/client/marquee.tgz`],
      { encoding: "utf8", cwd: project },
    );
    expect(status, stderr).toBe(0);
    expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "marquee",
    ]);
    expect(run(project).stdout.trim()).toBe("function");
    rmSync(project, { recursive: true });
  });

  test("documents every record field in its types", () => {
    const types = readFileSync(BUILT.types, "utf8");
    expect(types).toContain("  cast: CastEntry[];");
    expect(types).toContain("  credits: PersonCredit[];");
    expect(types).toContain(
      "  /**\n   * Display title, in the requested language if available.\n   */\n  title: string;",
    );
    expect(types).not.toMatch(/: \{ id: number; is_adult/);
  });

  test("keeps the client smaller than 1.5 KB and without imports", () => {
    const code = readFileSync(BUILT.code, "utf8");
    expect(gzipSync(code).byteLength).toBeLessThan(1_536);
    expect(code).not.toMatch(/\bimport\b|\brequire\b/);
  });

  test("exports types that reject fields outside the contract", () => {
    const consumer = join(dirname(BUILT.types), "consumer.ts");
    writeFileSync(
      consumer,
      `import { marquee, MarqueeProblem, type TitleRecord } from "./marquee.js";
       const { search, credits } = marquee({ baseUrl: "https://marquee.example/v1" });
       const [film]: TitleRecord[] = await search("m", { f: "1931", signal: AbortSignal.timeout(9) });
       const jobs: string[] = (await credits(film!.id))["visual effects"].map(({ job }) => job);
       // @ts-expect-error years are strings
       const year: number = film!.year;
       try { await search("m"); } catch (thrown) {
         // @ts-expect-error no such problem
         if (thrown instanceof MarqueeProblem && thrown.type === "teapot") throw thrown;
       }
       export { jobs, year };`,
    );
    const options =
      "--strict --noEmit --ignoreConfig --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom";
    const words = [TSC, ...options.split(" "), consumer];
    expect(spawnSync(process.execPath, words, { encoding: "utf8" }).stdout).toBe("");
  });
});
