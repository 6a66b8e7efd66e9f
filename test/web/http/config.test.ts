/** Settings: each is read strictly, and an invalid one stops the Worker. */
import { describe, expect, test } from "vitest";
import { configReader, readConfig } from "../../../worker/config.ts";
import { bearerToken } from "../../../worker/web/http/access.ts";

/** Files of the site are of no matter here. */
const ASSETS = { fetch: () => Promise.reject(new Error("unasked")) } as unknown as Fetcher;
const CATALOG_A = {} as D1Database;
const reading = (address: string) => () => readConfig({ ASSETS, UPSTREAM_BASE_URL: address });

test.each([
  "ftp://metadata.example/v1/",
  "metadata.example/v1/",
  "javascript:alert(1)",
  "https://user:secret@metadata.example/v1/",
  "https://user@metadata.example/v1/",
  "https://metadata.example/v1/?tenant=7",
  "https://metadata.example/v1/#top",
])("%s is no address of an upstream, and the message does not show it", (address) => {
  expect(reading(address)).toThrow(/^UPSTREAM_BASE_URL must be (?!.*metadata\.example).*$/);
});

test("an address of an upstream is http or https", () => {
  for (const address of ["https://metadata.example/v1/", " http://127.0.0.1:8080 "]) {
    expect(reading(address)().upstream?.baseUrl.href).toBe(new URL(address.trim()).href);
  }
});

test.each(["test", "contest", "Casablanca", " 0123456789abcdef", "0123456789abcdef\n"])(
  "%j is no key for the upstream, and the message does not show it",
  (UPSTREAM_API_KEY) => {
    expect(() => readConfig({ ASSETS, UPSTREAM_API_KEY })).toThrow(/^UPSTREAM_API_KEY must be /);
    expect(() => readConfig({ ASSETS, UPSTREAM_API_KEY })).not.toThrow(UPSTREAM_API_KEY.trim());
  },
);

test("a key for the upstream is not changed", () => {
  const UPSTREAM_API_KEY = `k$HOME$PATH '#\\n"=é`;
  const config = readConfig({ ASSETS, UPSTREAM_API_KEY, UPSTREAM_BASE_URL: "https://metadata.example/v1/" });
  expect(config.upstream?.apiKey).toBe(UPSTREAM_API_KEY);
});

test.each([
  "marquee.example",
  "https://marquee.example/films",
  "https://user@marquee.example",
  "ftp://marquee.example",
])("%s is no address of a site", (SITE_URL) => {
  expect(() => readConfig({ ASSETS, SITE_URL })).toThrow(/^SITE_URL must be /);
});

test("without an upstream or a catalog every request fails", () => {
  const configOf = configReader(() => undefined);
  expect(() => configOf({ ASSETS })).toThrow("UPSTREAM_BASE_URL or the D1 binding CATALOG_A must be set.");
});

describe("CATALOG_FALLBACK", () => {
  const upstream = { ASSETS, CATALOG_A, UPSTREAM_BASE_URL: "https://metadata.example/v1/" };
  const isOn = (env: Parameters<typeof readConfig>[0]) => readConfig(env).hasCatalogFallback;

  test("is off by default", () => {
    expect([isOn(upstream), isOn({ ...upstream, CATALOG_FALLBACK: "on" })]).toEqual([false, true]);
  });

  test("changes nothing if the catalog is the source", () => {
    expect(isOn({ ASSETS, CATALOG_A, CATALOG_FALLBACK: "on" })).toBe(false);
  });

  test("needs a catalog", () => {
    const { CATALOG_A: _, ...without } = upstream;
    expect(() => isOn({ ...without, CATALOG_FALLBACK: "on" })).toThrow("needs the D1 binding CATALOG_A");
  });

  test("rejects other words", () => {
    expect(() => isOn({ ...upstream, CATALOG_FALLBACK: "yes" })).toThrow(
      "CATALOG_FALLBACK must be on or off.",
    );
  });
});

test("keys without ACCESS=keyed admit every caller, which is logged once", () => {
  const logged: unknown[] = [];
  const log = (line: { event: string }) => void logged.push(line.event);
  const CLIENT_KEYS = "0".repeat(64);
  for (const settings of [{ CLIENT_KEYS }, { CLIENT_KEYS, ACCESS: "keyed" }, {}]) {
    const env = { ASSETS, UPSTREAM_BASE_URL: "https://upstream.example/v1/", ...settings };
    const configOf = configReader(log);
    expect(configOf(env)).toBe(configOf(env));
  }
  expect(logged).toEqual(["keys-ignored"]);
});

test.each([
  "short",
  "with white space in it",
  "a-token-at-the-end\n",
  "ümlaut-in-the-token",
  "=padding-in-front",
  'quoted"token-of-ours',
])(
  "%j is not a token for administrators, since no request could send it; the message hides it",
  (ADMIN_TOKEN) => {
    expect(() => readConfig({ ASSETS, CATALOG_A, ADMIN_TOKEN })).toThrow(/^ADMIN_TOKEN must be /);
    expect(() => readConfig({ ASSETS, CATALOG_A, ADMIN_TOKEN })).not.toThrow(ADMIN_TOKEN.trim());
  },
);

test("a token for administrators has only characters that a request can send", () => {
  for (const ADMIN_TOKEN of ["q1Zb+/0aR9cU2s5Jx8LmWg==", "a.b-c_d~e.f-g_h~i"]) {
    expect(readConfig({ ASSETS, CATALOG_A, ADMIN_TOKEN }).adminToken).toBe(ADMIN_TOKEN);
    expect(bearerToken(`Bearer ${ADMIN_TOKEN}`)).toBe(ADMIN_TOKEN);
  }
});

const TMDB_KEY = "0123456789abcdef0123456789abcdef";
const readTmdb = (settings: Record<string, string>) =>
  readConfig({ ASSETS, UPSTREAM_DIALECT: "tmdb", UPSTREAM_API_KEY: TMDB_KEY, ...settings });

test("TMDB needs only the dialect and a key", () => {
  const { upstream, imageBaseUrl } = readTmdb({});
  expect(upstream).toMatchObject({ dialect: "tmdb", apiKey: TMDB_KEY });
  expect(upstream?.baseUrl.href).toBe("https://api.themoviedb.org/3");
  expect(imageBaseUrl?.href).toBe("https://image.tmdb.org/t/p/");
});

test("addresses of a mirror, of its images and a token replace TMDB's defaults", () => {
  const { upstream, imageBaseUrl } = readTmdb({
    UPSTREAM_BASE_URL: "http://mirror.test/3",
    IMAGE_BASE_URL: "http://images.test/",
    UPSTREAM_API_KEY: "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJzdGFuZC1pbiJ9.c3RhbmQtaW4",
  });
  expect([upstream?.baseUrl.host, imageBaseUrl?.host]).toEqual(["mirror.test", "images.test"]);
});

describe("TMDB_API", () => {
  const CLIENT_KEYS = "0".repeat(64);
  const keyed = { mode: "keyed", keyDigests: [CLIENT_KEYS] };
  const of = (settings: Record<string, string>, bindings = { ASSETS, CATALOG_A }) =>
    readConfig({ ...bindings, ...settings }).tmdbApi;
  const UPSTREAM_BASE_URL = "https://upstream.example/v1/";
  const TMDB = { UPSTREAM_DIALECT: "tmdb", UPSTREAM_API_KEY: TMDB_KEY };

  test("is open on the catalog, or as the API is; keyed in front of TMDB; off in front of another source", () => {
    expect(of({})).toEqual({ mode: "open" });
    expect(of({ ACCESS: "keyed", CLIENT_KEYS })).toEqual(keyed);
    expect(of(TMDB)).toEqual({ mode: "keyed", keyDigests: [] });
    expect(of({ ...TMDB, CLIENT_KEYS })).toEqual(keyed);
    expect(of({ UPSTREAM_BASE_URL })).toBeNull();
  });

  test("has its value, if there is a source and, for `keyed`, a key", () => {
    expect(of({ TMDB_API: "off" })).toBeNull();
    expect(of({ ...TMDB, TMDB_API: "open" })).toEqual({ mode: "open" });
    expect(of({ UPSTREAM_BASE_URL, TMDB_API: "open" })).toEqual({ mode: "open" });
    expect(() => of({ TMDB_API: "keyed" })).toThrow(/^CLIENT_KEYS must be/);
    expect(() => readConfig({ ASSETS, UPSTREAM_BASE_URL, TMDB_API: "open" })).toThrow(/^TMDB_API needs/);
    expect(() => of({ TMDB_API: "yes" })).toThrow("TMDB_API must be off or keyed or open.");
  });
});

test.each(["", "two words of a pass phrase", "a.token-of-two-parts"])(
  "%j is no key for TMDB, and the message names the setting",
  (UPSTREAM_API_KEY) => {
    expect(() => readTmdb({ UPSTREAM_API_KEY })).toThrow(/^UPSTREAM_API_KEY must be a v3 API key/);
  },
);

test("the contract's dialect has no upstream without an address", () => {
  expect(() => readConfig({ ASSETS, UPSTREAM_DIALECT: "omdb" })).toThrow(
    "UPSTREAM_DIALECT must be contract or tmdb.",
  );
  expect(readConfig({ ASSETS, UPSTREAM_DIALECT: "contract" }).upstream).toBeNull();
});

test.each(["SEARCH_FRESHNESS", "CREDITS_FRESHNESS"])("%s cannot exceed six months with TMDB", (name) => {
  for (const value of ["max-age=15552001", "max-age=1, stale-if-error=15552000"]) {
    expect(() => readTmdb({ [name]: value })).toThrow(
      new RegExp(`^${name} must end within 15552000 seconds`),
    );
    expect(() => readConfig({ ASSETS, [name]: value })).not.toThrow();
  }
  expect(() => readTmdb({ [name]: "max-age=3600, stale-if-error=15548400" })).not.toThrow();
});
