/** The picture of a title for those who share links: drawn when first asked for, kept at the edge for a month. */
import latin from "@fontsource/league-gothic/files/league-gothic-latin-400-normal.woff?url";
import extended from "@fontsource/league-gothic/files/league-gothic-latin-ext-400-normal.woff?url";
import type { APIRoute } from "astro";
import { parseId } from "../../../../../worker/contract/query.ts";
import type { Visit } from "../../../../../worker/routes/visit.ts";
import { languageOf } from "../../../../language/language.ts";
import { type Font, joinFonts, readFont } from "../../../../share/font.ts";
import { encodePng } from "../../../../share/png.ts";
import { drawShareCard } from "../../../../share/share-card.ts";

/** Seconds. The picture follows from the title's record, which hardly changes. */
const LIFETIME = 2_592_000;

export const GET: APIRoute = async ({ locals, params }) => {
  const { visit } = locals.cfContext;
  const lang = languageOf(params.locale);
  const id = parseId(params.id ?? "");
  if (lang === null || id === null) return new Response(null, { status: 404 });
  const key = `https://edge.marquee.invalid/share${encodeURI(visit.url.pathname)}`;
  const cache = await caches.open("share");
  const stored = await cache.match(key).catch(() => undefined);
  if (stored !== undefined) return stored;

  const record = await visit.services().lookupTitle({ id, slug: params.slug ?? "", lang });
  if (record === null) return new Response(null, { status: 404 });
  const picture = await encodePng(drawShareCard(record, await loadFont(visit)));
  const response = new Response(picture, {
    headers: { "Content-Type": "image/png", "Cache-Control": `public, max-age=${LIFETIME}` },
  });
  visit.context.waitUntil(cache.put(key, response.clone()).catch(() => undefined));
  return response;
};

async function loadFont(visit: Visit): Promise<Font> {
  const files = [latin, extended].map(async (path) => {
    const response = await visit.env.ASSETS.fetch(new URL(path, visit.url));
    return readFont(await response.arrayBuffer());
  });
  return joinFonts(await Promise.all(files));
}
