import { describe, expect, test } from "vitest";
import { createConfigReader, readConfig, servesImage } from "../../../worker/config.ts";
import { bearerToken } from "../../../worker/web/http/access.ts";

const ASSETS = { fetch: () => Promise.reject(new Error("unasked")) } as unknown as Fetcher;
const CATALOG_A = {} as D1Database;
const reading = (address: string) => () => readConfig({ ASSETS, UPSTREAM_BASE_URL: address });

describe("UPSTREAM_BASE_URL", () => {
  test.each([
    "ftp://metadata.example/v1/",
    "metadata.example/v1/",
    "javascript:alert(1)",
    "https://user:secret@metadata.example/v1/",
    "https://user@metadata.example/v1/",
    "https://metadata.example/v1/?tenant=7",
    "https://metadata.example/v1/#top",
  ])("rejects %s without quoting it", (address) => {
    expect(reading(address)).toThrow(/^UPSTREAM_BASE_URL must be (?!.*metadata\.example).*$/);
  });

  test("accepts http and https URLs", () => {
    for (const address of ["https://metadata.example/v1/", " http://127.0.0.1:8080 "]) {
      expect(reading(address)().upstream?.baseUrl.href).toBe(new URL(address.trim()).href);
    }
  });
});

describe("UPSTREAM_API_KEY", () => {
  test.each(["test", "contest", "Casablanca", " 0123456789abcdef", "0123456789abcdef\n"])(
    "rejects %j without quoting it",
    (UPSTREAM_API_KEY) => {
      expect(() => readConfig({ ASSETS, UPSTREAM_API_KEY })).toThrow(/^UPSTREAM_API_KEY must be /);
      expect(() => readConfig({ ASSETS, UPSTREAM_API_KEY })).not.toThrow(UPSTREAM_API_KEY.trim());
    },
  );

  test("keeps a key unchanged", () => {
    const UPSTREAM_API_KEY = `k$HOME$PATH '#\\n"=é`;
    const config = readConfig({
      ASSETS,
      UPSTREAM_API_KEY,
      UPSTREAM_BASE_URL: "https://metadata.example/v1/",
    });
    expect(config.upstream?.apiKey).toBe(UPSTREAM_API_KEY);
  });
});

describe("SITE_URL", () => {
  test.each([
    "marquee.example",
    "https://marquee.example/films",
    "https://user@marquee.example",
    "ftp://marquee.example",
  ])("rejects %s", (SITE_URL) => {
    expect(() => readConfig({ ASSETS, SITE_URL })).toThrow(/^SITE_URL must be /);
  });
});

describe("readConfig()", () => {
  test("fails without an upstream or a catalog", () => {
    const configFor = createConfigReader(() => undefined);
    expect(() => configFor({ ASSETS })).toThrow("UPSTREAM_BASE_URL or the D1 binding CATALOG_A must be set.");
  });
});

describe("CLIENT_KEYS", () => {
  test("has no effect without ACCESS=keyed, which is logged once", () => {
    const logged: unknown[] = [];
    const log = (line: { event: string }) => void logged.push(line.event);
    const CLIENT_KEYS = "0".repeat(64);
    for (const settings of [{ CLIENT_KEYS }, { CLIENT_KEYS, ACCESS: "keyed" }, {}]) {
      const env = { ASSETS, UPSTREAM_BASE_URL: "https://upstream.example/v1/", ...settings };
      const configFor = createConfigReader(log);
      expect(configFor(env)).toBe(configFor(env));
    }
    expect(logged).toEqual(["keys-ignored"]);
  });
});

describe("ADMIN_TOKEN", () => {
  test.each([
    "short",
    "with white space in it",
    "a-token-at-the-end\n",
    "ümlaut-in-the-token",
    "=padding-in-front",
    'quoted"token-of-ours',
  ])("rejects %j without quoting it", (ADMIN_TOKEN) => {
    expect(() => readConfig({ ASSETS, CATALOG_A, ADMIN_TOKEN })).toThrow(/^ADMIN_TOKEN must be /);
    expect(() => readConfig({ ASSETS, CATALOG_A, ADMIN_TOKEN })).not.toThrow(ADMIN_TOKEN.trim());
  });

  test("accepts characters that are valid in a Bearer token", () => {
    for (const ADMIN_TOKEN of ["q1Zb+/0aR9cU2s5Jx8LmWg==", "a.b-c_d~e.f-g_h~i"]) {
      expect(readConfig({ ASSETS, CATALOG_A, ADMIN_TOKEN }).adminToken).toBe(ADMIN_TOKEN);
      expect(bearerToken(`Bearer ${ADMIN_TOKEN}`)).toBe(ADMIN_TOKEN);
    }
  });
});

const TMDB_KEY = "0123456789abcdef0123456789abcdef";
const readTmdb = (settings: Record<string, string>) =>
  readConfig({ ASSETS, UPSTREAM_DIALECT: "tmdb", UPSTREAM_API_KEY: TMDB_KEY, ...settings });

describe("UPSTREAM_DIALECT=tmdb", () => {
  test("requires only a key", () => {
    const { upstream, imageBaseUrl } = readTmdb({});
    expect(upstream).toMatchObject({ dialect: "tmdb", apiKey: TMDB_KEY });
    expect(upstream?.baseUrl.href).toBe("https://api.themoviedb.org/3");
    expect(imageBaseUrl?.href).toBe("https://image.tmdb.org/t/p/");
  });

  test("accepts another server, an image server and a token", () => {
    const { upstream, imageBaseUrl } = readTmdb({
      UPSTREAM_BASE_URL: "http://mirror.test/3",
      IMAGE_BASE_URL: "http://images.test/",
      UPSTREAM_API_KEY: "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJzdGFuZC1pbiJ9.c3RhbmQtaW4",
    });
    expect([upstream?.baseUrl.host, imageBaseUrl?.host]).toEqual(["mirror.test", "images.test"]);
  });
});

describe("IMAGE_BASE_URL", () => {
  test.each([
    ["commons", null, true],
    ["https://images.example/p,commons", "https://images.example/p", true],
    ["https://images.example/p, commons", "https://images.example/p", true],
    ["https://images.example/a,b", "https://images.example/a,b", false],
  ])("reads %s", (IMAGE_BASE_URL, base, hasCommons) => {
    const config = readConfig({ ASSETS, CATALOG_A, IMAGE_BASE_URL });
    expect([config.imageBaseUrl?.href ?? null, config.hasCommons]).toEqual([base, hasCommons]);
    expect(servesImage(config, "0000/01/A.jpg")).toBe(hasCommons);
    expect(servesImage(config, "1999/01/a.jpg")).toBe(base !== null);
  });

  test.each(["common", "commons,https://images.example", "https://u:p@images.example,commons"])(
    "rejects %s",
    (IMAGE_BASE_URL) => {
      expect(() => readConfig({ ASSETS, CATALOG_A, IMAGE_BASE_URL })).toThrow(/^IMAGE_BASE_URL must be /);
    },
  );
});

describe("TMDB_API", () => {
  const CLIENT_KEYS = "0".repeat(64);
  const of = (settings: Record<string, string>, bindings = { ASSETS, CATALOG_A }) =>
    readConfig({ ...bindings, ...settings }).tmdbApi;
  const UPSTREAM_BASE_URL = "https://upstream.example/v1/";
  const TMDB = { UPSTREAM_DIALECT: "tmdb", UPSTREAM_API_KEY: TMDB_KEY };

  test("defaults to a value that depends on the source", () => {
    expect(of({})).toBe("open");
    expect(of({ ACCESS: "keyed", CLIENT_KEYS })).toBe("keyed");
    expect(of(TMDB)).toBe("keyed");
    expect(of({ UPSTREAM_BASE_URL })).toBeNull();
  });

  test("overrides the default if its requirements are met", () => {
    expect(of({ TMDB_API: "off" })).toBeNull();
    expect(of({ ...TMDB, TMDB_API: "open" })).toBe("open");
    expect(of({ UPSTREAM_BASE_URL, TMDB_API: "open" })).toBe("open");
    expect(() => of({ TMDB_API: "keyed" })).toThrow(/^CLIENT_KEYS must be/);
    expect(() => readConfig({ ASSETS, UPSTREAM_BASE_URL, TMDB_API: "open" })).toThrow(/^TMDB_API needs/);
    expect(() => of({ TMDB_API: "yes" })).toThrow("TMDB_API must be off or keyed or open.");
  });
});

describe("UPSTREAM_DIALECT", () => {
  test.each(["", "two words of a pass phrase", "a.token-of-two-parts"])(
    "rejects %j as a TMDB key",
    (UPSTREAM_API_KEY) => {
      expect(() => readTmdb({ UPSTREAM_API_KEY })).toThrow(/^UPSTREAM_API_KEY must be a v3 API key/);
    },
  );

  test("rejects an unknown dialect and ignores contract without a URL", () => {
    expect(() => readConfig({ ASSETS, UPSTREAM_DIALECT: "omdb" })).toThrow(
      "UPSTREAM_DIALECT must be contract or tmdb.",
    );
    expect(readConfig({ ASSETS, UPSTREAM_DIALECT: "contract" }).upstream).toBeNull();
  });

  test.each(["SEARCH_FRESHNESS", "CREDITS_FRESHNESS"])("limits %s to six months for TMDB", (name) => {
    for (const value of ["max-age=15552001", "max-age=1, stale-if-error=15552000"]) {
      expect(() => readTmdb({ [name]: value })).toThrow(
        new RegExp(`^${name} must end within 15552000 seconds`),
      );
      expect(() => readConfig({ ASSETS, [name]: value })).not.toThrow();
    }
    expect(() => readTmdb({ [name]: "max-age=3600, stale-if-error=15548400" })).not.toThrow();
  });
});
