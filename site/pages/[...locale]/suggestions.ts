/** Suggestions in the format of OpenSearch, for browsers and the search box: the text, names, descriptions, addresses. */
import type { APIRoute } from "astro";
import type { SearchSuggestion } from "../../../worker/contract/people.ts";
import { parseSuggest } from "../../../worker/contract/people-query.ts";
import { yearAndKind } from "../../components/title/names.ts";
import type { Language } from "../../language/language.ts";
import { personLink, titleLink } from "../../links.ts";

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
      found.map(({ kind, year = "", type = "" }) =>
        kind === "person" ? words.kinds.person : yearAndKind(words, { year, type }),
      ),
      found.map((suggestion) => services.origin + linkOf(language, suggestion)),
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

function linkOf(language: Language, { kind, id, name, year = "" }: SearchSuggestion): string {
  return kind === "person"
    ? personLink(language, { id, name })
    : titleLink(language, { id, title: name, year });
}
