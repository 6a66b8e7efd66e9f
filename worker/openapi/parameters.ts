/** The query parameters of both operations. What is an extension of the contract is marked as one. */
import * as v from "valibot";
import { LARGEST_LIMIT, LONGEST_TEXT } from "../contract/query.ts";
import { Id } from "../contract/record.ts";
import { jsonSchemas } from "./schemas.ts";

interface Described {
  readonly description: string;
  readonly example: string | number;
  /** Not in the contract: ours. */
  readonly extension?: boolean;
}

const VALUES = {
  category: v.picklist(["search", "credits"]),
  q: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_TEXT)),
  f: v.pipe(
    v.string(),
    v.regex(
      /^((movie|series)|((movie|series),)?([0-9]{4}|[0-9]{4}~|[0-9]{4}-|-[0-9]{4}|[0-9]{4}-[0-9]{4}))?$/,
    ),
  ),
  id: Id,
  lang: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$/)),
    "en",
  ),
  page: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_LIMIT)),
  include_adult: v.optional(v.picklist(["0", "1"]), "0"),
  explain: v.string(),
};

const DESCRIBED: Record<keyof typeof VALUES, Described> = {
  category: {
    description:
      "The operation: search finds titles by their words, credits gives the people of one title. Left out beside an id it is credits; left out otherwise it is refused.",
    example: "search",
  },
  q: {
    description: `Of a search, required: the text matched against titles. Brought into NFC, trimmed and its white space collapsed, it has to hold 1 to ${LONGEST_TEXT} characters.`,
    example: "godzilla",
  },
  f: {
    description:
      "Of a search: narrows the result. The contract knows a year, 1999. Extensions: 1990-1999, 1990-, -1999, 1999~ (a year either side, the exact one first), movie, series, and a kind and a year (movie,1999). Empty: no filter.",
    example: "2023",
  },
  id: {
    description: "Of credits, required: the identifier of the title, as in the field id of a search answer.",
    example: 123,
  },
  lang: {
    description:
      "A BCP 47 language tag, of which only the language counts: the language of title and plot where it is known, else English, else the original. It never changes which titles match.",
    example: "fr",
  },
  page: {
    description:
      "Of a search: which page, from 1. Pages are pieces of one order, whatever the limit. Past the last one the array is empty; the catalog gives at most 500 titles.",
    example: 2,
    extension: true,
  },
  limit: {
    description: "Of a search: how many titles a page holds; 20 where only page is given.",
    example: 5,
    extension: true,
  },
  include_adult: {
    description: "Of a search: 1 for adult titles too, where the catalog answers.",
    example: "1",
    extension: true,
  },
  explain: {
    description:
      "Of a search: 1 has the header Marquee-Explain say why the first titles come first, where the catalog answers. For people: its words may change.",
    example: "1",
    extension: true,
  },
};

const schemas = jsonSchemas(VALUES);

export const PARAMETERS = (Object.keys(VALUES) as (keyof typeof VALUES)[]).map((name) => {
  const { extension = false, description, example } = DESCRIBED[name];
  return {
    name,
    in: "query" as const,
    required: false,
    description: extension ? `Extension. ${description}` : description,
    ...(extension ? { "x-extension": true } : {}),
    schema: schemas[name],
    example,
  };
});
