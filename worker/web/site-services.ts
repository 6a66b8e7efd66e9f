/** Everything that pages can do and know about a request. */
import { asProblem, Problem } from "../contract/problem.ts";
import type { SearchQuery } from "../contract/query.ts";
import { type ReadResult, type ResourceValue, valueOrNull } from "../resources/cached-source.ts";
import type { SuggestedSearch } from "../resources/did-you-mean.ts";
import type { ResourceName, ResourceQuery } from "../resources/resource.ts";
import type { FoundTitle, TitleAddress } from "../resources/title-lookup.ts";
import { problemResponse } from "./http/problem-response.ts";
import type { RequestContext } from "./request-context.ts";

export interface SiteServices {
  /** The URL of the request without the caller's key. */
  readonly url: URL;
  /** Scheme and host for absolute links. */
  readonly origin: string;
  readonly requestId: string;
  /** Whether posters and portraits have a source. */
  readonly hasImages: boolean;
  /** Whether this deployment has the resource; pages do not link to missing ones. */
  offers(name: ResourceName): boolean;
  /** Whether a search without results was tried with other spellings. */
  readonly canFindMistypedTitles: boolean;
  /** Asks for a resource. Never rejects because an origin failed: the result is then the problem. */
  read<R extends ResourceName>(name: R, query: ResourceQuery<R>): Promise<ReadResult<ResourceValue<R>>>;
  /** The value; `null`: missing, or the origin cannot give it now or at all. Never rejects because an origin failed. */
  value<R extends ResourceName>(name: R, query: ResourceQuery<R>): Promise<ResourceValue<R> | null>;
  title(address: TitleAddress): Promise<FoundTitle | null>;
  /** The likely intended search when nothing was found. */
  didYouMean(query: SearchQuery): Promise<SuggestedSearch | null>;
  /** A problem as JSON, for programs; by default `not-found`. */
  problem(thrown?: unknown): Response;
}

/** The page that explains an invalid setting is rendered too: it has no links to what a source may offer. */
export async function siteServices(context: RequestContext): Promise<SiteServices> {
  const { url, site, requestId, config, services } = context;
  const read: SiteServices["read"] = (name, query) => services().resources.read(context, name, query);
  const offers = await findOffers(context);

  return {
    url,
    origin: site.origin,
    requestId,
    get hasImages() {
      return config().imageBaseUrl !== null;
    },
    offers,
    get canFindMistypedTitles() {
      return services().resources.traits.canFindMistypedTitles === true;
    },
    read,
    value: async (name, query) => (offers(name) ? valueOrNull(await read(name, query)) : null),
    title: (address) => services().lookupTitle(context, address),
    didYouMean: (query) => services().didYouMean(context, query),
    problem: (thrown = new Problem("not-found", "Nothing matches this URL.")) =>
      problemResponse(asProblem(thrown), context),
  };
}

async function findOffers(context: RequestContext): Promise<SiteServices["offers"]> {
  const { services } = context;
  try {
    return await services().findOffers(context);
  } catch {
    return () => false;
  }
}
