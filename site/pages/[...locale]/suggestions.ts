/**
 * Suggestions in the OpenSearch format, for browsers and the search box. The response is an array of the query, the
 * names, the descriptions and the URLs, followed by pictures that only the search box uses.
 */
import type { APIRoute } from "astro";
import { readQuery } from "../../../worker/contract/parameters.ts";
import type { SearchSuggestion } from "../../../worker/contract/people.ts";
import { SUGGEST } from "../../../worker/contract/query.ts";
import { tradeName } from "../../components/credits/groups.ts";
import motifs from "../../components/pictures/motifs.svg?url";
import { designPoster, placeMotif } from "../../components/pictures/poster-design.ts";
import { yearAndKind } from "../../components/title/names.ts";
import type { Dictionary } from "../../language/en.ts";
import { getInitials } from "../../language/formats.ts";
import type { Language } from "../../language/language.ts";
import { imageLink, personLink, titleLink } from "../../links.ts";
import type { SuggestedPicture } from "../../scripts/suggest.ts";

export const GET: APIRoute = async ({ locals }) => {
  const { language, words, services } = locals;
  const text = services.url.searchParams.get("q") ?? "";
  try {
    const query = readQuery(SUGGEST, new URLSearchParams({ q: text, lang: language }));
    const read = await services.read("autocomplete", query);
    if (read.kind === "failed") return services.problem(read.problem);
    const found = read.kind === "found" ? read.value : [];
    const body = JSON.stringify([
      text,
      found.map(({ name }) => name),
      found.map((suggestion) => noteOn(words, suggestion)),
      found.map((suggestion) => services.origin + buildLink(language, suggestion)),
      found.map((suggestion) => toPicture(suggestion, services.hasImages)),
    ]);
    return new Response(body, {
      headers: {
        "Content-Type": "application/x-suggestions+json; charset=utf-8",
        // The URLs contain the host, so the response must not be stored in a shared cache.
        "Cache-Control": "private, max-age=60",
      },
    });
  } catch (thrown) {
    return services.problem(thrown);
  }
};

function noteOn(words: Dictionary, { kind, year = "", type = "", ...more }: SearchSuggestion): string {
  const { other_title: other, department, known_for: known } = more;
  const trade = department === undefined ? words.kinds.person : tradeName(words, department);
  const facts = kind === "person" ? [trade, known] : [other, yearAndKind(words, { year, type })];
  return facts.filter(Boolean).join(" · ");
}

/** Returns the picture for a suggestion: an image URL, a person's initials, or the design of a drawn poster. */
function toPicture(suggestion: SearchSuggestion, hasImages: boolean): SuggestedPicture {
  const { kind, id, image, name, original_title = name, year = "" } = suggestion;
  if (hasImages && image !== undefined)
    return { image: imageLink(120, image, kind === "person" ? { person: id } : { title: id }) };
  if (kind === "person") return { initials: getInitials(name) };
  const { palette, motif, isMirrored } = designPoster({ title: name, original_title, year });
  return { ...palette, motif: `${motifs}#${motif}`, transform: placeMotif(isMirrored, null) };
}

function buildLink(language: Language, { kind, id, name, year = "" }: SearchSuggestion): string {
  return kind === "person"
    ? personLink(language, { id, name })
    : titleLink(language, { id, title: name, year });
}
