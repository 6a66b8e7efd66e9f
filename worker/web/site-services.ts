import { type Access, servesImage } from "../config.ts";
import { isCommonsPath } from "../contract/commons.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import type { SearchQuery } from "../contract/query.ts";
import type { ImageWidth } from "../contract/record.ts";
import type { SuggestedSearch } from "../resources/did-you-mean.ts";
import { type ReadResult, type ResourceValue, valueOrNull } from "../resources/reading.ts";
import type { ResourceName, ResourceQuery } from "../resources/resource.ts";
import type { FoundTitle, TitleAddress } from "../resources/title-lookup.ts";
import { findTraits } from "../sources.ts";
import { problemResponse } from "./http/problem-response.ts";
import type { RequestContext } from "./request-context.ts";

export interface SiteServices {
  /** The request URL without the API key. */
  readonly url: URL;
  readonly origin: string;
  readonly requestId: string;
  /** Returns true if this deployment serves the image. */
  hasImage(path: string | null): path is string;
  /** Returns the width in pixels of an image that was requested with `width`, or `null` if it is unknown. */
  imageWidth(width: ImageWidth, path: string): number | null;
  /** The access rules of the APIs, or `null` for an API that this deployment does not have. */
  readonly apis: { readonly v1: Access; readonly mcp: Access | null };
  /** Returns true if this deployment offers the resource. Otherwise pages do not link to it. */
  offers(name: ResourceName): boolean;
  /** Whether a search that found nothing is repeated with other spellings. */
  readonly canFindMistypedTitles: boolean;
  /** Reads a resource. Does not reject if a source fails; the result then contains the problem. */
  read<R extends ResourceName>(name: R, query: ResourceQuery<R>): Promise<ReadResult<ResourceValue<R>>>;
  /** Returns the value of a resource, or `null` if it is missing, not offered or failed to load. */
  value<R extends ResourceName>(name: R, query: ResourceQuery<R>): Promise<ResourceValue<R> | null>;
  title(address: TitleAddress): Promise<FoundTitle | null>;
  didYouMean(query: SearchQuery): Promise<SuggestedSearch | null>;
  /** Builds a problem as JSON, for programs. Defaults to `not-found`. */
  problem(thrown?: unknown): Response;
}

/**
 * Creates the services of a request. They also work with invalid settings, because a page has to report the error.
 */
export function siteServices(context: RequestContext): SiteServices {
  const { url, site, requestId, config, services } = context;
  const read: SiteServices["read"] = (name, query) => services().resources.read(context, name, query);
  const offers = findOffers(context);

  return {
    url,
    origin: site.origin,
    requestId,
    hasImage: (path): path is string => path !== null && servesImage(config(), path),
    imageWidth: (width, path) =>
      isCommonsPath(path) ? null : (findTraits(config().upstream)?.images.widthOf?.({ width, path }) ?? null),
    get apis() {
      const { access, mcp } = config();
      return { v1: access, mcp };
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

function findOffers({ services }: RequestContext): SiteServices["offers"] {
  try {
    return services().resources.offers;
  } catch {
    return () => false;
  }
}
