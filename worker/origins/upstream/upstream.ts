/** The origin that is a service speaking the contract, over HTTP. */
import { applyFilter, contractYear } from "../../contract/filter.ts";
import { type CreditsQuery, isSearchable, type Paging, type SearchQuery } from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import type { Log } from "../../log.ts";
import { NO_RESULTS, type Origin, type ResultPage } from "../origin.ts";
import { exchange, type Fetch } from "./exchange.ts";
import { readCredits, readSearch } from "./reading.ts";

export interface UpstreamServices {
  /** `UPSTREAM_BASE_URL`, its `/v1/` included. */
  readonly baseUrl: URL;
  /** `UPSTREAM_API_KEY`; leaves this module only inside the request to the upstream. */
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly log: Log;
}

export function upstreamOrigin(services: UpstreamServices): Origin {
  const { timeoutMs, fetch, log } = services;

  function ask(parameters: Record<string, string>): Promise<unknown> {
    return exchange({ address: upstreamAddress(services, parameters), timeoutMs, fetch });
  }

  function report(category: string, dropped: number): void {
    if (dropped > 0) log({ event: "records-dropped", category, dropped });
  }

  return {
    name: "upstream",

    async search(query: SearchQuery): Promise<ResultPage> {
      if (!isSearchable(query.text)) return NO_RESULTS;
      const year = contractYear(query.filter);
      const answer = await ask({
        category: "search",
        q: query.text,
        ...(year === null ? {} : { f: year }),
        lang: query.lang,
      });
      const { value, dropped } = readSearch(answer);
      report("search", dropped);
      return resultPage(applyFilter(query.filter, value), query.paging);
    },

    async credits(query: CreditsQuery): Promise<string | null> {
      const answer = await ask({ category: "credits", id: String(query.id), lang: query.lang });
      if (answer === null) return null;
      const { value, dropped } = readCredits(answer, query.id);
      report("credits", dropped);
      return JSON.stringify(value);
    },
  };
}

/** The one place where the key is put into an address. */
function upstreamAddress(services: UpstreamServices, parameters: Record<string, string>): URL {
  const address = new URL(services.baseUrl);
  if (!address.pathname.endsWith("/")) address.pathname += "/";
  if (services.apiKey !== null) address.searchParams.set("api_key", services.apiKey);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address;
}

/** The upstream knows no paging: a page is cut out of what it gives. */
function resultPage(records: readonly TitleRecord[], paging: Paging | null): ResultPage {
  if (paging === null) return { json: JSON.stringify(records), count: records.length, more: false };
  const start = (paging.page - 1) * paging.limit;
  const page = records.slice(start, start + paging.limit);
  return { json: JSON.stringify(page), count: page.length, more: records.length > start + page.length };
}
