/** An operation of the API: a resource that callers ask for under an address of its own, or by `category`. */
import { compose } from "../cache/compose.ts";
import type { Allowance, Answer, Context, Served } from "../cache/resource.ts";
import { bodyText } from "../cache/stored-response.ts";
import { MAX_BATCH_COUNT } from "../contract/limits.ts";
import {
  type InferQuery,
  type ListBody,
  type Parameters,
  type Path,
  readList,
  readQuery,
} from "../contract/parameters.ts";
import type { ProblemType } from "../contract/problem.ts";
import { replaced } from "../source/failure.ts";
import { type Ask, isFresh, type Peek, type ResourceName, type ResourceQuery } from "./resource.ts";

export const GET_METHODS = "GET, HEAD";

export interface Operation {
  /** For the log; at the contract's address the value of `category`. */
  readonly name: string;
  /** The resource that it responds with. */
  readonly resource: ResourceName;
  /** `POST`: the query is a JSON body. Absent: GET and HEAD. */
  readonly method?: "POST";
  /** In the query string and the path. Absent: the documentation has none. */
  readonly parameters?: Parameters;
  /** The form of the body of a POST. */
  readonly body?: ListBody<unknown, Parameters>;
  /** The problem if the origin finds nothing: its type and its detail. */
  readonly missing: { readonly type: ProblemType; readonly detail: string };
  /** Throws a Problem `invalid-parameter`. */
  answer(call: Call): Promise<OperationAnswer>;
}

export interface Call {
  /** The query string. */
  readonly values: URLSearchParams;
  /** The values of the address's segments. */
  readonly path: Path;
  readonly resources: { readonly ask: Ask; readonly peek: Peek };
  readonly context: Context;
  /** The body of a POST. Throws a Problem. */
  readonly body: () => Promise<string>;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Whether the caller needs the body of a response with this entity-tag. */
  readonly wanted: (entityTag: string) => boolean;
  /** Whether the request is conditional: a stored response of replaced data must not confirm it. */
  readonly isConditional: boolean;
}

interface OperationAnswer {
  readonly answer: Answer;
  /** The requested language; `null`: not known. */
  readonly lang: string | null;
  /** In addition to every response's headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The address that this one leads to (308), with the query string of the request. */
  readonly movedTo?: string | null;
  /** The problem if the origin finds nothing, where it depends on the request. */
  readonly missing?: Operation["missing"];
}

/** The response is a list, which may be empty. */
const NEVER_MISSING = { type: "not-found", detail: "Nothing matches this URL." } as const;

type Localized<R extends ResourceName> = ResourceQuery<R> & { readonly lang: string };
type Parse<R extends ResourceName> = (values: URLSearchParams, path: Path) => Localized<R>;

interface Description<R extends ResourceName, P extends Parameters> {
  readonly name: string;
  readonly resource: R;
  readonly parameters: P;
  readonly missing?: Operation["missing"];
  headers?(query: Localized<R>, served: Served): Readonly<Record<string, string>>;
}

/** In place of `readQuery`, if parameters depend on each other. Throws a Problem as it does. */
type OwnParse<R extends ResourceName, P extends Parameters> =
  InferQuery<P> extends Localized<R> ? { readonly parse?: Parse<R> } : { readonly parse: Parse<R> };

export function operation<R extends ResourceName, P extends Parameters>({
  name,
  resource,
  parameters,
  parse = (values, path) => readQuery(parameters, values, path) as InferQuery<P> & Localized<R>,
  missing = NEVER_MISSING,
  headers = () => ({}),
}: Description<R, P> & OwnParse<R, P>): Operation {
  return {
    name,
    resource,
    parameters,
    missing,
    async answer(call) {
      const query = parse(call.values, call.path);
      const answer = await call.resources.ask(call.context, resource, query, {
        wanted: call.wanted,
        mayBeReplaced: !call.isConditional,
      });
      const isFound = answer.kind === "served" && answer.outcome !== "missing";
      return { answer, lang: query.lang, headers: isFound ? headers(query, answer) : {} };
    },
  };
}

const MAX_ATTEMPTS = 4;

interface Making<Made> {
  readonly make: () => Promise<Made>;
  readonly isMixed: (made: Made) => boolean;
  /** Called before it is made again. */
  readonly learn: () => unknown;
}

/**
 * Makes a response or a page again until all of its parts are of one version of the source's data. Once `learn` has read
 * which data is live, parts of the previous version are no longer valid. Throws a Problem if the data is replaced faster
 * than that.
 */
export async function ofOneVersion<Made>({ make, isMixed, learn }: Making<Made>): Promise<Made> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const made = await make();
    if (!isMixed(made)) return made;
    await learn();
  }
  throw replaced();
}

/** Asks the limiter `times` times before the first load, so that a batch is refused as a whole or not at all. */
export function once(allowance: Allowance, times: number): Allowance {
  let asked: ReturnType<Allowance> | undefined;
  async function ask() {
    const refusals = await Promise.all(Array.from({ length: times }, allowance));
    return refusals.find((refusal) => refusal !== null) ?? null;
  }
  return () => (asked ??= ask());
}

interface ListDescription<R extends ResourceName, T, P extends Parameters> {
  readonly name: string;
  readonly resource: R;
  readonly body: ListBody<T, P>;
  /** `values`: of the parameters beside the list. */
  readonly queryFor: (item: T, values: InferQuery<P>) => Localized<R>;
}

/**
 * Answers POST with an array of GET's responses for a list, `null` for a missing one; each is cached by
 * itself. If one fails, the whole response is that problem.
 */
export function listOperation<R extends ResourceName, T, P extends Parameters>({
  name,
  resource,
  body,
  queryFor,
}: ListDescription<R, T, P>): Operation {
  return {
    name,
    resource,
    method: "POST",
    body,
    missing: NEVER_MISSING,
    async answer({ resources, context, ...call }) {
      const queries = readList(body, await call.body()).map(([item, values]) => queryFor(item, values));
      const peeked = await Promise.all(
        queries.map(async (query) => ({ query, stored: await resources.peek(context, resource, query) })),
      );
      const missing = peeked.filter(({ stored }) => !isFresh(stored));
      const count = new Set(missing.map(({ query }) => JSON.stringify(query))).size;
      const allowance = once(context.allowance, Math.min(count, MAX_BATCH_COUNT));
      const answers = await Promise.all(
        peeked.map(({ query, stored }) =>
          resources.ask(context, resource, query, { stored, allowance, isNoted: false }),
        ),
      );
      const lang = queries[0]?.lang ?? null;
      const failed = answers.find((answer) => answer.kind === "failed");
      if (failed !== undefined) return { answer: failed, lang, headers: {} };
      const parts = answers.filter((answer) => answer.kind === "served");
      const json = parts.map((part) => (part.outcome === "missing" ? "null" : bodyText(part))).join(",");
      return { answer: await compose(parts, `[${json}]`), lang, headers: {} };
    },
  };
}

/**
 * Paging in the header `Link` (RFC 8288), since the body is a bare array: relative addresses, never with a key.
 * `addressOf`: the address of a page. `more`: whether the next page would have any results.
 */
export function pageLinks(addressOf: (page: number) => string, page: number, more: boolean): string {
  const prev = page > 1 ? addressOf(page - 1) : null;
  return links({ first: addressOf(1), prev, next: more ? addressOf(page + 1) : null });
}

/** The value of `Link`. `null`: there is no such page. */
export function links(addresses: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(addresses).filter(([, address]) => address !== null);
  return given.map(([rel, address]) => `<${address}>; rel="${rel}"`).join(", ");
}

export interface Documentation {
  readonly summary: string;
  /** For an operation with an address of its own. */
  readonly description?: string;
  /** The name of the response's schema in the document. */
  readonly answer: string;
  /** Whether every origin supports it. */
  readonly isAlwaysOffered?: boolean;
  /** Statuses that no other operation has. */
  readonly furtherProblems?: readonly number[];
  /** A test sends each request to the built Worker and expects the response of this name in `reference/examples.json`. */
  readonly examples: Readonly<Record<string, readonly [summary: string, request: string]>>;
}

/** By the name of the operation. */
export type Documented = Readonly<Record<string, Documentation>>;
