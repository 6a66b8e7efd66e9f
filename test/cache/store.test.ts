import { describe, expect, test } from "vitest";
import { cacheStore, keepsResponses } from "../../worker/cache/store.ts";
import { storedResponse, writeEntry } from "../../worker/cache/stored-response.ts";
import { createContext, served, setUp, storeIn } from "./kit.ts";

const STORED = await storedResponse('[{"id":1}]', {
  outcome: "found",
  more: true,
  storedAt: 1_700_000_000_000,
});
let keys = 0;
const freshKey = () => `https://store.marquee.invalid/${++keys}`;

describe("cacheStore()", () => {
  test("round-trips a response", async () => {
    const store = storeIn();
    const key = freshKey();
    await store.put(key, STORED, 60);
    expect(await store.get(key)).toEqual(STORED);
  });

  test("reports through keepsResponses() whether its cache stores anything", async () => {
    expect(
      await keepsResponses(createContext(), cacheStore(caches.default), { key: freshKey(), now: 1 }),
    ).toBe(true);
    const nothing = { match: async () => undefined, put: async () => undefined, delete: async () => false };
    expect(await keepsResponses(createContext(), cacheStore(nothing), { key: freshKey(), now: 1 })).toBe(
      false,
    );
  });

  test.each(["godfather", "война; и “мир”\r\n", ""])("round-trips notes: %j", async (notes) => {
    const store = storeIn();
    const key = freshKey();
    await store.put(key, { ...STORED, notes }, 60);
    expect(await store.get(key)).toEqual({ ...STORED, notes });
  });
});

/** Stores an entry with a defect and returns its key. */
async function storeSpoilt(spoil: (entry: Response) => Promise<Response> | Response): Promise<string> {
  const key = freshKey();
  await caches.default.put(key, await spoil(writeEntry(STORED, 60)));
  return key;
}

function withHeader(change: (value: string) => string): (entry: Response) => Response {
  return (entry) => {
    const headers = new Headers(entry.headers);
    headers.set("Marquee-Entry", change(headers.get("Marquee-Entry") ?? ""));
    return new Response(entry.body, { headers });
  };
}

describe("cacheStore() with a defective entry", () => {
  test.each([
    ["in another format", withHeader((value) => value.replace(/^\d+/, "1"))],
    ["with an unknown outcome", withHeader((value) => value.replace("found", "lost"))],
    ["with another length than its body", withHeader((value) => value.replace(" 10 ", " 11 "))],
    ["without a timestamp", withHeader((value) => value.replace(/ \d{13} /, " - "))],
    [
      "with unreadable notes",
      (entry: Response) =>
        new Response(entry.body, { headers: [...entry.headers, ["Marquee-Notes", "%E0%A4%A"]] }),
    ],
    [
      "with an unreadable tag",
      (entry: Response) => new Response(entry.body, { headers: [...entry.headers, ["Marquee-Tags", "a+b"]] }),
    ],
    [
      "without our own headers",
      (entry: Response) => new Response(entry.body, { headers: { "Cache-Control": "max-age=60" } }),
    ],
    [
      "with a truncated body",
      async (entry: Response) => new Response((await entry.text()).slice(0, 5), entry),
    ],
    [
      "with another body of the same length",
      async (entry: Response) => new Response((await entry.text()).replace("1", "2"), entry),
    ],
    ["whose body is longer", async (entry: Response) => new Response(`${await entry.text()} `, entry)],
  ])("treats an entry %s as a miss", async (_, spoil) => {
    expect(await storeIn().get(await storeSpoilt(spoil))).toBeNull();
  });
});

describe("cacheStore() with a failing cache", () => {
  const fail = () => Promise.reject(new Error("the cache is at http://10.0.0.1"));
  const broken = { match: fail, put: fail, delete: fail };

  test("does not fail the request", async () => {
    const { lookup, origin, settle } = setUp("first", { store: cacheStore(broken) });
    for (let request = 1; request <= 2; request++) {
      expect(await served(lookup())).toMatchObject({ cacheStatus: { fwd: "uri-miss" } });
      await settle();
      expect(origin.calls).toBe(request);
    }
  });

  test("logs the error's name without its message", async () => {
    const logged: unknown[] = [];
    const store = storeIn(broken, (line) => logged.push(line));
    await store.get(freshKey());
    await store.put(freshKey(), STORED, 60);
    expect(logged).toEqual([
      { event: "cache-failed", operation: "match", reason: "Error" },
      { event: "cache-failed", operation: "put", reason: "Error" },
    ]);
  });

  test("treats an incomplete body as a miss", async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(3));
        controller.error(new Error("gone"));
      },
    });
    const match = async () => new Response(body, writeEntry(STORED, 60));
    expect(await storeIn({ ...broken, match }).get(freshKey())).toBeNull();
  });
});
