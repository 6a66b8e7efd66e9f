/** The OpenSearch 1.1 description, which lets browsers add this search engine. */
import type { APIRoute } from "astro";
import { searchPage, suggestionsPage } from "../../links.ts";
import { escapeXml, xmlResponse } from "../../xml.ts";

export const GET: APIRoute = ({ locals }) => {
  const { language, words, services } = locals;
  const { origin } = services;
  const suggestions = `${origin}${suggestionsPage(language)}?q={searchTerms}`;
  const offered = services.offers("autocomplete")
    ? `\n<Url type="application/x-suggestions+json" template="${escapeXml(suggestions)}"/>`
    : "";
  const template = `${origin}${searchPage(language)}?q={searchTerms}`;
  return xmlResponse(
    `<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Marquee</ShortName>
<Description>${escapeXml(words.search.label)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/svg+xml">${escapeXml(origin)}/favicon.svg</Image>
<Url type="text/html" method="get" template="${escapeXml(template)}"/>${offered}
</OpenSearchDescription>`,
    "application/opensearchdescription+xml",
  );
};
