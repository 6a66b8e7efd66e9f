/** The origin that is a service speaking the contract, over HTTP. */
import { applyFilter, contractYear } from "../../contract/filter.ts";
import {
  type CreditsQuery,
  isSearchable,
  type Paging,
  type Query,
  type SearchQuery,
} from "../../contract/query.ts";
import type { TitleRecord } from "../../contract/record.ts";
import type { Log } from "../../log.ts";
import { Failure } from "../failure.ts";
import { NO_RESULTS, type Origin, type ResultPage, type Sourced } from "../origin.ts";
import { originProblem } from "../problem.ts";
import { ABSENT } from "./exchange.ts";
import { type Read, readCredits, readSearch } from "./reading.ts";
import { redaction } from "./redaction.ts";
import { ask, type Tries } from "./tries.ts";

export interface UpstreamServices extends Tries {
  /** `UPSTREAM_BASE_URL`, its `/v1/` included. */
  readonly baseUrl: URL;
  /** `UPSTREAM_API_KEY`; leaves this module only inside the request to the upstream. */
  readonly apiKey: string | null;
  readonly log: Log;
}

type Parameters = Record<string, string> & Pick<Query, "category">;

export function upstreamOrigin(services: UpstreamServices): Origin {
  const redact = redaction(services.apiKey, services.baseUrl);

  /** The answer as `read` makes it the contract's. Throws a Problem. */
  async function askFor<T>(parameters: Parameters, read: (answer: unknown) => Read<T>): Promise<T> {
    try {
      const { value, dropped } = read(redact(await ask(upstreamAddress(services, parameters), services)));
      if (dropped > 0) services.log({ event: "records-dropped", category: parameters.category, dropped });
      return value;
    } catch (thrown) {
      throw originProblem(thrown);
    }
  }

  return {
    name: "upstream",
    source: services.baseUrl.host + services.baseUrl.pathname,

    async search(query: SearchQuery): Promise<ResultPage> {
      if (!isSearchable(query.text)) return NO_RESULTS;
      const year = contractYear(query.filter);
      const parameters = { category: "search", q: query.text, lang: query.lang } as const;
      const records = await askFor(year === null ? parameters : { ...parameters, f: year }, (answer) => {
        if (answer === ABSENT) throw new Failure("status", { status: 404 });
        return readSearch(answer);
      });
      return resultPage(applyFilter(query.filter, records), query.paging);
    },

    async credits({ id, lang }: CreditsQuery): Promise<Sourced> {
      const credits = await askFor({ category: "credits", id: String(id), lang }, (answer) =>
        answer === ABSENT ? { value: null, dropped: 0 } : readCredits(answer, id),
      );
      return { json: credits === null ? null : JSON.stringify(credits), catalogVersion: null };
    },
  };
}

/** The one place where the key is put into an address. */
function upstreamAddress(services: UpstreamServices, parameters: Parameters): URL {
  const address = new URL(services.baseUrl);
  if (!address.pathname.endsWith("/")) address.pathname += "/";
  if (services.apiKey !== null) address.searchParams.set("api_key", services.apiKey);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address;
}

/** The upstream knows no paging: a page is cut out of what it gives. */
function resultPage(records: readonly TitleRecord[], paging: Paging | null): ResultPage {
  const catalogVersion = null;
  if (paging === null) {
    return { json: JSON.stringify(records), count: records.length, more: false, catalogVersion };
  }
  const start = (paging.page - 1) * paging.limit;
  const page = records.slice(start, start + paging.limit);
  const more = records.length > start + page.length;
  return { json: JSON.stringify(page), count: page.length, more, catalogVersion };
}
