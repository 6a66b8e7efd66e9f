import { describe, expect, test } from "vitest";
import { titleCard } from "../../site/components/metadata/card.ts";
import {
  breadcrumbs,
  scriptText,
  siteThing,
  type Thing,
  titleThing,
} from "../../site/components/metadata/structured-data.ts";
import { readStarter } from "../../tools/catalog/starter/read.ts";
import type { TitleRecord } from "../../worker/contract/record.ts";

const SITE = { language: "fr", services: { origin: "https://example.org" } } as const;
const HOSTILE = `</script><script>alert(1)</script><!--\u2028"`;

describe("structured data", () => {
  test("escapes titles that would end the script element", () => {
    const text = scriptText({ name: HOSTILE });
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual({ name: HOSTILE });
  });

  test("includes a rating only with its number of votes", () => {
    const [first] = readStarter();
    if (first === undefined) throw new Error("The starter catalog is empty.");
    const described = { ...first, name: "M", url: "https://example.org/title", image: null };
    const rated = { ...described, record: { ...first.record, rating: 7.4 } };
    expect(titleThing({ ...rated, facts: { votes: 310 } })).toMatchObject({
      aggregateRating: { "@type": "AggregateRating", ratingValue: 7.4, ratingCount: 310, bestRating: 10 },
    });
    expect(titleThing({ ...rated, facts: {} })).not.toHaveProperty("aggregateRating");
    expect(titleThing({ ...described, facts: { votes: 310 } })).not.toHaveProperty("aggregateRating");
  });

  describe("for link previews", () => {
    const [first] = readStarter();
    if (first === undefined) throw new Error("The starter catalog is empty.");
    const record = { ...first.record, id: 7, title: "M", year: "1931", poster: "1931/05/m.jpg" };
    const services = (hasImages: boolean, canLoadTitles = true, width: number | null = null) => ({
      imageWidth: () => width,
      hasImage: (path: string | null): path is string => hasImages && path !== null,
      offers: () => canLoadTitles,
    });
    const show = (of: Partial<TitleRecord>, given: ReturnType<typeof services>, more = {}) =>
      titleCard({ language: "en", services: given }, { ...record, ...of }, more);

    test("uses a backdrop before a poster", () => {
      const facts = { backdrop: "1931/05/wide.jpg" };
      expect(show({}, services(true), { facts }).image).toBe("/images/720/1931/05/wide.jpg?title=7");
      expect(show({}, services(true))).toEqual({
        type: "video.movie",
        image: "/images/480/1931/05/m.jpg?title=7",
        alt: "M (1931)",
        isUpright: true,
      });
    });

    test("uses a still of a season before a backdrop", () => {
      const more = { facts: { backdrop: "1931/05/wide.jpg" }, season: 1, still: "1931/05/still.jpg" };
      expect(show({ type: "series" }, services(true), more).image).toBe(
        "/images/720/1931/05/still.jpg?title=7",
      );
    });

    test("states the size of posters and backdrops if the source sends a known width", () => {
      const facts = { backdrop: "1931/05/wide.jpg" };
      expect(show({}, services(true, true, 780), { facts }).size).toEqual({ width: 780, height: 439 });
      expect(show({}, services(true, true, 500)).size).toEqual({ width: 500, height: 750 });
    });

    test("uses a drawn card without images", () => {
      const card = { image: "/cards/title/7.png", alt: "M (1931)", size: { width: 1_200, height: 630 } };
      expect(show({}, services(false))).toMatchObject(card);
      expect(show({ poster: null }, services(true))).toMatchObject(card);
      expect(show({ type: "series" }, services(false), { season: 2 }).image).toBe("/cards/season/7-2.png");
    });

    test("uses the site's image if no card can be drawn", () => {
      const site = { image: "/card.png", alt: "Marquee" };
      expect(show({ title: "七人の侍", original_title: "七人の侍" }, services(false))).toMatchObject(site);
      expect(show({}, services(false, false))).toMatchObject(site);
    });
  });

  test("numbers breadcrumbs from one", () => {
    expect(breadcrumbs(SITE, [["M", "/fr/m"]]).itemListElement).toMatchObject([
      { position: 1, name: "Marquee", item: "https://example.org/fr" },
      { position: 2, name: "M", item: "https://example.org/fr/m" },
    ]);
  });
});

/** The properties that pages use, by schema.org type. Search engines require the ones in `required`. */
const TYPES: Readonly<Record<string, { readonly required: string[]; readonly optional: string[] }>> = {
  Movie: {
    required: ["name", "url"],
    optional: ["@id", "alternateName", "description", "datePublished", "genre", "countryOfOrigin"].concat([
      "duration",
      "image",
      "director",
      "author",
      "actor",
      "aggregateRating",
    ]),
  },
  TVSeries: {
    required: ["name", "url"],
    optional: ["@id", "alternateName", "description", "startDate", "genre", "countryOfOrigin"].concat([
      "image",
      "director",
      "creator",
      "actor",
      "aggregateRating",
    ]),
  },
  Person: { required: ["name"], optional: [] },
  Country: { required: ["name"], optional: [] },
  AggregateRating: { required: ["ratingValue", "ratingCount"], optional: ["bestRating"] },
  BreadcrumbList: { required: ["itemListElement"], optional: [] },
  ListItem: { required: ["position", "name", "item"], optional: [] },
  WebSite: { required: ["name", "url", "potentialAction"], optional: [] },
  SearchAction: { required: ["target", "query-input"], optional: [] },
  EntryPoint: { required: ["urlTemplate"], optional: [] },
};

/** Returns the faults in an object and in nested objects, each with its path. */
function findFaults(thing: object, path: string): string[] {
  const { "@context": _, "@type": type, ...properties }: Record<string, unknown> = { ...thing };
  const schema = TYPES[String(type)];
  if (schema === undefined) return [`${path} is of the unknown type ${type}`];
  const names = Object.keys(properties);
  const missing = schema.required.filter((name) => !names.includes(name));
  const foreign = names.filter((name) => ![...schema.required, ...schema.optional].includes(name));
  const within = Object.entries(properties).flatMap(([name, value]) =>
    [value].flat().flatMap((item) => {
      if (typeof item === "object" && item !== null) return findFaults(item, `${path}.${name}`);
      if (item === "" || item === undefined || item === null) return [`${path}.${name} is empty`];
      const isAddress = ["@id", "url", "image", "item", "urlTemplate"].includes(name);
      return isAddress && !URL.canParse(String(item)) ? [`${path}.${name} is no absolute address`] : [];
    }),
  );
  return [
    ...missing.map((name) => `${path} lacks ${name}`),
    ...foreign.map((name) => `${path} has no property ${name}`),
    ...within,
  ];
}

describe("JSON-LD", () => {
  const url = "https://example.org/title";

  test("is valid for every title of the starter catalog", () => {
    for (const { record, credits } of readStarter()) {
      const thing = titleThing({
        record,
        name: record.title,
        credits,
        url,
        image: `${url}.png`,
        facts: {},
      });
      const type = record.type === "series" ? "TVSeries" : "Movie";
      expect(thing).toMatchObject({ "@context": "https://schema.org", "@type": type, name: record.title });
      expect(findFaults(thing, record.title)).toEqual([]);
    }
  });

  test.each<[string, Thing]>([
    ["the site", siteThing("https://example.org/", "https://example.org/search")],
    ["breadcrumbs", breadcrumbs(SITE, [["M", "/fr/m"]])],
  ])("is valid for %s", (name, thing) => {
    expect(findFaults(thing, name)).toEqual([]);
  });

  test("is rejected by this test's validator if it is invalid", () => {
    expect(
      findFaults({ "@type": "Movie", name: "", runtime: 96, actor: { "@type": "Person" } }, "M"),
    ).toEqual(["M lacks url", "M has no property runtime", "M.name is empty", "M.actor lacks name"]);
  });
});
