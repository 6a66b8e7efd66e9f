/** The sitemap index. It lists a part with the fixed pages, and parts with titles and people. */
import type { APIRoute } from "astro";
import { sitemapPart } from "../links.ts";
import { escapeXml, xmlResponse } from "../xml.ts";

export const GET: APIRoute = async ({ locals }) => {
  const { services } = locals;
  const read = services.offers("sitemap") ? await services.read("sitemap", { of: "parts" }) : null;
  if (read?.kind === "failed") return services.problem(read.problem);
  const parts = read?.kind === "found" && read.value.of === "parts" ? read.value : { titles: 0, people: 0 };
  const paths = [
    ...Array.from({ length: parts.titles + 1 }, (_, part) => sitemapPart(part)),
    ...Array.from({ length: parts.people }, (_, part) => sitemapPart(part + 1, "people")),
  ];
  const entries = paths.map((path) => `<sitemap><loc>${escapeXml(services.origin + path)}</loc></sitemap>`);
  return xmlResponse(
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</sitemapindex>`,
  );
};
