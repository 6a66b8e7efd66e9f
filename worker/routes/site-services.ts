/** What pages may do and know: they get nothing else of a request. */
import { asProblem, Problem } from "../contract/problem.ts";
import type { SearchQuery } from "../contract/query.ts";
import { problemResponse } from "../http/problem-response.ts";
import type { Capability, QueryOf } from "../origins/origin.ts";
import { type Read, readAnswer, type ValueOf } from "../resources/cached-origin.ts";
import type { LikelySearch } from "../resources/did-you-mean.ts";
import type { TitleLookup } from "../resources/title-lookup.ts";
import type { RequestContext } from "./request-context.ts";

export interface SiteServices {
  /** The URL of the request without the caller's key. */
  readonly url: URL;
  /** Scheme and host for absolute links. */
  readonly origin: string;
  readonly requestId: string;
  /** Whether there is a source of posters and portraits. */
  readonly hasImages: boolean;
  /** Whether the origin can do this: what it cannot do is not linked to. */
  offers(capability: Capability): boolean;
  /** Asks for a resource. Never rejects because an origin failed: the problem is the result then. */
  read<C extends Capability>(capability: C, query: QueryOf<C>): Promise<Read<ValueOf<C>>>;
  readonly title: TitleLookup;
  /** What a search without results may mean. */
  didYouMean(query: SearchQuery): Promise<LikelySearch | null>;
  /** A problem for programs, as JSON. Without one there is nothing at this address. */
  problem(thrown?: unknown): Response;
  /** Logs an error that the page that failed is answered with. */
  reportError(thrown: unknown): void;
}

/** The page that explains a wrong setting is rendered too, so nothing is asked of `services` before a page needs it. */
export function siteServices(context: RequestContext): SiteServices {
  const { url, site, requestId, log, config, services } = context;
  return {
    url,
    origin: site.origin,
    requestId,
    get hasImages() {
      return config().imageBaseUrl !== null;
    },
    offers(capability) {
      try {
        return services().offers(capability);
      } catch {
        // A wrong setting: its page reports it, and links to nothing.
        return false;
      }
    },
    read: async (capability, query) => readAnswer(capability, await services().ask(capability, query)),
    title: (address) => services().lookupTitle(address),
    didYouMean: (query) => services().didYouMean(query),
    problem: (thrown = new Problem("not-found", "There is nothing at this address.")) =>
      problemResponse(asProblem(thrown), context),
    reportError: (thrown) => log({ event: "internal", reason: String(thrown) }),
  };
}
