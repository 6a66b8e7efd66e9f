/** Builds sample requests. `worker/web/finalize-page.ts` replaces `BUILT_HOST` in them with the host of the site. */
import { BUILT_HOST } from "../../../worker/web/addresses.ts";
import type { ReferenceOperation, ReferenceParameter } from "./reference.ts";

export const SAMPLE_LANGUAGES = ["curl", "fetch", "Python", "client"] as const;

type Samples = Readonly<Record<(typeof SAMPLE_LANGUAGES)[number], string>>;

/**
 * The names of client methods that differ from the name of the operation. `null` if the client has no method for it.
 */
const METHODS: Readonly<Record<string, string | null>> = { matches: "matchAll", finds: null };

export const CLIENT_SAMPLE = `import { marquee, MarqueeProblem } from "marquee/client";

const client = marquee({ baseUrl: "${BUILT_HOST}/v1" });

try {
  const [film] = await client.search("EXAMPLE_WORD", { lang: "fr" });
  const people = await client.credits(film.id, { signal: AbortSignal.timeout(3000) });
  console.log(film.title, people.cast[0]?.name, people["visual effects"]);
} catch (problem) {
  if (!(problem instanceof MarqueeProblem)) throw problem;
  console.log(problem.status, problem.type, problem.retryAfter, problem.errors);
}`;

export function buildSamples({ id, address, body, parameters }: ReferenceOperation): Samples {
  const url = BUILT_HOST + address;
  const method = METHODS[id] === undefined ? id : METHODS[id];
  const client =
    method === null
      ? "// The client does not have this operation."
      : `const result = await client.${method}(${clientArguments(parameters, body)});`;
  if (body === "")
    return {
      curl: `curl '${url}'`,
      fetch: `const response = await fetch("${url}");
const body = await response.json();`,
      Python: `import json
from urllib.request import urlopen

with urlopen("${url}") as response:
    print(json.load(response))`,
      client,
    };
  return {
    curl: `curl '${url}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`,
    fetch: `const response = await fetch("${url}", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(${body}),
});
const body = await response.json();`,
    Python: `import json
from urllib.request import Request, urlopen

body = json.dumps(${body}).encode()
request = Request("${url}", body, {"Content-Type": "application/json"})
with urlopen(request) as response:
    print(json.load(response))`,
    client,
  };
}

/**
 * Returns the arguments of a client method: the required parameters one by one, then an object with the optional
 * ones. A list of ids becomes an array.
 */
function clientArguments(parameters: readonly ReferenceParameter[], body: string): string {
  const written = ({ name, value, isNumber }: ReferenceParameter) =>
    name === "ids" ? `[${value}]` : isNumber ? value : JSON.stringify(value);
  const given = parameters.filter(({ value }) => value !== "");
  const options = given
    .filter(({ isRequired }) => !isRequired)
    .map((parameter) => `${parameter.name}: ${written(parameter)}`);
  return [
    ...given.filter(({ isRequired }) => isRequired).map(written),
    ...Object.values(JSON.parse(body || "{}")).map((value) => JSON.stringify(value)),
    ...(options.length > 0 ? [`{ ${options.join(", ")} }`] : []),
  ].join(", ");
}
