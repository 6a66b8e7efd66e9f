/** The face of the share cards, from the files of the site. */
import latin from "@fontsource/league-gothic/files/league-gothic-latin-400-normal.woff?url";
import extended from "@fontsource/league-gothic/files/league-gothic-latin-ext-400-normal.woff?url";
import type { SiteServices } from "../../worker/routes/site-services.ts";
import { canSet, type Font, joinFonts, readFont } from "./font.ts";

/** The second file, for the rest of Latin, only where the first has not all letters of the text. */
export async function loadFont(services: SiteServices, text: string): Promise<Font> {
  const font = await fontAt(latin, services);
  return canSet(font, text.toUpperCase()) ? font : joinFonts([font, await fontAt(extended, services)]);
}

async function fontAt(path: string, services: SiteServices): Promise<Font> {
  const file = await services.file(path);
  return await readFont(await file.arrayBuffer());
}
