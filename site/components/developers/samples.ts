/**
 * Samples of requests. The Worker replaces `BUILT_HOST` by the host of the site, and marked values by values of the
 * catalog that answers (`worker/routes/reference-page.ts`); where a key is required it shows the parts that send one.
 */

import { BUILT_HOST } from "../../../worker/routes/addresses.ts";
import type { ValueForm } from "../../../worker/routes/reference-page.ts";
import type { ReferenceOperation, RequestField } from "./reference.ts";

export interface CodeSample {
  readonly label: string;
  readonly code: string;
}

const OPEN = "⟦";
const CLOSE = "⟧";

/** A value of an example; `name` is that of the operation and of its parameter. */
function marked(name: string, form: ValueForm, text: string): string {
  return `${OPEN}${name}|${form}|${text}${CLOSE}`;
}

/** A part that is only shown where a key is required. */
function keyed(text: string): string {
  return `${OPEN}keyed||${text}${CLOSE}`;
}

interface CodePart {
  readonly text: string;
  /** The name of the value, or "keyed". */
  readonly mark?: string;
  readonly form?: string;
}

export function partsOf(code: string): CodePart[] {
  return code.split(new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`)).map((text, at) => {
    if (at % 2 === 0) return { text };
    const [mark = "", form = "", ...rest] = text.split("|");
    return { text: rest.join("|"), mark, form };
  });
}

const KEY_HEADER = "Authorization: Bearer YOUR_KEY";
const SEARCH = `${BUILT_HOST}/v1/?category=search&q=${marked("search.q", "url", "godzilla")}&f=${marked("search.f", "url", "2023")}`;
const CREDITS = `${BUILT_HOST}/v1/?category=credits&id=${marked("credits.id", "url", "123")}`;
const CURL_KEY = keyed(` \\\n  -H '${KEY_HEADER}'`);

export const QUICK_START: readonly CodeSample[] = [
  {
    label: "curl",
    code: `# Search titles
curl '${SEARCH}'${CURL_KEY}

# Cast and crew of a title
curl '${CREDITS}'${CURL_KEY}

# Only if it changed
curl -i '${CREDITS}'${CURL_KEY} \\
  -H 'If-None-Match: "…the ETag you got…"'`,
  },
  {
    label: "fetch",
    code: `const response = await fetch(
  "${SEARCH}",${keyed(`\n  { headers: { Authorization: "Bearer YOUR_KEY" } },`)}
);
const body = await response.json();
if (!response.ok) throw new Error(body.detail);

for (const { title, year } of body) console.log(title, year);`,
  },
  {
    label: "client",
    code: `import { marquee, MarqueeProblem } from "marquee/client";

const client = marquee({ baseUrl: "${BUILT_HOST}/v1"${keyed(', apiKey: "YOUR_KEY"')} });

try {
  const [film] = await client.search("${marked("search.q", "json", "godzilla")}", { lang: "fr" });
  const people = await client.credits(film.id, { signal: AbortSignal.timeout(3000) });
  console.log(film.title, people.cast[0]?.name, people["visual effects"]);
} catch (problem) {
  if (!(problem instanceof MarqueeProblem)) throw problem;
  console.log(problem.status, problem.type, problem.retryAfter, problem.errors);
}`,
  },
  {
    label: "Python",
    code: `import json
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = urlencode({"category": "search", "q": "${marked("search.q", "json", "godzilla")}"})
request = Request(f"${BUILT_HOST}/v1/?{query}"${keyed(', headers={"Authorization": "Bearer YOUR_KEY"}')})
with urlopen(request) as response:
    for title in json.load(response):
        print(title["title"], title["year"])`,
  },
];

/** What an operation returns that is not JSON. */
const IMAGE = "image/*";

/** The methods of the client, by operation. */
const METHODS: Readonly<Record<string, string>> = {
  search: "search",
  credits: "credits",
  title: "title",
  titles: "titles",
  person: "person",
  people: "people",
  shared: "shared",
  suggest: "suggest",
  browse: "browse",
  find: "find",
  match: "match",
  matches: "matchAll",
  changes: "changes",
};

/** One request with curl, with fetch and with the client, as far as it has the operation. An image is shown. */
export function samplesOf(operation: ReferenceOperation): CodeSample[] {
  const method = METHODS[operation.id];
  if (operation.returns === IMAGE) {
    return [
      { label: "HTML", code: `<img src="${addressOf(operation)}" alt="">` },
      { label: "client", code: called("imageUrl", operation).replace("await ", "") },
    ];
  }
  return [
    { label: "curl", code: curl(operation) },
    { label: "fetch", code: fetched(operation) },
    ...(method === undefined ? [] : [{ label: "client", code: called(method, operation) }]),
  ];
}

function addressOf({ id, path, fields, example }: ReferenceOperation): string {
  if (fields.length === 0) return BUILT_HOST + (example?.address ?? path);
  const written = ({ name, value, place }: RequestField) =>
    place === "constant"
      ? value
      : marked(
          `${id}.${name}`,
          "url",
          encodeURIComponent(value).replaceAll("%20", "+").replaceAll("%2F", "/"),
        );
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const field = fields.find((one) => one.place === "path" && one.name === name);
    return field === undefined ? "" : written(field);
  });
  const query = fields
    .filter(({ place }) => place === "query" || place === "constant")
    .map((field) => `${field.name}=${written(field)}`);
  return BUILT_HOST + [filled, ...(query.length > 0 ? [query.join("&")] : [])].join("?");
}

function curl(operation: ReferenceOperation): string {
  const body = operation.example?.body ?? "";
  const posted = body === "" ? "" : ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
  return `curl '${addressOf(operation)}'${CURL_KEY}${posted}`;
}

function fetched(operation: ReferenceOperation): string {
  const body = operation.example?.body ?? "";
  const address = addressOf(operation);
  const options =
    body === ""
      ? keyed(', {\n  headers: { Authorization: "Bearer YOUR_KEY" },\n}')
      : `, {
  method: "POST",
  headers: {${keyed(' Authorization: "Bearer YOUR_KEY",')} "Content-Type": "application/json" },
  body: JSON.stringify(${body}),
}`;
  return `const response = await fetch("${address}"${options});\nconst body = await response.json();`;
}

/** What is required comes first, each an argument; the rest is an object. A list of ids is an array. */
function called(method: string, { id, fields, example }: ReferenceOperation): string {
  const given = fields.filter(({ place }) => place === "path" || place === "query");
  const written = ({ name, value, isNumber }: RequestField) => {
    const text = marked(`${id}.${name}`, "json", value);
    if (name === "ids") return `[${text}]`;
    return isNumber ? text : `"${text}"`;
  };
  const required = given.filter(({ isRequired }) => isRequired).map(written);
  const options = given
    .filter(({ isRequired }) => !isRequired)
    .map((field) => `${field.name}: ${written(field)}`);
  const body = Object.values(JSON.parse(example?.body || "{}")).map((value) => JSON.stringify(value));
  const all = [...required, ...body, ...(options.length > 0 ? [`{ ${options.join(", ")} }`] : [])];
  return `const result = await client.${method}(${all.join(", ")});`;
}
