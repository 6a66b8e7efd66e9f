/** Sends requests to a test server, and waits for its background work. */
import type { Server } from "../product/server.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly cacheStatus: string;
  readonly body: string;
}

export function ask(server: Server, query: string, init: RequestInit = {}): Promise<Reply> {
  return askAt(server, `/v1/?${query}`, init);
}

export async function askAt(server: Server, path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(server.url + path, init);
  const { status, headers } = response;
  return { status, headers, cacheStatus: headers.get("Cache-Status") ?? "", body: await response.text() };
}

export function search(server: Server, text: string): Promise<Reply> {
  return ask(server, new URLSearchParams({ category: "search", q: text }).toString());
}

export function credits(server: Server, id: number): Promise<Reply> {
  return ask(server, `category=credits&id=${id}`);
}

/**
 * Repeats a request until its response is not collapsed with that of an earlier request, which may still be running
 * on a busy machine.
 */
export async function fetchOwn(address: string, init?: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(address, init);
    if (!response.headers.get("Cache-Status")?.endsWith("; collapsed")) return response;
    await response.arrayBuffer();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Repeats a request until `wanted` accepts the response. The test times out if this never happens. */
export async function askUntil(
  question: () => Promise<Reply>,
  wanted: (reply: Reply) => boolean,
): Promise<Reply> {
  for (;;) {
    const reply = await question();
    if (wanted(reply)) return reply;
    await pause(50);
  }
}

/** Sends requests, at most `lanes` at a time, and returns the replies in the order in which they arrive. */
export async function inLanes<T>(
  lanes: number,
  items: Iterable<T>,
  question: (item: T) => Promise<Reply>,
): Promise<Reply[]> {
  const replies: Reply[] = [];
  const next = items[Symbol.iterator]();
  async function lane(): Promise<void> {
    for (let item = next.next(); !item.done; item = next.next()) replies.push(await question(item.value));
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return replies;
}

/** Returns `count` different queries, none of which matches a title. */
export function uniqueQueries(count: number, word: string): string[] {
  return Array.from({ length: count }, (_, number) => `zq${word}${number}`);
}
