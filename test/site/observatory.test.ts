/**
 * The score that MDN's HTTP Observatory gives, by the rules of its version 1.4.8 (github.com/mdn/mdn-http-observatory,
 * `src/grader/charts.js`), over the real headers of every page. Its redirection test is about plain HTTP, which the
 * platform redirects before the Worker runs: taken as passed.
 */
import { describe, expect, inject, test } from "vitest";
import { DEFAULT_STRICT_TRANSPORT } from "../../worker/config.ts";
import { TESTED_PAGES } from "./pages.ts";

const target = inject("target");

/** An A+ begins at 100; this is the most that can be had without cookies, preloading and foreign scripts. */
const WANTED = 130;
const SIX_MONTHS = 15_552_000;

interface Seen {
  readonly headers: Headers;
  readonly page: string;
  /** Of the answer to a preflight from another origin. */
  readonly preflight: Headers;
}

/** Points of each of its tests. */
function points({ headers, page, preflight }: Seen): Readonly<Record<string, number>> {
  const policy = directives(headers.get("Content-Security-Policy") ?? "");
  return {
    "content-security-policy": policyPoints(policy),
    cookies: headers.has("Set-Cookie") ? -20 : 0,
    "cross-origin-resource-sharing": preflight.has("Access-Control-Allow-Credentials") ? -50 : 0,
    "referrer-policy": referrerPoints(headers.get("Referrer-Policy")),
    "strict-transport-security": transportPoints(headers.get("Strict-Transport-Security")),
    "subresource-integrity": /<script[^>]* src="(?!\/(?!\/))/.test(page) ? -5 : 0,
    "x-content-type-options": headers.get("X-Content-Type-Options") === "nosniff" ? 0 : -5,
    "x-frame-options": policy.has("frame-ancestors") ? 5 : headers.has("X-Frame-Options") ? 0 : -20,
    "cross-origin-resource-policy": resourcePoints(headers.get("Cross-Origin-Resource-Policy")),
  };
}

/** Bonuses count only from 90 on. */
function score(seen: Seen): number {
  const all = Object.values(points(seen));
  const sum = (some: readonly number[]) => some.reduce((total, value) => total + value, 100);
  const penalised = sum(all.filter((value) => value < 0));
  return penalised < 90 ? Math.max(penalised, 0) : sum(all);
}

function directives(policy: string): ReadonlyMap<string, readonly string[]> {
  const found = policy.split(";").map((directive) => directive.trim().split(/\s+/));
  return new Map(
    found.filter(([name]) => name !== "").map(([name = "", ...sources]) => [name.toLowerCase(), sources]),
  );
}

function policyPoints(policy: ReadonlyMap<string, readonly string[]>): number {
  if (policy.size === 0) return -25;
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const active = [...sourcesOf("script-src"), ...sourcesOf("object-src"), ...sourcesOf("style-src")];
  if (active.some((source) => /^(?:'unsafe-.*'|data:|https?:|\*)$/.test(source))) return -20;
  if ([...policy.values()].flat().some((source) => source.startsWith("http:"))) return -20;
  const only = (name: string, sources: readonly string[]) =>
    policy.get(name)?.every((source) => sources.includes(source)) ?? false;
  const isClosed = only("default-src", ["'none'"]) && only("form-action", ["'none'", "'self'"]);
  return isClosed && only("base-uri", ["'none'", "'self'"]) ? 10 : 5;
}

function referrerPoints(policy: string | null): number {
  if (policy === null) return 0;
  return /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/.test(policy) ? 5 : -5;
}

function transportPoints(policy: string | null): number {
  if (policy === null) return -20;
  return Number(/max-age=(\d+)/.exec(policy)?.[1] ?? 0) < SIX_MONTHS ? -10 : 0;
}

function resourcePoints(policy: string | null): number {
  return policy === "same-origin" || policy === "same-site" ? 10 : 0;
}

async function see(path: string): Promise<Seen> {
  const [answer, preflight] = await Promise.all([
    fetch(`${target}${path}`),
    fetch(`${target}${path}`, {
      method: "OPTIONS",
      headers: { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "GET" },
    }),
  ]);
  const headers = new Headers(answer.headers);
  // Said over HTTPS only, which nothing here speaks (test/http/front.test.ts).
  headers.set("Strict-Transport-Security", DEFAULT_STRICT_TRANSPORT);
  return { headers, page: await answer.text(), preflight: preflight.headers };
}

describe.each(TESTED_PAGES)("$name", ({ path }) => {
  test(`scores ${WANTED} or more at the Observatory`, async () => {
    const seen = await see(path);
    expect(score(seen), JSON.stringify(points(seen))).toBeGreaterThanOrEqual(WANTED);
  });
});

test.each([
  ["Content-Security-Policy", ""],
  ["Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'"],
  ["Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"],
  ["Referrer-Policy", "unsafe-url"],
  ["Strict-Transport-Security", "max-age=60"],
  ["X-Content-Type-Options", ""],
  ["Cross-Origin-Resource-Policy", "cross-origin"],
  ["Set-Cookie", "a=b"],
])("would not with %s: %s", async (name, value) => {
  const seen = await see("/");
  const headers = new Headers(seen.headers);
  headers.set(name, value);
  expect(score({ ...seen, headers })).toBeLessThan(WANTED);
});
