/**
 * A client for Marquee, or for any other service with the same API, in browsers and on servers:
 *
 *     const { search, credits } = marquee({ baseUrl: "https://marquee.example/v1" });
 *     const [film] = await search("seven samurai", { f: "1954" });
 *     const { director } = await credits(film.id);
 *
 * A repeated request is conditional (If-None-Match), and reuses the earlier response if the service confirms that it
 * is current. The methods throw a MarqueeProblem for an error response, and for a response that does not match the
 * API.
 */
import type {
  ChangesResponse,
  CountryProviders,
  Credits,
  ExternalSource,
  FilmographyTitle,
  FindResponse,
  ImageWidth,
  MatchResponse,
  ParameterError,
  Person,
  PersonResult,
  ProblemType,
  SearchSuggestion,
  Season,
  SeasonResponse,
  SharedTitle,
  TitleRecord,
  TitleResponse,
} from "./contract.ts";
import type {
  BrowseOptions,
  ChangesOptions,
  MatchOptions,
  PagingOptions,
  PersonOptions,
  RequestOptions,
  SearchOptions,
  SuggestOptions,
  TitleOptions,
} from "./options.ts";

export type * from "./contract.ts";
export type * from "./options.ts";

interface ClientOptions {
  /** The URL of the service, including `/v1`. */
  baseUrl: string | URL;
  /**
   * The API key, if the service requires one. It is sent in each URL as `api_key`. Do not use a key in browsers,
   * where anyone can read it.
   */
  apiKey?: string;
  /** The `fetch` function to use. Defaults to the global one. */
  fetch?: typeof fetch;
}

export interface Client {
  /** Returns matching titles, best first. */
  search(text: string, options?: SearchOptions): Promise<TitleRecord[]>;
  /** Yields pages of results, from `page` to the last one. `page` defaults to 1. */
  pages(text: string, options?: SearchOptions): AsyncGenerator<TitleRecord[], void, void>;
  /** Returns the people credited on a title. */
  credits(id: number, options?: RequestOptions): Promise<Credits>;
  /** Returns the title that matches a file name or path. `match` is `null` if no match is confident enough. */
  match(name: string, options?: MatchOptions): Promise<MatchResponse>;
  /** Matches up to 100 names in one request, and returns the results in the same order. */
  matchAll(names: readonly string[], options?: MatchOptions): Promise<MatchResponse[]>;
  /**
   * Returns a title by id. If the service's source does not support this or one of the following methods, the method
   * throws a problem with status 501 and type `not-offered`.
   */
  title(id: number, options?: TitleOptions): Promise<TitleResponse>;
  /** Returns up to 50 titles in the order of `ids`, with `null` for each unknown id. */
  titles(ids: readonly number[], options?: TitleOptions): Promise<(TitleResponse | null)[]>;
  /** Returns titles like another one, most similar first. */
  similar(id: number, options?: RequestOptions): Promise<FilmographyTitle[]>;
  /** Returns the services that offer a title, by country. Name JustWatch as the source if you show them. */
  providers(id: number, options?: RequestOptions): Promise<CountryProviders[]>;
  /** Returns the seasons of a series by number. Season 0 contains the specials. */
  seasons(id: number, options?: RequestOptions): Promise<Season[]>;
  /** Returns a season with its episodes. */
  season(id: number, season: number, options?: RequestOptions): Promise<SeasonResponse>;
  /** Returns a person with all of their credits. */
  person(id: number, options?: PersonOptions): Promise<Person>;
  /** Returns people by name, best match first. */
  people(name: string, options?: PagingOptions): Promise<PersonResult[]>;
  /** Returns the titles on which all of the given people (two to five) worked. */
  shared(ids: readonly number[], options?: RequestOptions): Promise<SharedTitle[]>;
  /** Returns up to 8 titles and people for text that is still being typed. */
  suggest(text: string, options?: SuggestOptions): Promise<SearchSuggestion[]>;
  /** Returns titles, filtered and sorted. With `q`, returns only titles that match the text. */
  browse(options?: BrowseOptions): Promise<TitleRecord[]>;
  /** Returns the title or person with an id from another database, for example `find("imdb", "tt0133093")`. */
  find(source: ExternalSource, id: string, options?: RequestOptions): Promise<FindResponse>;
  /**
   * Returns the URL of an image. `path` is a `poster` or `profile_path`, and `width` is in pixels. Sends no request.
   */
  imageUrl(path: string, width: ImageWidth): string;
  /**
   * Returns the changes after the cursor `since`, for which you pass `next` from the previous response. Without
   * `since`, returns no changes, only the current cursor as `next`. `limit` is at most 1,000.
   */
  changes(options?: ChangesOptions): Promise<ChangesResponse>;
}

/** A problem (RFC 9457), or a response that does not match the API. */
export class MarqueeProblem extends Error {
  override readonly name = "MarqueeProblem";
  /**
   * The type of the problem, or "unknown" if the response did not come from the service itself, but from a gateway,
   * for example.
   */
  readonly type: ProblemType | "unknown";
  readonly status: number;
  /** The invalid parameters of the request. */
  readonly errors: readonly ParameterError[];
  /** The number of seconds to wait before another request. */
  readonly retryAfter: number | undefined;
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(response: Response, body: Record<string, unknown>) {
    super(String(body.detail ?? `status ${response.status}`));
    this.status = response.status;
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.retryAfter = Number(response.headers.get("Retry-After")) || undefined;
    this.requestId = response.headers.get("X-Request-Id") ?? undefined;
    // A problem from the service itself repeats the id of the request in the body.
    const isOwn = this.requestId !== undefined && this.requestId === body.instance;
    const type = /\/problems\/([\w-]+)$/.exec(String(body.type))?.[1];
    this.type = isOwn && type ? (type as ProblemType) : "unknown";
  }
}

interface Parameters {
  readonly signal?: AbortSignal;
  readonly [name: string]: unknown;
}

interface KeptResponse {
  readonly text: string;
  readonly tag: string | null;
  readonly more: boolean;
}

/**
 * The maximum length of a name in a URL, in bytes. Longer names are sent in the body, because the service accepts
 * URLs of 2,048 bytes.
 */
const MAX_NAME = 1_500;

/** The maximum number of responses that are kept for reuse. */
const MAX_KEPT = 100;

export function marquee({ baseUrl, apiKey, fetch = globalThis.fetch }: ClientOptions): Client {
  const kept = new Map<string, KeptResponse>();
  const base = `${baseUrl}`.replace(/\/*$/, "/");

  /** Requests a path relative to `/v1/`, or reuses the earlier response if the service confirms it. */
  async function ask(
    path: string,
    isExpected: (value: unknown) => boolean,
    { signal, ...parameters }: Parameters,
  ): Promise<KeptResponse> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ api_key: apiKey, ...parameters })) {
      if (value !== undefined) query.set(name, String(value));
    }
    const address = `${base}${path}?${query}`;
    const stored = kept.get(address);
    const headers: Record<string, string> = stored?.tag ? { "If-None-Match": stored.tag } : {};
    const response = await fetch(address, { headers, ...(signal ? { signal } : {}) });
    if (stored && response.status === 304) return stored;
    const text = await readText(response, isExpected);
    const more = /rel="?next/.test(response.headers.get("Link") ?? "");
    const result = { text, tag: response.headers.get("ETag"), more };
    kept.delete(address);
    kept.set(address, result);
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
    return result;
  }

  async function read(path: string, isExpected: (value: unknown) => boolean, parameters: Parameters = {}) {
    return JSON.parse((await ask(path, isExpected, parameters)).text);
  }

  async function matchAll(names: readonly string[], { signal, ...options }: MatchOptions = {}) {
    const query = apiKey === undefined ? "" : `?${new URLSearchParams({ api_key: apiKey })}`;
    const response = await fetch(`${base}match${query}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ names, ...options }),
      ...(signal ? { signal } : {}),
    });
    return JSON.parse(await readText(response, isMatches));
  }

  return {
    search: (q, options) => read("", isList, { category: "search", q, ...options }),

    async *pages(q, options) {
      for (let page = options?.page ?? 1, more = true; more; page++) {
        const result = await ask("", isList, { category: "search", q, ...options, page });
        more = result.more;
        yield JSON.parse(result.text);
      }
    },

    credits: (id, options) => read("", isCredits, { category: "credits", id, ...options }),
    // A name that is too long for a URL is sent in the body.
    match: async (name, options) =>
      encodeURIComponent(name).length > MAX_NAME
        ? (await matchAll([name], options))[0]
        : read("match", (value) => isMatches([value]), { name, ...options }),
    matchAll,
    title: (id, options) => read(`titles/${id}`, isTitle, { ...options }),
    titles: (ids, options) => read("titles", isTitles, { ids, ...options }),
    similar: (id, options) => read(`titles/${id}/similar`, Array.isArray, { ...options }),
    providers: (id, options) => read(`titles/${id}/providers`, Array.isArray, { ...options }),
    seasons: (id, options) => read(`titles/${id}/seasons`, Array.isArray, { ...options }),
    season: (id, season, options) =>
      read(`titles/${id}/seasons/${season}`, hasList("episodes"), { ...options }),
    person: (id, options) => read(`people/${id}`, isEntry, { ...options }),
    people: (q, options) => read("people", isList, { q, ...options }),
    shared: (ids, options) => read("people/shared", isTitles, { ids, ...options }),
    suggest: (q, options) => read("suggest", isList, { q, ...options }),
    browse: (options) => read("browse", isList, { ...options }),
    find: (source, id, options) => read(`find/${source}/${encodeURIComponent(id)}`, isEntry, { ...options }),
    imageUrl: (path, width) => `${base.replace(/v1\/$/, "")}images/${width}/${path}`,
    changes: (options) => read("changes", hasList("changes"), { ...options }),
  };
}

/**
 * Returns the text of a response. Throws a MarqueeProblem for an error response, and for one that does not match the
 * API.
 */
async function readText(response: Response, isExpected: (value: unknown) => boolean): Promise<string> {
  const text = await response.text();
  const value = parse(text);
  if (!response.ok) throw new MarqueeProblem(response, Object(value));
  if (!isExpected(value)) throw new MarqueeProblem(response, { detail: "not a response of the contract" });
  return text;
}

/** Parses JSON. Returns `undefined` if it is invalid. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const GROUPS = ["cast", "writer", "director", "editing", "production", "art", "visual effects", "sound"];

/** Returns true for an object with a numeric id. This is enough to distinguish the API's responses from others. */
const isEntry = (value: unknown): boolean => typeof Object(value).id === "number";
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isEntry);
const isTitle = (value: unknown): boolean => isEntry(Object(value).title);
const isTitles = (value: unknown): boolean =>
  Array.isArray(value) && value.every((title) => title === null || isTitle(title));
const hasList = (name: string) => (value: unknown) => Array.isArray(Object(value)[name]);
const isMatches = (value: unknown): boolean => Array.isArray(value) && value.every(hasList("others"));
const isCredits = (value: unknown): boolean =>
  isEntry(value) && GROUPS.every((group) => isList(Object(value)[group]));
