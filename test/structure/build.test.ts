/** What a build is told, and what stops it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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

test("SITE_URL is the host that pages made at build time name", () => {
  checkout.build({ SITE_URL: `${SITE}/` });
  const developers = built("developers.html");
  expect(developers).toContain(`<link rel="canonical" href="${SITE}/developers">`);
  expect(developers).toContain(`<meta property="og:url" content="${SITE}/developers">`);
  expect(developers).toContain(`<meta property="og:image" content="${SITE}/card.png">`);
  const [, thing = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(developers) ?? [];
  expect(JSON.parse(thing)).toMatchObject({
    "@type": "WebSite",
    url: `${SITE}/`,
    potentialAction: { target: { urlTemplate: `${SITE}/search?q={search_term_string}` } },
  });
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
