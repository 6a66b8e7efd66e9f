/** An operation of the API: a resource that callers ask for under an address of its own, or by `category`. */
import type { Allowance, Answer, Served } from "../cache/resource.ts";
import type { ProblemType } from "../contract/problem.ts";
import type { Capability, QueryOf } from "../origins/origin.ts";
import type { Ask, Peek } from "./resource.ts";

export interface Operation {
  /** For the log; at the contract's address the value of `category`. */
  readonly name: string;
  /** The problem if the origin has nothing: its type and its detail. */
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
  readonly peek: Peek;
  /** The caller's limit. */
  readonly allowance: Allowance;
  /** Whether the caller needs the body of a response with this entity-tag. */
  readonly wanted: (entityTag: string) => boolean;
}

export interface OperationAnswer {
  readonly answer: Answer;
  /** The requested language; `null`: not known. */
  readonly lang: string | null;
  /** In addition to those of every response. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Description<C extends Capability, Query extends QueryOf<C> & { readonly lang: string }> {
  readonly name: string;
  readonly capability: C;
  /** Throws a Problem `invalid-parameter` that names every parameter it refuses. */
  parse(values: URLSearchParams, path: Readonly<Record<string, string>>): Query;
  /** Absent: the response is a list, which may be empty. */
  readonly missing?: Operation["missing"];
  headers?(query: Query, served: Served): Readonly<Record<string, string>>;
}

export function operation<C extends Capability, Query extends QueryOf<C> & { readonly lang: string }>({
  name,
  capability,
  parse,
  missing = { type: "not-found", detail: "There is nothing at this address." },
  headers = () => ({}),
}: Description<C, Query>): Operation {
  return {
    name,
    missing,
    async answer(call) {
      const query = parse(call.values, call.path);
      const answer = await call.ask(capability, query, { wanted: call.wanted });
      const isFound = answer.kind === "served" && answer.outcome !== "missing";
      return { answer, lang: query.lang, headers: isFound ? headers(query, answer) : {} };
    },
  };
}

/**
 * Paging in the header `Link` (RFC 8288), since the body is a bare array: relative addresses, never with a key.
 * `addressOf`: the address of a page. `more`: whether the next page would have any results.
 */
export function pageLinks(addressOf: (page: number) => string, page: number, more: boolean): string {
  const link = (rel: string, target: number) => `<${addressOf(target)}>; rel="${rel}"`;
  const links = [link("first", 1)];
  if (page > 1) links.push(link("prev", page - 1));
  if (more) links.push(link("next", page + 1));
  return links.join(", ");
}
