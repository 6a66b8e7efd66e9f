/** The picture of a title for those who share a link to it. How it is counted and kept: `worker/routes/share-card.ts`. */
import latin from "@fontsource/league-gothic/files/league-gothic-latin-400-normal.woff?url";
import extended from "@fontsource/league-gothic/files/league-gothic-latin-ext-400-normal.woff?url";
import type { APIRoute } from "astro";
import { parseId } from "../../../../../worker/contract/query.ts";
import type { Visit } from "../../../../../worker/routes/visit.ts";
import { pageRecord } from "../../../../components/title/page-texts.ts";
import { languageOf } from "../../../../language/language.ts";
import { shareLink } from "../../../../links.ts";
import { canSet, type Font, joinFonts, readFont } from "../../../../share/font.ts";
import { encodePng } from "../../../../share/png.ts";
import { drawShareCard } from "../../../../share/share-card.ts";

export const GET: APIRoute = async ({ locals, params, redirect }) => {
  const { visit } = locals.cfContext;
  const lang = languageOf(params.locale);
  const id = parseId(params.id ?? "");
  if (lang === null || id === null) return new Response(null, { status: 404 });
  const found = await visit.services().lookupTitle({ id, slug: params.slug ?? "", lang });
  if (found === null) return new Response(null, { status: 404 });
  const record = pageRecord(found);
  const link = shareLink(lang, record);
  if (visit.url.pathname !== link) return redirect(link, 308);
  const picture = await encodePng(drawShareCard(record, await loadFont(visit, record.title)));
  return new Response(picture, {
    headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=60" },
  });
};

/** The face that has the letters; the second file, for the rest of Latin, only where the first has not all of them. */
async function loadFont(visit: Visit, text: string): Promise<Font> {
  const font = await fontAt(latin, visit);
  return canSet(font, text.toUpperCase()) ? font : joinFonts([font, await fontAt(extended, visit)]);
}

async function fontAt(path: string, visit: Visit): Promise<Font> {
  const file = await visit.env.ASSETS.fetch(new URL(path, visit.url));
  return await readFont(await file.arrayBuffer());
}
