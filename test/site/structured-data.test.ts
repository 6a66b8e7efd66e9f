/** JSON-LD that stays JSON and stays in its element. */
import { expect, test } from "vitest";
import { breadcrumbs, scriptText, titleThing } from "../../site/components/metadata/structured-data.ts";
import { readStarter } from "../../tools/catalog/starter/read.ts";

const HOSTILE = `</script><script>alert(1)</script><!--\u2028"`;

test("whatever a title is called, nothing in the text can end the element", () => {
  const text = scriptText({ name: HOSTILE });
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual({ name: HOSTILE });
});

test("every title of the starter catalog is described, without anything empty", () => {
  for (const { record, credits } of readStarter()) {
    const thing = titleThing({ record, credits, url: "https://example.org/title", image: null });
    expect(thing).toMatchObject({
      "@type": record.type === "series" ? "TVSeries" : "Movie",
      name: record.title,
    });
    expect(Object.values(thing)).not.toContain(undefined);
    expect(Object.values(thing)).not.toContain("");
  }
});

test("breadcrumbs count from one", () => {
  const { itemListElement } = breadcrumbs([
    ["Marquee", "https://example.org/"],
    ["M", "https://example.org/m"],
  ]);
  expect(itemListElement).toMatchObject([
    { position: 1, name: "Marquee" },
    { position: 2, name: "M" },
  ]);
});
