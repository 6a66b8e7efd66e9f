/** How an operation is described in the OpenAPI document and on the page for developers. Not part of the Worker. */
import * as v from "valibot";
import { LANGUAGE_PATTERN } from "../contract/parameters.ts";
import { TITLE_PARTS } from "../contract/people.ts";
import { DEFAULT_LIMIT, LARGEST_LIMIT, LONGEST_TEXT } from "../contract/query.ts";

export interface Documentation {
  /** The name of the operation. */
  readonly name: string;
  readonly summary: string;
  /** For an operation with an address of its own. */
  readonly description?: string;
  /** The segments of its address. */
  readonly path?: Readonly<Record<string, ParameterDocumentation>>;
  /** The parameters of the query string. */
  readonly parameters: Readonly<Record<string, ParameterDocumentation>>;
  /** The name of the response's schema in the document. */
  readonly answer: string;
  /** Of a POST: the schema of its JSON. */
  readonly body?: v.GenericSchema;
  /** Whether every origin supports it. */
  readonly isAlwaysOffered?: boolean;
  /** Statuses that no other operation has. */
  readonly furtherProblems?: readonly number[];
  readonly examples: Readonly<Record<string, Example>>;
}

export interface ParameterDocumentation {
  readonly schema: v.GenericSchema;
  readonly description: string;
  readonly example: string | number;
  /** Whether the operation refuses a request without it. */
  readonly isRequired?: boolean;
  /** Whether it extends the service contract. */
  readonly isExtension?: boolean;
}

/** A test sends each request to the built Worker and expects the response of this name in `openapi/examples.json`. */
export interface Example {
  readonly summary: string;
  readonly request: string;
}

/** The parameter that every operation has. */
export const LANG: ParameterDocumentation = {
  schema: v.optional(v.pipe(v.string(), v.regex(LANGUAGE_PATTERN)), "en"),
  description:
    "Language of title and plot: a BCP 47 tag, of which only the primary language is used. Without a translation, titles originally in this language keep their original title; others fall back to English, then to the original. Never changes which titles match.",
  example: "fr",
};

const LIST_OF_PARTS = new RegExp(
  `^(${TITLE_PARTS.join("|")})(,(${TITLE_PARTS.join("|")})){0,${TITLE_PARTS.length - 1}}$`,
);

export const APPEND: ParameterDocumentation = {
  schema: v.pipe(v.string(), v.regex(LIST_OF_PARTS)),
  description:
    "What to send beside each record, separated by commas: credits, external_ids (the ids at IMDb, TMDB and Wikidata) and votes.",
  example: "credits",
};

export const ADULT: ParameterDocumentation = {
  schema: v.optional(v.picklist(["0", "1"]), "0"),
  description: "1 includes adult titles, where the catalog answers.",
  example: "1",
};

/** For searches by words. */
export const TEXT: ParameterDocumentation = {
  schema: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_TEXT)),
  description: `Search text, 1–${LONGEST_TEXT} characters after NFC normalisation, trimming and collapsing white space.`,
  example: "tarkovsky",
  isRequired: true,
};

export const PAGE: ParameterDocumentation = {
  schema: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), 1),
  description: "Page number. The order does not depend on limit. Pages past the last one are empty.",
  example: 2,
};

export const LIMIT: ParameterDocumentation = {
  schema: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_LIMIT)),
    DEFAULT_LIMIT,
  ),
  description: `Results per page, at most ${LARGEST_LIMIT}.`,
  example: 5,
};
