/**
 * Suggestions in the format of OpenSearch, for browsers and the search box: the text, names, descriptions, addresses. After
 * them, for the box, the addresses of pictures; "" for none.
 */
import type { APIRoute } from "astro";
import type { SearchSuggestion } from "../../../worker/contract/people.ts";
import { parseSuggest } from "../../../worker/contract/people-query.ts";
import { tradeName } from "../../components/credits/groups.ts";
import { yearAndKind } from "../../components/title/names.ts";
import type { Dictionary } from "../../language/en.ts";
import type { Language } from "../../language/language.ts";
import { imageLink, personLink, titleLink } from "../../links.ts";

export const GET: APIRoute = async ({ locals }) => {
  const { language, words, services } = locals;
  const text = services.url.searchParams.get("q") ?? "";
  try {
    const query = parseSuggest(new URLSearchParams({ q: text, lang: language }));
    const read = await services.read("autocomplete", query);
    if (read.kind === "failed") return services.problem(read.problem);
    const found = read.kind === "found" ? read.value : [];
    const body = JSON.stringify([
      text,
      found.map(({ name }) => name),
      found.map((suggestion) => noteOn(words, suggestion)),
      found.map((suggestion) => services.origin + linkOf(language, suggestion)),
      found.map((suggestion) => (services.hasImages ? pictureOf(suggestion) : "")),
    ]);
    return new Response(body, {
      headers: {
        "Content-Type": "application/x-suggestions+json; charset=utf-8",
        // The addresses hold the host, so no shared cache may store it.
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

function pictureOf({ kind, id, image }: SearchSuggestion): string {
  if (image === undefined) return "";
  return imageLink(120, image, kind === "person" ? { person: id } : { title: id });
}

function linkOf(language: Language, { kind, id, name, year = "" }: SearchSuggestion): string {
  return kind === "person"
    ? personLink(language, { id, name })
    : titleLink(language, { id, title: name, year });
}
