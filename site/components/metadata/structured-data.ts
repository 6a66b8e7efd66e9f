/**
 * What a page is about, for machines: JSON-LD in the words of schema.org. What is not known is
 * left out; a rating is never told, since nobody tells us how many gave it.
 */
import type { Credits } from "../../../worker/contract/credits.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import { runtimeDuration } from "../../language/formats.ts";
import type { Person } from "../credits/people.ts";
import { mergePeople } from "../credits/people.ts";
import { namesOf } from "../title/names.ts";
import { originalName } from "../title/title-name.ts";

export type Thing = Readonly<Record<string, unknown>>;

const CAST_TOLD = 12;

interface Described {
  readonly record: TitleRecord;
  /** What the page calls it. */
  readonly name: string;
  readonly credits: Credits | null;
  /** Absolute. */
  readonly url: string;
  readonly image: string | null;
}

export function titleThing({ record, name, credits, url, image }: Described): Thing {
  const series = record.type === "series";
  return known({
    "@context": "https://schema.org",
    "@type": series ? "TVSeries" : "Movie",
    "@id": url,
    url,
    name,
    alternateName: originalName(record) ?? undefined,
    description: record.plot || undefined,
    [series ? "startDate" : "datePublished"]: record.year || undefined,
    genre: listOrNothing(namesOf(record.genres)),
    countryOfOrigin: listOrNothing(namesOf(record.countries).map((name) => ({ "@type": "Country", name }))),
    // schema.org has no duration for a series as a whole.
    duration: series ? undefined : (runtimeDuration(record.runtime) ?? undefined),
    image: image ?? undefined,
    director: people(credits?.director),
    [series ? "creator" : "author"]: people(credits?.writer),
    actor: people(credits?.cast),
  });
}

/** The way to a page, from the first page on: names and absolute addresses. */
export function breadcrumbs(steps: readonly (readonly [name: string, url: string])[]): Thing {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, item], at) => ({ "@type": "ListItem", position: at + 1, name, item })),
  };
}

/** The site, and how to search it. */
export function siteThing(url: string, search: string): Thing {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: "Marquee",
    url,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${search}?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}

/** JSON that cannot end the element it stands in, whatever an upstream wrote into it. */
export function scriptText(thing: Thing): string {
  return JSON.stringify(thing).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function people(entries: Credits["cast"] | Credits["writer"] | undefined): Thing[] | undefined {
  const told = mergePeople(entries ?? []).slice(0, CAST_TOLD);
  return listOrNothing(told.map(({ name }: Person) => ({ "@type": "Person", name })));
}

function listOrNothing<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function known(thing: Record<string, unknown>): Thing {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== undefined));
}
