/**
 * Measures the CPU time per request of the built Worker and of two reference Workers. The Workers take turns, so that
 * other load on the machine affects all of them. The reference with a cache hit is measured twice, and the difference
 * shows the noise.
 */
import { createKey } from "../../worker/contract/key.ts";
import { startKeyed, startMarquee, startReference } from "./harness.ts";
import { addedByMisses, ask, type Cost, measure, type Subject } from "./measure.ts";
import { createCredits, DELAY_MS, startSource } from "./source.ts";

interface Row {
  /** The heading of the column. */
  readonly name: string;
  readonly of: keyof typeof subjects;
  readonly against: keyof typeof subjects;
  /** The maximum ratio to the reference. Absent for rows that are only printed for comparison. */
  readonly max?: number;
}

const TITLE = { id: 1, type: "movie", title: "The Measured", year: "1999", poster: null };

const ROUNDS = 12;
const REQUESTS = 150;
/** Headers that depend on the connection and are not part of the stored response. */
const TRANSFER = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

/** The bytes of a JPEG image as large as a poster of 240 pixels. */
const IMAGE = new Uint8Array(20_000).fill(7);
IMAGE.set([0xff, 0xd8, 0xff]);

const source = await startSource(({ pathname, searchParams }) => {
  if (pathname.endsWith(".jpg")) return IMAGE;
  return searchParams.get("category") === "search" ? [TITLE] : createCredits(Number(searchParams.get("id")));
}, DELAY_MS);
const marquee = await startMarquee(`${source.url}/v1/`);
const key = createKey((length) => crypto.getRandomValues(new Uint8Array(length)));
const keyed = await startKeyed(`${source.url}/v1/`, key);
const hello = await startReference("hello");
const [hit, control] = [await startReference("cache-hit"), await startReference("cache-hit")];

const creditsAt = (id: number) => `${marquee.url}v1/?category=credits&id=${id}`;
const json = creditsAt(1);
const page = `${marquee.url}title/1/the-measured-1999/credits`;
const first = await fetch(json);
const body = await first.text();
const tag = first.headers.get("ETag") ?? "";
const onlyType = { "Content-Type": "application/json" };
for (const worker of [hit, control]) await put(`${worker.url}v1/`, onlyType);

/** Each key is requested only once, so every response comes from the Cache API and none from memory. */
const marqueeKeys = await storedKeys(
  (at) => creditsAt(10_000 + at),
  (key) => ask(key),
);
const sameHeaders = Object.fromEntries([...first.headers].filter(([name]) => !TRANSFER.has(name)));
const hitKeys = await storedKeys(
  (at) => `${hit.url}v1/${at}`,
  (key) => put(key, sameHeaders),
);

const subjects = {
  hello: { ...hello, address: () => `${hello.url}v1/`, status: 200 },
  hit: { ...hit, address: () => `${hit.url}v1/`, status: 200 },
  control: { ...control, address: () => `${control.url}v1/`, status: 200 },
  json: { ...marquee, address: () => json, status: 200 },
  jsonAgain: { ...marquee, address: () => json, status: 200 },
  keyed: {
    ...keyed,
    address: () => `${keyed.url}v1/?category=credits&id=1`,
    headers: { Authorization: `Bearer ${key}` },
    status: 200,
  },
  other: { ...marquee, address: eachOnce(marqueeKeys), status: 200 },
  otherHit: { ...hit, address: eachOnce(hitKeys), status: 200 },
  notModified: { ...marquee, address: () => json, headers: { "If-None-Match": tag }, status: 304 },
  page: { ...marquee, address: () => page, status: 200 },
  image: { ...marquee, address: () => `${marquee.url}images/240/2020/01/x.jpg`, status: 200 },
} satisfies Record<string, Subject>;

const costs = await measure(subjects, { rounds: ROUNDS, requests: REQUESTS });
const rows: readonly Row[] = [
  { name: "bare hello", of: "hello", against: "hit" },
  { name: "smallest cache hit", of: "hit", against: "hit" },
  { name: "the same once more (noise)", of: "control", against: "hit" },
  { name: "the same with all headers of Marquee, each time another key", of: "otherHit", against: "hit" },
  { name: "Marquee, fresh JSON hit", of: "json", against: "hit", max: 1.2 },
  { name: "Marquee, the same once more (noise)", of: "jsonAgain", against: "json" },
  { name: "Marquee, the same with a key", of: "keyed", against: "json", max: 1.1 },
  { name: "Marquee, the same, read from the Cache API", of: "other", against: "json" },
  { name: "Marquee, the same, beside the same response", of: "other", against: "otherHit", max: 1.35 },
  { name: "Marquee, 304", of: "notModified", against: "json", max: 0.9 },
  { name: "Marquee, stored page", of: "page", against: "json", max: 1.3 },
  { name: "Marquee, stored image", of: "image", against: "json" },
];
console.log(
  `${body.length} bytes of JSON, ${ROUNDS} rounds of ${REQUESTS} requests each, medians of the rounds\n`,
);
console.log("| | CPU ms a request | requests/s | ratio of CPU | to | target |\n|---|---|---|---|---|---|");
for (const row of rows) console.log(`| ${cells(row, costs).join(" | ")} |`);

const reading = costs.other.processorMs - costs.json.processorMs;
const floor = costs.otherHit.processorMs - costs.hello.processorMs;
console.log(
  `\nReading the Cache API adds ${reading.toFixed(2)} ms to a fresh hit, and ${floor.toFixed(2)} ms to the bare hello: ` +
    `ratio ${(reading / floor).toFixed(2)}; target at most 1.2.`,
);

const overhead = await addedByMisses((count) => creditsAt(1_000 + count), source);
console.log(
  `\nA miss takes ${overhead.toFixed(1)} ms (median) beyond the upstream's own time; target at most 5.`,
);

for (const worker of [marquee, keyed, hello, hit, control]) await worker.stop();
await source.close();

async function storedKeys(
  keyAt: (at: number) => string,
  store: (key: string) => Promise<unknown>,
): Promise<string[]> {
  const keys = Array.from({ length: (ROUNDS + 1) * REQUESTS }, (_, at) => keyAt(at));
  for (let at = 0; at < keys.length; at += 50) await Promise.all(keys.slice(at, at + 50).map(store));
  return keys;
}

function eachOnce(keys: readonly string[]): () => string {
  const left = keys.values();
  return () => left.next().value ?? "";
}

async function put(key: string, headers: Record<string, string>): Promise<void> {
  await fetch(key, { method: "PUT", body: JSON.stringify({ headers, body }) });
}

function cells({ name, of, against, max }: Row, costs: Record<string, Cost>): string[] {
  const { processorMs = 0, perSecond = 0 } = costs[of] ?? {};
  const ratio = processorMs / (costs[against]?.processorMs ?? 1);
  const reference = rows.find((row) => row.of === against)?.name ?? "";
  const target = max === undefined ? "" : `≤ ${max}`;
  return [name, processorMs.toFixed(2), perSecond.toFixed(0), ratio.toFixed(2), reference, target];
}
