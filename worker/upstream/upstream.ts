/** A source for an upstream that implements the contract. */
import type { Credits } from "../contract/credits.ts";
import { applyFilter, contractYear } from "../contract/filter.ts";
import { type Category, isSearchable, type SearchQuery, type TitleQuery } from "../contract/query.ts";
import type { TitleRecord } from "../contract/record.ts";
import { Failure, originProblem } from "../source/failure.ts";
import { type Loaded, type LoadedList, MISSING, NO_RESULTS, titleList } from "../source/loaded.ts";
import type { Functions, Identity } from "../source/source.ts";
import { ABSENT, statusMeans } from "../source/transport/exchange.ts";
import { createTransport, type Protocol, type TransportServices } from "../source/transport/transport.ts";
import { type ReadRecords, readCredits, readRecordList } from "./reading.ts";

/**
 * The protocol of the contract. The contract defines how the key is sent. It defines no statuses, so statuses have
 * their usual meaning in HTTP.
 */
export const CONTRACT: Protocol = {
  authorize: ({ address }, apiKey) => address.searchParams.set("api_key", apiKey),
  statusMeans,
};

type Parameters = Record<string, string> & { readonly category: Category };

export function upstreamIdentity({ baseUrl }: Pick<TransportServices, "baseUrl">): Identity {
  return {
    name: "upstream",
    source: baseUrl.host + baseUrl.pathname,
    traits: { creditsHeedLanguage: true },
  };
}

interface UpstreamConnection {
  /** Sends a request to the upstream and parses the response with `read`. Throws a Problem. */
  request<T>(parameters: Parameters, read: (response: unknown) => ReadRecords<T>): Promise<T>;
}

/** Connects to the upstream at `baseUrl`, which includes `/v1/`. */
export function connectToUpstream(services: TransportServices): UpstreamConnection {
  const ask = createTransport(CONTRACT, services);
  return {
    async request(parameters, read) {
      try {
        const { value, dropped } = read(await ask("", parameters));
        if (dropped > 0) services.log({ event: "records-dropped", category: parameters.category, dropped });
        return value;
      } catch (thrown) {
        throw originProblem(thrown);
      }
    },
  };
}

async function search(
  query: SearchQuery,
  { request }: UpstreamConnection,
): Promise<LoadedList<readonly TitleRecord[]>> {
  if (!isSearchable(query.text)) return NO_RESULTS;
  const year = contractYear(query.filter);
  const parameters = { category: "search", q: query.text, lang: query.lang } as const;
  const records = await request(year === null ? parameters : { ...parameters, f: year }, (response) => {
    if (response === ABSENT) throw new Failure("status", { status: 404 });
    return readRecordList(response);
  });
  return resultPage(query, applyFilter(query.filter, records));
}

async function loadCredits(
  { id, lang }: TitleQuery,
  { request }: UpstreamConnection,
): Promise<Loaded<Credits>> {
  const credits = await request({ category: "credits", id: String(id), lang }, (response) =>
    response === ABSENT ? { value: null, dropped: 0 } : readCredits(response, id),
  );
  return credits === null ? MISSING : { value: credits };
}

export const UPSTREAM_FUNCTIONS = {
  search,
  credits: loadCredits,
} satisfies Functions<UpstreamConnection>;

/**
 * The maximum number of records to store separately. Each cache write counts towards the platform's subrequest limit.
 */
const MAX_STORED = 20;

/** Returns one page of the upstream's results. The upstream sends all of them, because the contract has no paging. */
function resultPage(
  { lang, page: number, limit }: SearchQuery,
  records: readonly TitleRecord[],
): LoadedList<readonly TitleRecord[]> {
  const start = ((number ?? 1) - 1) * (limit ?? 0);
  const page = records.slice(start, start + (limit ?? records.length));
  return titleList(page, {
    more: records.length > start + page.length,
    titles: page.slice(0, MAX_STORED).map((record) => ({ id: record.id, lang, record })),
  });
}
