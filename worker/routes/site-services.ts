/** What pages may do and know: they get nothing else of a request. */
import type { Answer } from "../cache/resource.ts";
import type { FindQuery, PeopleQuery, PersonQuery, SuggestQuery } from "../contract/people-query.ts";
import { asProblem, Problem } from "../contract/problem.ts";
import type { CreditsQuery, SearchQuery, TitleQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import type { RefinedQuery } from "../contract/refined.ts";
import { problemResponse } from "../http/problem-response.ts";
import type { Capability, VotesQuery } from "../origins/origin.ts";
import type { Browsing } from "../resources/browse.ts";
import { credits } from "../resources/credits.ts";
import { find } from "../resources/find.ts";
import type { Listing } from "../resources/listing.ts";
import { people } from "../resources/people.ts";
import { person } from "../resources/person.ts";
import { refinedSearch, search } from "../resources/search.ts";
import { suggest } from "../resources/suggest.ts";
import type { Suggestion } from "../resources/suggestion.ts";
import type { TitleLookup } from "../resources/title.ts";
import { lookupVotes } from "../resources/votes.ts";
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
  /** Never rejects because an origin failed: the problem is the answer then. */
  search(query: SearchQuery): Promise<Answer>;
  /** The same of one genre, in another order, or with no word taken for another. */
  refine(query: RefinedQuery): Promise<Answer>;
  credits(query: CreditsQuery): Promise<Answer>;
  readonly title: TitleLookup;
  /** How many people rated a title; `null`: not known. */
  votes(query: VotesQuery): Promise<number | null>;
  /** Other titles of the same name. */
  namesakes(query: TitleQuery): Promise<readonly TitleRecord[]>;
  /** What a search without results may mean. */
  suggestion(query: SearchQuery): Promise<Suggestion | null>;
  /** A person with all credits. */
  person(query: PersonQuery): Promise<Answer>;
  /** People by their names. */
  people(query: PeopleQuery): Promise<Answer>;
  /** Titles and people while a search is typed. */
  suggest(query: SuggestQuery): Promise<Answer>;
  /** The title or person with an id of another source. */
  find(query: FindQuery): Promise<Answer>;
  readonly listing: Listing;
  /** Titles without words. */
  readonly browsing: Browsing;
  /** A problem for programs, as JSON. Without one there is nothing at this address. */
  problem(thrown?: unknown): Response;
  /** Logs an error that the page that failed is answered with. */
  reportError(thrown: unknown): void;
}

/** The page that explains a wrong setting is rendered too, so nothing is asked of `services` before a page needs it. */
export function siteServices(context: RequestContext): SiteServices {
  const { url, site, requestId, log, services } = context;
  return {
    url,
    origin: site.origin,
    requestId,
    get hasImages() {
      return services().config.imageBaseUrl !== null;
    },
    offers(capability) {
      try {
        return services().offers(capability);
      } catch {
        // A wrong setting: its page says so, and links to nothing.
        return false;
      }
    },
    search: (query) => services().ask(search, query),
    refine: (query) => services().ask(refinedSearch, query),
    credits: (query) => services().ask(credits, query),
    title: (address) => services().lookupTitle(address),
    votes: (query) => lookupVotes(services().ask, query),
    namesakes: (query) => services().lookupNamesakes(query),
    suggestion: (query) => services().lookupSuggestion(query),
    person: (query) => services().ask(person, query),
    people: (query) => services().ask(people, query),
    suggest: (query) => services().ask(suggest, query),
    find: (query) => services().ask(find, query),
    get listing() {
      return services().listing;
    },
    get browsing() {
      return services().browsing;
    },
    problem: (thrown = new Problem("not-found", "There is nothing at this address.")) =>
      problemResponse(asProblem(thrown), context),
    reportError: (thrown) => log({ event: "internal", reason: String(thrown) }),
  };
}
