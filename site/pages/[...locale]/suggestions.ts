/** Suggestions in the format of OpenSearch, for browsers and the search box: the text, names, descriptions, addresses. */
import type { APIRoute } from "astro";
import { bodyText } from "../../../worker/cache/stored-response.ts";
import { parseJson } from "../../../worker/contract/json.ts";
import { type SearchSuggestion, SuggestAnswer } from "../../../worker/contract/people.ts";
import { parseSuggest } from "../../../worker/contract/people-query.ts";
import { yearAndKind } from "../../components/title/names.ts";
import type { Language } from "../../language/language.ts";
import { personLink, titleLink } from "../../links.ts";

export const GET: APIRoute = async ({ locals }) => {
  const { language, words, cfContext } = locals;
  const { services } = cfContext;
  const text = services.url.searchParams.get("q") ?? "";
  try {
    const answer = await services.suggest(parseSuggest(new URLSearchParams({ q: text, lang: language })));
    if (answer.kind === "failed") return services.problem(answer.problem);
    const found = parseJson(SuggestAnswer, bodyText(answer)) ?? [];
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
