/** How an operation is described in the OpenAPI document and on the page for developers. Not part of the Worker. */
import * as v from "valibot";

export interface Documentation {
  /** The name of the operation. */
  readonly name: string;
  /** Of an operation with an address of its own. */
  readonly summary?: string;
  readonly description?: string;
  /** The segments of its address. */
  readonly path?: Readonly<Record<string, ParameterDocumentation>>;
  /** The parameters of the query string. */
  readonly parameters: Readonly<Record<string, ParameterDocumentation>>;
  /** The name of the answer's schema in the document. */
  readonly answer: "SearchAnswer" | "Credits" | "TitleAnswer";
  readonly examples: Readonly<Record<string, Example>>;
}

export interface ParameterDocumentation {
  readonly schema: v.GenericSchema;
  readonly description: string;
  readonly example: string | number;
  /** Whether the operation refuses a request without it. */
  readonly isRequired?: boolean;
  /** Whether it is beyond the service contract. */
  readonly isExtension?: boolean;
}

/** A test asks each of these of the built Worker and gets `value`. */
export interface Example {
  readonly summary: string;
  readonly request: string;
  readonly value: unknown;
}

/** The parameter that every operation has. */
export const LANG: ParameterDocumentation = {
  schema: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$/)),
    "en",
  ),
  description:
    "A BCP 47 language tag, of which only the language counts: the language of title and plot where it is known, else English, else the original. It never changes which titles match.",
  example: "fr",
};
