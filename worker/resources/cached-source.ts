/** Caches all resources of a source. */
import type { CacheResult, Context, Failed, ResourceRequest } from "../cache/resource.ts";
import { languageOf } from "../contract/language-tags.ts";
import { Problem } from "../contract/problem.ts";
import { NOT_OFFERED, type Traits } from "../source/source.ts";
import { createAskStored } from "./ask-stored.ts";
import { BY_NAME, type ReadResult, type ResourceValue, readCacheResult } from "./reading.ts";
import {
  createEntry,
  keepLoaded,
  type ResourceServices,
  storeTitles,
  toRepresentation,
} from "./representation.ts";
import {
  type Ask,
  type AskOptions,
  isFresh,
  type Peek,
  type Resource,
  type ResourceName,
  type ResourceQuery,
  type Sources,
} from "./resource.ts";

export interface CachedSource {
  readonly traits: Traits;
  offers(name: ResourceName): boolean;
  readonly ask: Ask;
  readonly peek: Peek;
  /**
   * Returns the parsed value of a resource. Does not reject if a source fails; the result then contains the problem.
   */
  read<R extends ResourceName>(
    context: Context,
    name: R,
    query: ResourceQuery<R>,
  ): Promise<ReadResult<ResourceValue<R>>>;
}

const NOT_OFFERED_FAILURE: Failed = {
  kind: "failed",
  problem: new Problem("not-offered", NOT_OFFERED),
  cacheStatus: { detail: "not-offered" },
};

/** Creates the cached resources of a source. */
export function createCachedSource(services: ResourceServices, sources: Sources): CachedSource {
  const { cache } = services;
  const { source } = sources;
  const bindAskStored = createAskStored(services);

  function createRequest<R extends ResourceName>(
    context: Context,
    { resource, query }: Target<R>,
    { allowance, represent = toRepresentation }: RequestOptions = {},
  ): ResourceRequest {
    const { isUncounted = false } = resource;
    return {
      ...createEntry(services, source, { resource, query }),
      async load(snapshot) {
        const loading = { ...sources, context, askStored: bindAskStored(context, source) };
        const loaded = await resource.load(query, loading);
        storeTitles({ services, context, source }, loaded, snapshot);
        return represent({ resource, query }, loaded, snapshot);
      },
      allowance: (allowance === undefined && !isUncounted ? context.allowance : allowance) ?? undefined,
    };
  }

  function note(context: Context, result: CacheResult, isPart: boolean): CacheResult {
    context.observe(result);
    if (isPart) context.results.push(result);
    return result;
  }

  const offers = (name: ResourceName) => BY_NAME[name].isOffered(sources);

  const { hasRegions = false } = source.traits;
  const toSupported = <Query>(query: Query) => (hasRegions ? query : withoutRegion(query));

  const ask: Ask = async (context, name, given, options = {}) => {
    if (!offers(name)) return NOT_OFFERED_FAILURE;
    const query = toSupported(given);
    const { isPagePart = true, needsBody, mayBeReplaced, stored } = options;
    if (stored != null && isFresh(stored)) return stored;
    const request = {
      ...createRequest(context, { resource: BY_NAME[name], query }, options),
      mayBeReplaced,
      isMissing: stored === null,
    };
    return note(context, await cache.lookup(context, request, needsBody), isPagePart);
  };

  return {
    traits: source.traits,
    offers,
    ask,

    async read(context, name, query) {
      const resource = BY_NAME[name];
      const isDirect = source.traits.isOwn && resource.isCachedWithPage && offers(name);
      if (!isDirect) return readCacheResult(name, await ask(context, name, query));
      const request = createRequest(context, { resource, query }, { represent: keepLoaded });
      return readCacheResult(name, note(context, await cache.pass(context, request), true));
    },

    async peek(context, name, query) {
      const served = await cache.peek(
        context,
        createEntry(services, source, { resource: BY_NAME[name], query: toSupported(query) }),
      );
      if (served !== null) context.observe(served);
      return served;
    },
  };
}

/** Returns the query without the region of its language, so that all regions share a cache entry. */
function withoutRegion<Query>(query: Query): Query {
  const { lang = "" } = (query ?? {}) as { readonly lang?: string };
  return lang.includes("-") ? { ...query, lang: languageOf(lang) } : query;
}

interface RequestOptions extends Pick<AskOptions, "allowance"> {
  readonly represent?: typeof toRepresentation;
}

interface Target<R extends ResourceName> {
  readonly resource: Resource<R>;
  readonly query: ResourceQuery<R>;
}
