/**
 * Suggestions in the OpenSearch format, for browsers and the search box. The response is an array of the query, the
 * names, the descriptions and the URLs, followed by pictures that only the search box uses. With `rows=found`, a search
 * for the text comes last. With `rows=meant`, the response is what the text means as a query.
 */
import type { APIRoute } from "astro";
import { readQuery } from "../../../worker/contract/parameters.ts";
import type { SearchSuggestion } from "../../../worker/contract/people.ts";
import { Problem } from "../../../worker/contract/problem.ts";
import { SUGGEST, type SuggestQuery } from "../../../worker/contract/query.ts";
import { tradeName } from "../../components/credits/groups.ts";
import motifs from "../../components/pictures/motifs.svg?url";
import { designPoster, placeMotif } from "../../components/pictures/poster-design.ts";
import { readMeaning } from "../../components/search/meaning.ts";
import { MAX_REASON, yearAndKind } from "../../components/title/names.ts";
import type { Dictionary } from "../../language/en.ts";
import { getInitials, shorten } from "../../language/formats.ts";
import type { Language } from "../../language/language.ts";
import { imageLink, personLink, searchLink, titleLink } from "../../links.ts";
import type { SuggestedPicture } from "../../scripts/suggest.ts";

interface Row {
  readonly name: string;
  readonly note: string;
  readonly link: string;
  readonly picture: SuggestedPicture;
}

/** The minimum number of letters for a last row that searches for the typed text. */
const MIN_LETTERS = 3;

function toSearchRow(language: Language, text: string, row: Pick<Row, "name" | "note">): Row {
  return { ...row, link: searchLink(language, { text }), picture: { initials: "" } };
}

async function listSuggestions(
  { language, words, services }: App.Locals,
  query: SuggestQuery,
): Promise<Row[] | Problem> {
  const read = await services.read("autocomplete", query);
  if (read.kind === "failed") return read.problem;
  const found = read.kind === "found" ? read.value : [];
  return found.map((suggestion) => ({
    name: suggestion.name,
    note: noteOn(words, suggestion),
    link: buildLink(language, suggestion),
    picture: toPicture(suggestion, services),
  }));
}

async function listMeaning({ language, services }: App.Locals, text: string): Promise<Row[]> {
  const meaning = await readMeaning(services, language, text);
  return meaning === null ? [] : [toSearchRow(language, text, meaning)];
}

export const GET: APIRoute = async ({ locals }) => {
  const { language, words, services } = locals;
  const asked = services.url.searchParams.get("rows");
  const text = services.url.searchParams.get("q") ?? "";
  try {
    const query = readQuery(SUGGEST, new URLSearchParams({ q: text, lang: language }));
    // The meaning takes a request of its own, because each request limits its number of statements.
    const rows =
      asked === "meant" ? await listMeaning(locals, query.text) : await listSuggestions(locals, query);
    if (rows instanceof Problem) return services.problem(rows);
    if (asked === "found" && [...query.text].length >= MIN_LETTERS)
      rows.push(toSearchRow(language, query.text, { name: words.search.searchFor(query.text), note: "" }));
    const body = JSON.stringify([
      text,
      rows.map(({ name }) => name),
      rows.map(({ note }) => note),
      rows.map(({ link }) => services.origin + link),
      rows.map(({ picture }) => picture),
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
  const facts =
    kind === "person"
      ? [trade, known]
      : [other && shorten(other, MAX_REASON), yearAndKind(words, { year, type })];
  return facts.filter(Boolean).join(" · ");
}

/** Returns the picture for a suggestion: an image URL, a person's initials, or the design of a drawn poster. */
function toPicture(suggestion: SearchSuggestion, { hasImage }: App.Locals["services"]): SuggestedPicture {
  const { kind, id, image = null, name, original_title = name, year = "", genres } = suggestion;
  if (hasImage(image))
    return { image: imageLink(120, image, kind === "person" ? { person: id } : { title: id }) };
  if (kind === "person") return { initials: getInitials(name) };
  const { palette, motif, isMirrored } = designPoster({
    title: name,
    original_title,
    year,
    ...(genres !== undefined && { genres }),
  });
  return { ...palette, motif: `${motifs}#${motif}`, transform: placeMotif(isMirrored, null) };
}

function buildLink(language: Language, { kind, id, name, year = "" }: SearchSuggestion): string {
  return kind === "person"
    ? personLink(language, { id, name })
    : titleLink(language, { id, title: name, year });
}
