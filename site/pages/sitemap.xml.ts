/** The index of the sitemap: a part for the pages that are always there, one for each part of the catalog. */
import type { APIRoute } from "astro";
import { emptyProblem } from "../components/problem/answer-problem.ts";
import { sitemapPart } from "../links.ts";
import { escapeXml, xmlResponse } from "../sitemap/xml.ts";

export const GET: APIRoute = async ({ locals }) => {
  const { services } = locals.cfContext;
  const titleParts = await services.listing.parts().catch(emptyProblem);
  if (titleParts instanceof Response) return titleParts;
  const parts = Array.from({ length: titleParts + 1 }, (_, part) => part);
  const entries = parts.map(
    (part) => `<sitemap><loc>${escapeXml(services.origin + sitemapPart(part))}</loc></sitemap>`,
  );
  return xmlResponse(
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</sitemapindex>`,
  );
};
