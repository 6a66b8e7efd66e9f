/**
 * Fills /developers, a file of the build, for this deployment: its examples get the best-known title and people of the
 * source that answers, so that the first request works on any catalog; it says which operations the source does not
 * support, and how a key is sent if one is required. If the source fails, the examples of the build stay.
 */
import { entityTag } from "../cache/stored-response.ts";
import { isDirector } from "../contract/credits.ts";
import { NO_FILTER } from "../contract/filter.ts";
import { LONGEST_TEXT } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { foundValue, readAnswer } from "../resources/cached-origin.ts";
import type { Services } from "../services.ts";
import { ADDRESSES, type Address } from "./addresses.ts";

/** How a value is written: as it is, in a URL, or within a string of JavaScript or Python. */
export type ValueForm = "text" | "url" | "json";

interface FilledReference {
  /** Identifies what was filled in. */
  readonly digest: string;
  fill(page: Response): Response;
}

/** By operation and parameter: `people.q`. */
type Values = Readonly<Record<string, string>>;

export async function filledReference(services: Services, year: number): Promise<FilledReference> {
  const values = await exampleValues(services, year);
  const unavailable = Object.values<Address>(ADDRESSES)
    .flatMap(({ operations = [] }) => operations)
    .filter(({ capability }) => !services.offers(capability))
    .map(({ name }) => name);
  const access = services.config.access.mode;
  const known = JSON.stringify([values, unavailable, access]);
  const digest = (await entityTag(new TextEncoder().encode(known))).slice(1, 9);
  return { digest, fill };

  function fill(page: Response): Response {
    return new HTMLRewriter()
      .on("[data-value]", { element: (element) => fillValue(element, values) })
      .on("form[data-operation]", { element: (form) => fillAction(form, values) })
      .on("[data-unavailable]", {
        element: (element) =>
          keep(element, unavailable.includes(element.getAttribute("data-unavailable") ?? "")),
      })
      .on("[data-access]", {
        element: (element) => keep(element, element.getAttribute("data-access") === access),
      })
      .transform(page);
  }
}

/** The build hides it. */
function keep(element: Element, isKept: boolean): void {
  if (isKept) element.removeAttribute("hidden");
  else element.remove();
}

function fillValue(element: Element, values: Values): void {
  const value = values[element.getAttribute("data-value") ?? ""];
  if (value === undefined) return;
  if (element.tagName === "input") element.setAttribute("value", value);
  else element.setInnerContent(written(value, element.getAttribute("data-form")));
}

/** Where the form leads without JavaScript. */
function fillAction(form: Element, values: Values): void {
  const template = form.getAttribute("data-template") ?? "";
  const operation = form.getAttribute("data-operation");
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0 || names.some((name) => !(`${operation}.${name}` in values))) return;
  const action = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[`${operation}.${name}`] ?? ""),
  );
  form.setAttribute("action", action);
}

function written(value: string, form: string | null): string {
  if (form === "url")
    return new URLSearchParams({ value })
      .toString()
      .slice("value=".length)
      .replaceAll("%2C", ",")
      .replaceAll("%2F", "/");
  return form === "json" ? JSON.stringify(value).slice(1, -1) : value;
}

const LANG = "en";

async function exampleValues({ ask, offers }: Services, year: number): Promise<Values> {
  const [title, other = title] = await knownTitles();
  if (title === undefined || other === undefined) return {};
  const query = { category: "credits", id: title.id, lang: LANG } as const;
  const credits = foundValue(readAnswer("credits", await ask("credits", query)));
  const [lead] = credits?.cast ?? [];
  const [director = lead] = credits?.director.filter(isDirector) ?? [];
  const partner = [...(credits?.cast ?? []), ...(credits?.writer ?? [])].find(
    ({ id }) => id !== director?.id,
  );
  return {
    ...valuesOfTitle(title, other),
    ...(director && { "people.q": director.name.slice(0, LONGEST_TEXT), "person.id": String(director.id) }),
    ...(director && partner && { "shared.ids": `${director.id},${partner.id}` }),
  };

  async function knownTitles(): Promise<readonly TitleRecord[]> {
    if (offers("shelves")) {
      const shelves = foundValue(readAnswer("shelves", await ask("shelves", { lang: LANG, year })));
      return shelves?.popular ?? [];
    }
    const search = { category: "search", text: "godzilla", filter: NO_FILTER, lang: LANG } as const;
    const found = await ask("search", { ...search, paging: null, includeAdult: false });
    return foundValue(readAnswer("search", found)) ?? [];
  }
}

function valuesOfTitle({ id, title, year, poster }: TitleRecord, other: TitleRecord): Values {
  const text = title.slice(0, LONGEST_TEXT);
  const beginning = text.slice(0, Math.max(3, Math.ceil(text.length * 0.6))).trimEnd();
  const words = [...(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []), ...(year === "" ? [] : [year])];
  return {
    "search.q": text,
    "search.f": year,
    "credits.id": String(id),
    "title.id": String(id),
    "titles.ids": id === other.id ? String(id) : `${id},${other.id}`,
    "suggest.q": beginning,
    ...(poster !== null && { "image.path": poster }),
    "match.name": `${words.join(".")}.1080p.mkv`,
  };
}
