/** The picture of a title for those who share a link to it. How it is counted and kept: `worker/routes/stored-page.ts`. */
import latin from "@fontsource/league-gothic/files/league-gothic-latin-400-normal.woff?url";
import extended from "@fontsource/league-gothic/files/league-gothic-latin-ext-400-normal.woff?url";
import type { APIRoute } from "astro";
import { parseId } from "../../../../../worker/contract/query.ts";
import type { SiteServices } from "../../../../../worker/routes/site-services.ts";
import { pageRecord } from "../../../../components/title/page-texts.ts";
import { languageOf } from "../../../../language/language.ts";
import { shareLink } from "../../../../links.ts";
import { canSet, type Font, joinFonts, readFont } from "../../../../share/font.ts";
import { encodePng } from "../../../../share/png.ts";
import { drawShareCard } from "../../../../share/share-card.ts";

export const GET: APIRoute = async ({ locals, params, redirect }) => {
  const { services } = locals.cfContext;
  const lang = languageOf(params.locale);
  const id = parseId(params.id ?? "");
  if (lang === null || id === null) return new Response(null, { status: 404 });
  const found = await services.title({ id, slug: params.slug ?? "", lang });
  if (found === null) return new Response(null, { status: 404 });
  const record = pageRecord(found);
  const link = shareLink(lang, record);
  if (services.url.pathname !== link) return redirect(link, 308);
  const picture = await encodePng(drawShareCard(record, await loadFont(services, record.title)));
  return new Response(picture, {
    headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=60" },
  });
};

/** The face that has the letters; the second file, for the rest of Latin, only where the first has not all of them. */
async function loadFont(services: SiteServices, text: string): Promise<Font> {
  const font = await fontAt(latin, services);
  return canSet(font, text.toUpperCase()) ? font : joinFonts([font, await fontAt(extended, services)]);
}

async function fontAt(path: string, services: SiteServices): Promise<Font> {
  const file = await services.file(path);
  return await readFont(await file.arrayBuffer());
}
