/** Allows crawlers to read everything except the API, which has the same data as the pages. */
import type { APIRoute } from "astro";

export const GET: APIRoute = ({ locals }) => {
  const { origin } = locals.services;
  const lines = ["User-agent: *", "Disallow: /v1/", "Allow: /", "", `Sitemap: ${origin}/sitemap.xml`, ""];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
};
