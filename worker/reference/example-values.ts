/**
 * The values in the samples of the reference page that depend on data. The examples are recorded with the starter
 * catalog; the page has placeholders in their places, which the Worker replaces by values that exist on the deployment.
 */

/** The placeholders, with the values of the starter catalog. No value needs escaping in a URL, JSON or HTML. */
export const EXAMPLE_VALUES = {
  EXAMPLE_TITLE: "34",
  EXAMPLE_SERIES: "143",
  EXAMPLE_SEASON: "1",
  EXAMPLE_LEAD: "215",
  EXAMPLE_PERSON: "2386",
  EXAMPLE_COLLEAGUE: "2379",
  EXAMPLE_IMDB: "tt0050083",
  EXAMPLE_WORD: "godzilla",
  EXAMPLE_BEGINNING: "seven+s",
  EXAMPLE_NAME: "tarkovsky",
} as const;

export type ExampleValues = Readonly<Record<keyof typeof EXAMPLE_VALUES, string>>;

const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(EXAMPLE_VALUES).map(([name, value]) => [value, name]),
);
/** Matches a whole value: a parameter, a segment of a path, an id in a list, or an id after its source. */
const VALUE = /(?<=[=/,:])[\w+]+(?=[&/,"?]|$)/g;

/** The placeholder for the response to the first request of the page, as HTML. */
export const EXAMPLE_RESPONSE = "EXAMPLE_RESPONSE";

/** Replaces the values in an example request by placeholders. */
export function withPlaceholders(request: string): string {
  return request.replaceAll(VALUE, (value, at: number) => {
    // The number of the season is the only "1" that is data.
    if (value === EXAMPLE_VALUES.EXAMPLE_SEASON && !request.slice(0, at).endsWith("/seasons/")) return value;
    return NAMES[value] ?? value;
  });
}

/** Returns JSON as HTML in which the names of fields are marked. */
export function formatJson(json: string): string {
  const escaped = json.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return escaped.replaceAll(/"[^"]+"(?=: )/g, "<i>$&</i>");
}

/** Replaces the placeholders in a page. */
export function fillPlaceholders(page: string, values: ExampleValues, response: string): string {
  return page.replaceAll(/EXAMPLE_[A-Z]+/g, (name) =>
    name === EXAMPLE_RESPONSE ? formatJson(response) : (values[name as keyof ExampleValues] ?? name),
  );
}
