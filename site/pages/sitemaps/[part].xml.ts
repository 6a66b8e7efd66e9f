/** A part of the sitemap. Part 0 has the fixed pages, and all others have titles or people. */
import type { APIRoute } from "astro";
import type { ListedTitle } from "../../../worker/contract/browse.ts";
import { parseInteger } from "../../../worker/contract/parameters.ts";
import { toSlug } from "../../../worker/contract/slug.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import { translatedInto } from "../../components/title/read-title.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../language/language.ts";
import { browsePage, DEVELOPERS, homeLink, personPath, titleLink } from "../../links.ts";
import { escapeXml, xmlResponse } from "../../xml.ts";

export const GET: APIRoute = async ({ locals, params }) => {
  const { services } = locals;
  const [, ofPeople, digits = ""] = /^(people-)?(.*)$/.exec(params.part ?? "") ?? [];
  const part = parseInteger(digits, ofPeople === undefined ? 0 : 1, 100_000);
  if (part === null) return services.problem();
  const { origin } = services;
  if (part === 0) {
    const lists = services.offers("browse") ? [entry(origin, browsePage)] : [];
    return urlset([entry(origin, homeLink), ...lists, `<url><loc>${origin}${DEVELOPERS}</loc></url>`]);
  }
  const links = await listLinks(services, part, ofPeople !== undefined);
  if (links instanceof Response) return links;
  if (links.length === 0) return services.problem();
  return urlset(links.map(({ link, languages }) => entry(origin, link, languages)));
};

type Link = (language: Language) => string;

interface Listed {
  readonly link: Link;
  /** The languages in which the page exists. Defaults to all languages. */
  readonly languages?: readonly Language[];
}

async function listLinks(
  services: SiteServices,
  part: number,
  ofPeople: boolean,
): Promise<readonly Listed[] | Response> {
  if (!services.offers("sitemap")) return [];
  const read = await services.read("sitemap", { of: ofPeople ? "people" : "titles", part });
  if (read.kind === "failed") return services.problem(read.problem);
  const list = read.kind === "found" ? read.value : null;
  switch (list?.of) {
    case "titles":
      return list.titles.map((title) => ({
        link: (language) => titleLink(language, inWords(title, language)),
        languages: translatedInto(Object.keys(title.translations)),
      }));
    case "people":
      return list.people.map(({ id, name }) => {
        // A person's slug is the same in all languages, so it is built once.
        const slug = toSlug({ title: name, year: "" });
        return { link: (language) => personPath(language, id, slug) };
      });
    default:
      return [];
  }
}

function inWords(title: ListedTitle, language: Language): ListedTitle {
  return { ...title, title: title.translations[language] ?? title.title };
}

/** Returns the sitemap entry of a page, with its URL in each language. */
function entry(origin: string, link: Link, languages: readonly Language[] = LANGUAGES): string {
  const address = (language: Language) => escapeXml(origin + link(language));
  const others = languages.map(
    (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address(language)}"/>`,
  );
  return `<url><loc>${address(DEFAULT_LANGUAGE)}</loc>${others.join("")}</url>`;
}

function urlset(entries: readonly string[]): Response {
  return xmlResponse(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join("\n")}\n</urlset>`,
  );
}
