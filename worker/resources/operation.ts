/**
 * Defines the operations of the API. An operation is a resource with parameters, response headers and documentation.
 */
import { compose } from "../cache/compose.ts";
import type { Allowance, CacheResult, Context, Served } from "../cache/resource.ts";
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
  /** The name in the log, which is also the value of `category` at `/v1/`. */
  readonly name: string;
  readonly resource: ResourceName;
  /** The HTTP method. POST if the query is a JSON body. Defaults to GET and HEAD. */
  readonly method?: "POST";
  /** The query and path parameters. Absent if the operation is not in the documentation. */
  readonly parameters?: Parameters;
  readonly body?: ListBody<unknown, Parameters>;
  readonly missing: { readonly type: ProblemType; readonly detail: string };
  /** Handles a request. Throws a Problem `invalid-parameter`. */
  respond(call: Call): Promise<OperationResult>;
}

export interface Call {
  readonly values: URLSearchParams;
  readonly path: Path;
  readonly resources: { readonly ask: Ask; readonly peek: Peek };
  readonly context: Context;
  /** Reads the body of a POST. Throws a Problem. */
  readonly body: () => Promise<string>;
  /** The current time in epoch milliseconds. */
  readonly now: number;
  /** Returns true if the caller does not yet have the body with this entity tag. */
  readonly needsBody: (entityTag: string) => boolean;
  /** Whether the request is conditional. A 304 must not confirm data from a catalog that is no longer live. */
  readonly isConditional: boolean;
}

interface OperationResult {
  readonly result: CacheResult;
  /** The requested language, or `null` if unknown. */
  readonly lang: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The problem to return if the result is missing. Defaults to the operation's `missing`. */
  readonly missing?: Operation["missing"];
}

/** The `missing` of list operations. It is never sent, because a list is empty rather than missing. */
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

/**
 * Makes `parse` optional if `readQuery` already returns the query of the resource. `parse` throws a Problem
 * `invalid-parameter`.
 */
type OwnParse<R extends ResourceName, P extends Parameters> =
  InferQuery<P> extends Localized<R> ? { readonly parse?: Parse<R> } : { readonly parse: Parse<R> };

export function defineOperation<R extends ResourceName, P extends Parameters>({
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
    async respond(call) {
      const query = parse(call.values, call.path);
      const result = await call.resources.ask(call.context, resource, query, {
        needsBody: call.needsBody,
        mayBeReplaced: !call.isConditional,
      });
      const isFound = result.kind === "served" && result.outcome !== "missing";
      return { result, lang: query.lang, headers: isFound ? headers(query, result) : {} };
    },
  };
}

const MAX_ATTEMPTS = 4;

interface ConsistentBuild<Result> {
  readonly build: () => Promise<Result>;
  readonly isMixed: (result: Result) => boolean;
  /** Checks which version of the data is live. Called after every attempt that mixed versions. */
  readonly refresh: () => unknown;
}

/**
 * Builds a response or page, repeatedly if necessary, until all of its parts come from the same version of the data.
 * Throws a Problem if the data was replaced during every attempt.
 */
export async function retryUntilConsistent<Result>({
  build,
  isMixed,
  refresh,
}: ConsistentBuild<Result>): Promise<Result> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const result = await build();
    if (!isMixed(result)) return result;
    await refresh();
  }
  throw replaced();
}

/**
 * Returns a rate limit check that counts `times` requests when it is first called, so that a batch is admitted or
 * rejected as a whole.
 */
export function chargeOnce(allowance: Allowance, times: number): Allowance {
  let refusalPromise: ReturnType<Allowance> | undefined;
  async function ask() {
    const refusals = await Promise.all(Array.from({ length: times }, allowance));
    return refusals.find((refusal) => refusal !== null) ?? null;
  }
  return () => (refusalPromise ??= ask());
}

interface ListDescription<R extends ResourceName, T, P extends Parameters> {
  readonly name: string;
  readonly resource: R;
  readonly body: ListBody<T, P>;
  /** Returns the query for one item. `values` are the parameters that apply to all items. */
  readonly queryFor: (item: T, values: InferQuery<P>) => Localized<R>;
}

/**
 * Defines a POST operation for a list of items. The response is an array with what GET returns for each item, or with
 * `null` where GET returns 404. Each item has its own cache entry. If one item fails, the whole request fails.
 */
export function defineListOperation<R extends ResourceName, T, P extends Parameters>({
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
    async respond({ resources, context, ...call }) {
      const queries = readList(body, await call.body()).map(([item, values]) => queryFor(item, values));
      const peeked = await Promise.all(
        queries.map(async (query) => ({ query, stored: await resources.peek(context, resource, query) })),
      );
      const missing = peeked.filter(({ stored }) => !isFresh(stored));
      const count = new Set(missing.map(({ query }) => JSON.stringify(query))).size;
      const allowance = chargeOnce(context.allowance, Math.min(count, MAX_BATCH_COUNT));
      const results = await Promise.all(
        peeked.map(({ query, stored }) =>
          resources.ask(context, resource, query, { stored, allowance, isPagePart: false }),
        ),
      );
      const lang = queries[0]?.lang ?? null;
      const failed = results.find((result) => result.kind === "failed");
      if (failed !== undefined) return { result: failed, lang, headers: {} };
      const parts = results.filter((result) => result.kind === "served");
      const json = parts.map((part) => (part.outcome === "missing" ? "null" : bodyText(part))).join(",");
      return { result: await compose(parts, `[${json}]`), lang, headers: {} };
    },
  };
}

/**
 * Formats the `Link` header of a page with relative URLs (RFC 8288). The links are in a header because the body is an
 * array without a place for them.
 *
 * @param more whether the next page has any results
 */
export function formatPageLinks(addressOf: (page: number) => string, page: number, more: boolean): string {
  const prev = page > 1 ? addressOf(page - 1) : null;
  return formatLinks({ first: addressOf(1), prev, next: more ? addressOf(page + 1) : null });
}

/** Formats a `Link` header, leaving out links that are `null`. */
export function formatLinks(addresses: Readonly<Record<string, string | null>>): string {
  const links = Object.entries(addresses).filter(([, address]) => address !== null);
  return links.map(([rel, address]) => `<${address}>; rel="${rel}"`).join(", ");
}

export interface Documentation {
  readonly summary: string;
  readonly description?: string;
  /** The name of the response schema in the OpenAPI document. */
  readonly schema: string;
  /** Whether every source supports this operation. */
  readonly isAlwaysOffered?: boolean;
  readonly furtherProblems?: readonly number[];
  /**
   * Example requests by the name of their recorded response in `reference/examples.json`. A test sends each request
   * to the built Worker.
   */
  readonly examples: Readonly<Record<string, readonly [summary: string, request: string]>>;
}

export type Documented = Readonly<Record<string, Documentation>>;
