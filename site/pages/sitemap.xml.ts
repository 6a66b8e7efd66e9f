/** The index of the sitemap: a part for the pages that are always there, one for each part of the catalog. */
import type { APIRoute } from "astro";
import { sitemapPart } from "../links.ts";
import { escapeXml, xmlResponse } from "../sitemap/xml.ts";

export const GET: APIRoute = async ({ locals }) => {
  const { visit } = locals.cfContext;
  const titleParts = (await visit.services().listing?.parts()) ?? 0;
  const parts = Array.from({ length: titleParts + 1 }, (_, part) => part);
  const entries = parts.map(
    (part) => `<sitemap><loc>${escapeXml(visit.site.origin + sitemapPart(part))}</loc></sitemap>`,
  );
  return xmlResponse(
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</sitemapindex>`,
  );
};
