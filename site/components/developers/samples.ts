/** The quick start in four languages. The Worker replaces `BUILT_HOST` by the host of the site. */
import { BUILT_HOST } from "../../../worker/routes/addresses.ts";

export const CURL = `# Search titles
curl '${BUILT_HOST}/v1/?category=search&q=godzilla&f=2023'

# Cast and crew of a title
curl '${BUILT_HOST}/v1/?category=credits&id=123'

# Only if it changed
curl -i '${BUILT_HOST}/v1/?category=credits&id=123' \\
  -H 'If-None-Match: "…the ETag you got…"'`;

export const FETCH = `const response = await fetch(
  "${BUILT_HOST}/v1/?category=search&q=godzilla&f=2023",
);
const body = await response.json();
if (!response.ok) throw new Error(body.detail);

for (const { title, year } of body) console.log(title, year);`;

export const PYTHON = `import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({"category": "search", "q": "godzilla", "f": "2023"})
with urlopen(f"${BUILT_HOST}/v1/?{query}") as response:
    for title in json.load(response):
        print(title["title"], title["year"])`;

export const CLIENT = `import { marquee, MarqueeProblem } from "marquee/client";

const { search, pages, credits } = marquee({
  baseUrl: "${BUILT_HOST}/v1",
});

try {
  const [film] = await search("godzilla", { f: "2023", lang: "fr" });
  const people = await credits(film.id, { signal: AbortSignal.timeout(3000) });
  console.log(people.director[0].name, people["visual effects"]);

  for await (const page of pages("the", { limit: 50 })) console.log(page.length);
} catch (problem) {
  if (!(problem instanceof MarqueeProblem)) throw problem;
  if (problem.type === "rate-limited") console.log("wait", problem.retryAfter);
  else console.log(problem.status, problem.type, problem.errors);
}`;

/** `request`: method, path and query string, and the body of a POST. */
export function curl(request: string): string {
  const [method, address, ...body] = request.split(" ");
  if (method === "GET") return `curl '${BUILT_HOST}${address}'`;
  return `curl '${BUILT_HOST}${address}' -H 'Content-Type: application/json' \\\n  -d '${body.join(" ")}'`;
}
