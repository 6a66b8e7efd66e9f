/** The picture of a title for those who share a link to it. How it is counted and kept: `worker/routes/stored-page.ts`. */
import type { APIRoute } from "astro";
import { parseId } from "../../../../../worker/contract/query.ts";
import { pageRecord } from "../../../../components/title/page-texts.ts";
import { languageOf } from "../../../../language/language.ts";
import { shareLink } from "../../../../links.ts";
import { loadFont } from "../../../../share/load-font.ts";
import { pngResponse } from "../../../../share/png.ts";
import { drawShareCard } from "../../../../share/share-card.ts";

export const GET: APIRoute = async ({ locals, params, redirect }) => {
  const { services } = locals.cfContext;
  const lang = languageOf(params.locale);
  const id = parseId(params.id ?? "");
  if (lang === null || id === null) return services.problem();
  const found = await services.title({ id, slug: params.slug ?? "", lang });
  if (found === null) return services.problem();
  const record = pageRecord(found);
  const link = shareLink(lang, record);
  if (services.url.pathname !== link) return redirect(link, 308);
  return await pngResponse(drawShareCard(record, await loadFont(services, record.title)));
};
