/** Reads the values of the samples on `/developers` from the deployment's own data, so that every sample works. */
import { bodyText } from "../cache/stored-response.ts";
import type { Credits } from "../contract/credits.ts";
import type { TitleResponse } from "../contract/people.ts";
import type { TitleRecord } from "../contract/record.ts";
import type { Season } from "../contract/seasons.ts";
import { EXAMPLE_VALUES, type ExampleValues } from "../reference/example-values.ts";
import { browseOperation } from "../resources/browse.ts";
import type { Operation } from "../resources/operation.ts";
import { creditsOperation, searchOperation } from "../resources/search-and-credits.ts";
import { seasonsOperation } from "../resources/seasons.ts";
import { titleOperation } from "../resources/titles.ts";
import { performOperation } from "./api.ts";
import type { RequestContext } from "./request-context.ts";

interface Examples {
  readonly values: ExampleValues;
  /** The response to a request for the example title, as JSON. */
  readonly response: string;
}

/** The number of series among which one with seasons is looked for. */
const MAX_SERIES = 5;

/** Returns the examples, with values of the starter catalog where nothing suitable is found. */
export async function readExamples(context: RequestContext): Promise<Examples> {
  const ask = <T>(operation: Operation, path: Record<string, string>, values: Record<string, string> = {}) =>
    request<T>(context, operation, path, values);
  const [films, series] = await Promise.all(
    ["movie", "series"].map(
      async (f) =>
        (await ask<TitleRecord[]>(browseOperation, {}, { f, limit: String(MAX_SERIES) })) ??
        (await ask<TitleRecord[]>(searchOperation, {}, { q: "the", f })) ??
        [],
    ),
  );
  const title = films?.[0] ?? series?.[0];
  const id = String(title?.id ?? EXAMPLE_VALUES.EXAMPLE_TITLE);
  const [credits, described, numbered] = await Promise.all([
    ask<Credits>(creditsOperation, {}, { id }),
    ask<TitleResponse>(titleOperation, { id }, { append: "external_ids" }),
    findSeason(series ?? [], (id) => ask<Season[]>(seasonsOperation, { id })),
  ]);
  const [lead, colleague] = credits?.cast ?? [];
  const word = longestWord(title?.title);
  const own = {
    EXAMPLE_TITLE: id,
    ...numbered,
    ...(lead && { EXAMPLE_LEAD: String(lead.id), EXAMPLE_PERSON: String(lead.id) }),
    ...(colleague && { EXAMPLE_COLLEAGUE: String(colleague.id) }),
    EXAMPLE_IMDB: described?.external_ids?.imdb,
    EXAMPLE_WORD: word,
    EXAMPLE_BEGINNING: word?.slice(0, 4),
    EXAMPLE_NAME: longestWord(lead?.name),
  };
  const known = Object.entries(own).filter(([, value]) => value !== undefined);
  const response = { title: described?.title ?? title ?? null };
  return {
    values: { ...EXAMPLE_VALUES, ...Object.fromEntries(known) },
    response: JSON.stringify(response, null, 2),
  };
}

/** Returns the longest word of a text that is the same in URLs, JSON and HTML, in lower case. */
function longestWord(text = ""): string | undefined {
  const words = text.match(/[a-z0-9]{3,}/gi) ?? [];
  return words.toSorted((one, other) => other.length - one.length)[0]?.toLowerCase();
}

/** Returns the first series with seasons, and its first season. */
async function findSeason(
  series: readonly TitleRecord[],
  readSeasons: (id: string) => Promise<readonly Season[] | null>,
): Promise<Partial<ExampleValues>> {
  for (const { id } of series) {
    const seasons = await readSeasons(String(id));
    const first = seasons?.find(({ season }) => season > 0) ?? seasons?.[0];
    if (first) return { EXAMPLE_SERIES: String(id), EXAMPLE_SEASON: String(first.season) };
  }
  return {};
}

/** Returns the parsed response of an operation, or `null` if there is none. */
async function request<T>(
  context: RequestContext,
  operation: Operation,
  path: Record<string, string>,
  values: Record<string, string>,
): Promise<T | null> {
  if (!context.services().resources.offers(operation.resource)) return null;
  const { result } = await performOperation(operation, context, {
    values: new URLSearchParams(values),
    path,
    body: () => Promise.resolve(""),
    needsBody: () => true,
    isConditional: false,
  });
  const isFound = result.kind === "served" && result.outcome !== "missing";
  return isFound ? (JSON.parse(bodyText(result)) as T) : null;
}
