/** How an operation is described in the OpenAPI document and on the page for developers. Not part of the Worker. */
import type { GenericSchema } from "valibot";
import type { Parameters } from "../contract/parameters.ts";

export interface Documentation {
  /** The name of the operation. */
  readonly name: string;
  readonly summary: string;
  /** For an operation with an address of its own. */
  readonly description?: string;
  readonly parameters: Parameters;
  /** The name of the response's schema in the document. */
  readonly answer: string;
  /** Of a POST: the schema of its JSON. */
  readonly body?: GenericSchema;
  /** Whether every origin supports it. */
  readonly isAlwaysOffered?: boolean;
  /** Statuses that no other operation has. */
  readonly furtherProblems?: readonly number[];
  readonly examples: Readonly<Record<string, Example>>;
}

/** A test sends each request to the built Worker and expects the response of this name in `openapi/examples.json`. */
export interface Example {
  readonly summary: string;
  readonly request: string;
}
