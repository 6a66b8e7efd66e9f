/** An operation of the API: a resource that callers ask for under an address of its own, or by `category`. */
import type { Answer, Served } from "../cache/resource.ts";
import type { ProblemType } from "../contract/problem.ts";
import type { Ask, Resource } from "./resource.ts";

export interface Operation {
  /** In the log; at the contract's address the value of `category`. */
  readonly name: string;
  /** What the API says where the origin has nothing: the type of the problem and its detail. */
  readonly missing: { readonly type: ProblemType; readonly detail: string };
  /** Throws a Problem `invalid-parameter`. */
  answer(call: Call): Promise<OperationAnswer>;
}

export interface Call {
  /** The query string. */
  readonly values: URLSearchParams;
  /** The values of the address's segments. */
  readonly path: Readonly<Record<string, string>>;
  readonly ask: Ask;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether the caller needs the body of a response with this entity-tag. */
  readonly wanted: (entityTag: string) => boolean;
}

export interface OperationAnswer {
  readonly answer: Answer;
  /** The language asked for. */
  readonly lang: string;
  /** Beyond those that every answer carries. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Description<Query> {
  readonly resource: Resource<Query>;
  /** Throws a Problem `invalid-parameter` that names every parameter it refuses. */
  parse(values: URLSearchParams, path: Readonly<Record<string, string>>): Query;
  /** Absent: a list, which is empty where there is nothing. */
  readonly missing?: Operation["missing"];
  headers?(query: Query, served: Served, call: Call): Promise<Record<string, string>>;
}

export function operation<Query extends { readonly lang: string }>({
  resource,
  parse,
  missing = { type: "not-found", detail: "There is nothing at this address." },
  headers = async () => ({}),
}: Description<Query>): Operation {
  return {
    name: resource.name,
    missing,
    async answer(call) {
      const query = parse(call.values, call.path);
      const answer = await call.ask(resource, query, call.wanted);
      const isFound = answer.kind === "served" && answer.outcome !== "missing";
      return { answer, lang: query.lang, headers: isFound ? await headers(query, answer, call) : {} };
    },
  };
}
