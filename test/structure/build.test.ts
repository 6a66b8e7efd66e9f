/** What a build is told, and what stops it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUILT_HOST } from "../../worker/routes/addresses.ts";
import { type Checkout, copyCheckout } from "./checkout.ts";

const SITE = "https://films.example";

let checkout: Checkout;

beforeAll(() => {
  checkout = copyCheckout();
});
afterAll(() => checkout.remove());

function built(page: string): string {
  return readFileSync(join(checkout.folder, "dist/client", page), "utf8");
}

test("pages made at build time name no host, whatever SITE_URL says", () => {
  checkout.build({ SITE_URL: `${SITE}/` });
  const developers = built("developers.html");
  expect(developers).toContain(`<link rel="canonical" href="${BUILT_HOST}/developers">`);
  expect(developers).not.toContain(SITE);
});

test("a language that lacks a string, or has an empty one, stops the build, which names both", () => {
  const french = join(checkout.folder, "site/language/fr.ts");
  const whole = readFileSync(french, "utf8");
  const holed = whole.replace(/^ {4}hint: .*\n/m, "").replace(/^( {2}skip: )".*"/m, '$1""');
  writeFileSync(french, holed);
  expect(() => checkout.build({})).toThrow(/fr: skip\s+fr: search\.hint/);
});

test("asks no other machine for anything", () => {
  expect(checkout.outbound()).toEqual([]);
});
