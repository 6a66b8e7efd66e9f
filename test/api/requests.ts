/** Generates requests from the documented parameters: valid, invalid and random ones. */
import fc from "fast-check";
import type { ParameterSchema } from "../../worker/contract/parameters.ts";
import { PARAMETERS } from "../../worker/reference/schemas.ts";

export interface GeneratedRequest {
  readonly method: "GET" | "HEAD";
  readonly address: "/v1" | "/v1/";
  readonly query: string;
  readonly ifNoneMatch: string | null;
  /** "valid", the name of the only invalid parameter, or "noise" if the outcome is unknown. */
  readonly expected: "valid" | "noise" | (string & {});
}

type Name = keyof typeof FORBIDDEN;

/** Generates values that a parameter's schema allows. */
function arbitraryFor(name: Name): fc.Arbitrary<string> {
  const schema: Partial<ParameterSchema> =
    PARAMETERS.find((parameter) => parameter.name === name)?.schema ?? {};
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(String));
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern)).filter(inOrder);
  if (schema.type === "integer") {
    return fc.maxSafeInteger().map((at) => {
      const { minimum = 0, maximum = 0 } = schema;
      return String(minimum + (Math.abs(at) % (maximum - minimum + 1)));
    });
  }
  return fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
    .filter((text) => /[^\s\p{Cc}]/u.test(text));
}

/** Returns false if `f` is a range whose end precedes its start. The schema's pattern cannot exclude such ranges. */
function inOrder(text: string): boolean {
  const range = /(\d{4})-(\d{4})$/.exec(text);
  return range === null || Number(range[1]) <= Number(range[2]);
}

const FORBIDDEN = {
  category: ["", "find", "Search", "search,credits", "credits "],
  q: ["", " ", "\t\n", "\u0000", "x".repeat(201), "é".repeat(201)],
  f: ["99", "1999-1998", "~", "-", "film", "movie,series", "1999,movie", "１９９９", " "],
  id: ["", "0", "-1", "+1", "01", "1.0", "1e3", "9007199254740992", "12345678901234567890", "x", "٣"],
  lang: ["", "e", "!", "en_US", "toolongalanguage", "日本"],
  page: ["", "0", "-1", "1.5", "01", "x", "9007199254740992"],
  limit: ["", "0", "101", "1e1", "ten", "100000000000000000000"],
  include_adult: ["", "2", "true", "01"],
} as const satisfies Record<string, readonly string[]>;

for (const { name } of PARAMETERS) {
  if (!(name in FORBIDDEN)) throw new Error(`Say here what is not allowed as ${name}.`);
}

const OF_SEARCH: readonly Name[] = ["f", "lang", "page", "limit", "include_adult"];

const validParameters = fc.oneof(
  fc.record(
    {
      category: fc.constant("search"),
      q: arbitraryFor("q"),
      ...Object.fromEntries(OF_SEARCH.map((name) => [name, arbitraryFor(name)])),
    },
    { requiredKeys: ["category", "q"] },
  ),
  fc.record(
    {
      category: fc.constant("credits"),
      id: fc.oneof(arbitraryFor("id"), fc.integer({ min: 1, max: 130 }).map(String)),
      lang: arbitraryFor("lang"),
    },
    { requiredKeys: ["id"] },
  ),
) as fc.Arbitrary<Record<string, string>>;

const valid = validParameters.map((parameters) => ({
  query: String(new URLSearchParams(parameters)),
  expected: "valid",
}));

function refusable(parameters: object): Name[] {
  return (Object.keys(parameters) as Name[]).filter((name) => FORBIDDEN[name].length > 0);
}

const invalid = validParameters
  .chain((parameters) =>
    fc.record({
      parameters: fc.constant(parameters),
      name: fc.constantFrom(...refusable(parameters)),
      at: fc.nat(),
    }),
  )
  .map(({ parameters, name, at }) => {
    const values: readonly string[] = FORBIDDEN[name];
    const query = new URLSearchParams({ ...parameters, [name]: values[at % values.length] ?? "" });
    return { query: String(query), expected: name };
  });

const repeated = fc
  .tuple(validParameters, fc.constantFrom("q", "id", "category", "api_key", "utm_source"))
  .map(([parameters, name]) => ({
    query: `${new URLSearchParams(parameters)}&${name}=1&${name}=2`,
    expected: name,
  }));

const noise = fc
  .oneof(
    fc.stringMatching(/^[\w%&=+;,.~!*'()/?:@$ -]{0,80}$/),
    fc
      .array(
        fc.tuple(fc.constantFrom("category", "q", "id", "f"), fc.string({ unit: "binary", maxLength: 40 })),
      )
      .map((pairs) => String(new URLSearchParams(pairs))),
  )
  .map((query) => ({ query: query.replaceAll(" ", "%20"), expected: "noise" }));

/** Queries that make the URL about as long as the maximum. */
const long = fc.integer({ min: 1_900, max: 2_300 }).map((length) => ({
  query: `category=search&q=${"y".repeat(length)}`,
  expected: "noise",
}));

export const request: fc.Arbitrary<GeneratedRequest> = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: valid }, { weight: 3, arbitrary: invalid }, repeated, long, {
      weight: 2,
      arbitrary: noise,
    }),
    fc.constantFrom("GET", "GET", "GET", "HEAD"),
    fc.constantFrom("/v1/", "/v1/", "/v1/", "/v1"),
    fc.option(fc.constantFrom("*", '"0123456789abcdef0123456789abcdef"', "W/", '"'), { freq: 6 }),
  )
  .map(([generated, method, address, ifNoneMatch]) => ({
    ...generated,
    method: method as "GET" | "HEAD",
    address: address as "/v1" | "/v1/",
    ifNoneMatch,
  }));
