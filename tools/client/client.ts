/**
 * A client for Marquee, or for any service that implements its contract, in browsers and on servers:
 *
 *     const { search, credits } = marquee({ baseUrl: "https://marquee.example/v1" });
 *     const [film] = await search("seven samurai", { f: "1954" });
 *     const { director } = await credits(film.id);
 *
 * Repeated requests are conditional (If-None-Match), and the earlier response is reused while it is current. Any other
 * response than one of the contract is thrown as a MarqueeProblem.
 */
import type {
  ChangesAnswer,
  Credits,
  ExternalSource,
  FindAnswer,
  ImageWidth,
  MatchAnswer,
  ParameterError,
  Person,
  PersonResult,
  ProblemType,
  SearchSuggestion,
  Season,
  SeasonAnswer,
  SharedTitle,
  TitleAnswer,
  TitleRecord,
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

export interface ClientOptions {
  /** Address of the service, including `/v1`. */
  baseUrl: string | URL;
  /** Sent as `api_key`, if the service requires one. Not for browsers: everyone who reads the page could read it. */
  apiKey?: string;
  /** The global `fetch` by default. */
  fetch?: typeof fetch;
}

export interface Client {
  /** The titles that match, best first. */
  search(text: string, options?: SearchOptions): Promise<TitleRecord[]>;
  /** The same, page by page, from `page` to the last one. */
  pages(text: string, options?: SearchOptions): AsyncGenerator<TitleRecord[], void, void>;
  /** The people credited on a title. */
  credits(id: number, options?: RequestOptions): Promise<Credits>;
  /** The title that the name of a file, or a path, means; `match` is `null` if none is certain enough. */
  match(name: string, options?: MatchOptions): Promise<MatchAnswer>;
  /** The same for up to 100 names, in their order, in one request. */
  matchAll(names: readonly string[], options?: MatchOptions): Promise<MatchAnswer[]>;
  /** A title by its id. This and the following methods fail with 501 `not-offered` if the source does not support them. */
  title(id: number, options?: TitleOptions): Promise<TitleAnswer>;
  /** Up to 50 titles in the order of the ids; `null` for unknown ids. */
  titles(ids: readonly number[], options?: TitleOptions): Promise<(TitleAnswer | null)[]>;
  /** The seasons of a series, in order of their numbers; specials are season 0. */
  seasons(id: number, options?: RequestOptions): Promise<Season[]>;
  /** A season with its episodes. */
  season(id: number, season: number, options?: RequestOptions): Promise<SeasonAnswer>;
  /** A person with all credits. */
  person(id: number, options?: PersonOptions): Promise<Person>;
  /** People by name, best first. */
  people(name: string, options?: PagingOptions): Promise<PersonResult[]>;
  /** The titles that two to five people all worked on. */
  shared(ids: readonly number[], options?: RequestOptions): Promise<SharedTitle[]>;
  /** Titles and people for a text that is being typed, at most 8. */
  suggest(text: string, options?: SuggestOptions): Promise<SearchSuggestion[]>;
  /** Titles filtered by facts and sorted; with `q`, those that a text names or describes. */
  browse(options?: BrowseOptions): Promise<TitleRecord[]>;
  /** The title or person with an id of another source: `find("imdb", "tt0133093")`. */
  find(source: ExternalSource, id: string, options?: RequestOptions): Promise<FindAnswer>;
  /** The address of an image, from a `poster` or `profile_path`; `width` in pixels. Sends no request. */
  imageUrl(path: string, width: ImageWidth): string;
  /** Changes after `since`, which is `next` of the previous response; without it, `next` begins now. `limit`: up to 1,000. */
  changes(options?: ChangesOptions): Promise<ChangesAnswer>;
}

/** A problem (RFC 9457), or any other response that is not one of the contract. */
export class MarqueeProblem extends Error {
  override readonly name = "MarqueeProblem";
  /** The kind of problem; "unknown" if it is not the service's own but, for example, a gateway's. */
  readonly type: ProblemType | "unknown";
  readonly status: number;
  /** Every invalid parameter of the request. */
  readonly errors: readonly ParameterError[];
  /** Seconds to wait before the next request. */
  readonly retryAfter: number | undefined;
  /** The operator finds the request in the log by this id. */
  readonly requestId: string | undefined;

  constructor(response: Response, body: Record<string, unknown>) {
    super(String(body.detail ?? `status ${response.status}`));
    this.status = response.status;
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.retryAfter = Number(response.headers.get("Retry-After")) || undefined;
    this.requestId = response.headers.get("X-Request-Id") ?? undefined;
    // Every problem of the service contains the id of its request.
    const isOwn = this.requestId !== undefined && this.requestId === body.instance;
    const type = /\/problems\/([\w-]+)$/.exec(String(body.type))?.[1];
    this.type = isOwn && type ? (type as ProblemType) : "unknown";
  }
}

interface Parameters {
  readonly signal?: AbortSignal;
  readonly [name: string]: unknown;
}

interface Answer {
  readonly text: string;
  readonly tag: string | null;
  readonly more: boolean;
}

/** Bytes of a name in an address, of which the service reads 2,048. */
const MAX_NAME = 1_500;

/** The number of responses that are kept for reuse. */
const MAX_KEPT = 100;

export function marquee({ baseUrl, apiKey, fetch = globalThis.fetch }: ClientOptions): Client {
  const kept = new Map<string, Answer>();
  const base = `${baseUrl}`.replace(/\/*$/, "/");

  /** `path`: below `/v1/`. */
  async function ask(
    path: string,
    isAnswer: (value: unknown) => boolean,
    { signal, ...parameters }: Parameters,
  ): Promise<Answer> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ api_key: apiKey, ...parameters })) {
      if (value !== undefined) query.set(name, String(value));
    }
    const address = `${base}${path}?${query}`;
    const known = kept.get(address);
    const headers: Record<string, string> = known?.tag ? { "If-None-Match": known.tag } : {};
    const response = await fetch(address, { headers, ...(signal ? { signal } : {}) });
    if (known && response.status === 304) return known;
    const text = await textOf(response, isAnswer);
    const more = /rel="?next/.test(response.headers.get("Link") ?? "");
    const answer = { text, tag: response.headers.get("ETag"), more };
    kept.delete(address);
    kept.set(address, answer);
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
    return answer;
  }

  async function read(path: string, isAnswer: (value: unknown) => boolean, parameters: Parameters = {}) {
    return JSON.parse((await ask(path, isAnswer, parameters)).text);
  }

  async function matchAll(names: readonly string[], { signal, ...options }: MatchOptions = {}) {
    const query = apiKey === undefined ? "" : `?${new URLSearchParams({ api_key: apiKey })}`;
    const response = await fetch(`${base}match${query}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ names, ...options }),
      ...(signal ? { signal } : {}),
    });
    return JSON.parse(await textOf(response, isMatches));
  }

  return {
    search: (q, options) => read("", isList, { category: "search", q, ...options }),

    async *pages(q, options) {
      for (let page = options?.page ?? 1, more = true; more; page++) {
        const answer = await ask("", isList, { category: "search", q, ...options, page });
        more = answer.more;
        yield JSON.parse(answer.text);
      }
    },

    credits: (id, options) => read("", isCredits, { category: "credits", id, ...options }),
    // A long name does not fit into an address.
    match: async (name, options) =>
      encodeURIComponent(name).length > MAX_NAME
        ? (await matchAll([name], options))[0]
        : read("match", (value) => isMatches([value]), { name, ...options }),
    matchAll,
    title: (id, options) => read(`titles/${id}`, isTitle, { ...options }),
    titles: (ids, options) => read("titles", isTitles, { ids, ...options }),
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

/** The text of a response; anything but one of the contract is thrown. */
async function textOf(response: Response, isAnswer: (value: unknown) => boolean): Promise<string> {
  const text = await response.text();
  const value = parse(text);
  if (!response.ok) throw new MarqueeProblem(response, Object(value));
  if (!isAnswer(value)) throw new MarqueeProblem(response, { detail: "not a response of the contract" });
  return text;
}

/** `undefined`: not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const GROUPS = ["cast", "writer", "director", "editing", "production", "art", "visual effects", "sound"];

/** Enough of the shape to recognise responses of the contract: arrays, and entries with an id. */
const isEntry = (value: unknown): boolean => typeof Object(value).id === "number";
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isEntry);
const isTitle = (value: unknown): boolean => isEntry(Object(value).title);
const isTitles = (value: unknown): boolean =>
  Array.isArray(value) && value.every((title) => title === null || isTitle(title));
const hasList = (name: string) => (value: unknown) => Array.isArray(Object(value)[name]);
const isMatches = (value: unknown): boolean => Array.isArray(value) && value.every(hasList("others"));
const isCredits = (value: unknown): boolean =>
  isEntry(value) && GROUPS.every((group) => isList(Object(value)[group]));
