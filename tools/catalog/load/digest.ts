/**
 * Digests of titles and people, to find those that differ between two generations without reading the catalogs. A digest is
 * the sum of hashes of parts, in any order. A title's parts are its record with names and translations, its credits, and its
 * ids in other sources; a person's are the names, the credits on each title, and the ids. So they cover what readers see of
 * a title or person under its id, except the number of votes: almost every title has new ones, and a stored response may show
 * old ones until it expires. They leave out ranks, too: one more vote would change every rank below.
 *
 * Updates compare with a source, and have digests of their own for what a difference of generations leaves out: the
 * popularity and votes of titles; the other names of people and their ids in other sources, without their credits.
 *
 * Stored by chunks of neighbouring ids: for each id, in order, three digits for the id within its chunk, sixteen for its
 * digest, hexadecimal.
 */
import { hash } from "node:crypto";
import type { CatalogEntry } from "./rows.ts";
import { COLUMNS, type Row, type Table } from "./tables.ts";

const KINDS = ["title", "person", "popularity", "details"] as const;
export type DigestKind = (typeof KINDS)[number];

export const titleText = ({ record, language, aliases, workingTitles, translations }: CatalogEntry) =>
  JSON.stringify([record, language, aliases, workingTitles, [...translations]]);

export const popularityText = ({ popularity, votes }: CatalogEntry) => `${popularity} ${votes}`;

export const externalText = (source: string, external: string) => `${source} ${external}`;

interface NamedPerson {
  readonly name: string;
  readonly profile: string;
  readonly otherNames: string;
}

export const namesText = ({ name, profile, otherNames }: NamedPerson) =>
  JSON.stringify([name, profile, otherNames]);

/** The credits of a person on one title, as `filmography.ts` packs them. */
export const creditsText = (title: number | undefined, credits: string) => `${title} ${credits}`;

const NAMES = ["name", "profile_path", "other_names", "titles", "credits"] as const;

/** `row`: of the table `person`. `idAt`: the id of the title with this rank. */
export function personTexts(row: Row, idAt: (rank: number) => number | undefined): string[] {
  const [name = "", profile = "", otherNames = "", titles = "", credits = ""] = NAMES.map((column) =>
    String(row[COLUMNS.person.indexOf(column)]),
  );
  const lines = credits.split("\n");
  const ranks = titles.split(",");
  return [
    namesText({ name, profile, otherNames }),
    ...ranks.map((rank, at) => creditsText(idAt(Number(rank)), lines[at] ?? "")),
  ];
}

/** In characters. From this length on, calling OpenSSL is faster. */
const LONG = 200;

/** A hash of 64 bits. Nobody chooses the texts, and ten million are short, so it need only be fast. */
function partOf(text: string): bigint {
  if (text.length >= LONG) return hash("sha1", text, "buffer").readBigUInt64LE();
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/** The digest of these parts. */
export const sumOf = (texts: readonly string[]): bigint =>
  BigInt.asUintN(
    64,
    texts.reduce((sum, text) => sum + partOf(text), 0n),
  );

const IDS = 1_024;
const ID_DIGITS = 3;
const DIGITS = 16;

/** Of titles even, of people odd; negative for what only updates compare. */
export function chunkOf(kind: DigestKind, id: number): number {
  const chunk = 2 * Math.floor(id / IDS) + (kind === "title" || kind === "popularity" ? 0 : 1);
  return kind === "title" || kind === "person" ? chunk : comparedChunk(chunk);
}

/** The chunk of titles, or people, with what only updates compare; and back. */
export const comparedChunk = (chunk: number) => -1 - chunk;

export function packDigests(digests: Iterable<readonly [id: number, digest: bigint]>): string {
  let packed = "";
  for (const [id, digest] of digests)
    packed += hexadecimal(id % IDS, ID_DIGITS) + hexadecimal(digest, DIGITS);
  return packed;
}

/** As `unpackDigests` gives it. */
export const digestText = (digest: bigint) => hexadecimal(digest, DIGITS);

const hexadecimal = (value: number | bigint, digits: number) => value.toString(16).padStart(digits, "0");

/** By id. */
export function unpackDigests(chunk: number, packed: string): Map<number, string> {
  const digests = new Map<number, string>();
  const first = Math.floor((chunk < 0 ? comparedChunk(chunk) : chunk) / 2) * IDS;
  for (let at = 0; at < packed.length; at += ID_DIGITS + DIGITS) {
    const id = first + Number.parseInt(packed.slice(at, at + ID_DIGITS), 16);
    digests.set(id, packed.slice(at + ID_DIGITS, at + ID_DIGITS + DIGITS));
  }
  return digests;
}

/** Tags of the titles and people that only one of the two has, or that differ. */
export function* changedTags(chunk: number, one: string, other: string): Generator<string> {
  const [ones, others] = [unpackDigests(chunk, one), unpackDigests(chunk, other)];
  for (const id of new Set([...ones.keys(), ...others.keys()]))
    if (ones.get(id) !== others.get(id)) yield `${chunk % 2 === 0 ? "title" : "person"}-${id}`;
}

/** Collects the digests of a load. */
export class Digests {
  readonly #titles = new Map<number, number>();
  readonly #kinds: Record<DigestKind, Sums> = {
    title: new Sums(this.#titles),
    person: new Sums(),
    popularity: new Sums(this.#titles),
    details: new Sums(),
  };

  add(kind: DigestKind, id: number, ...texts: readonly string[]): void {
    for (const text of texts) this.#kinds[kind].add(id, partOf(text));
  }

  /** Only for a title or person that has a part already. */
  addTo(kind: DigestKind, id: number, text: string): void {
    if (this.#kinds[kind].has(id)) this.add(kind, id, text);
  }

  *rows(): Generator<[Table, Row]> {
    for (const kind of KINDS) {
      let waiting: [number, bigint][] = [];
      let chunk = -1;
      for (const [id, digest] of this.#kinds[kind].sorted()) {
        if (chunkOf(kind, id) !== chunk && waiting.length > 0) {
          yield ["digest", [chunk, packDigests(waiting)]];
          waiting = [];
        }
        chunk = chunkOf(kind, id);
        waiting.push([id, digest]);
      }
      if (waiting.length > 0) yield ["digest", [chunk, packDigests(waiting)]];
    }
  }
}

/** Sums of 64 bits by id: a typed array, since there are millions. `places`: of the ids in it, which two kinds can share. */
class Sums {
  readonly #places: Map<number, number>;
  #sums = new BigUint64Array(1 << 10);

  constructor(places = new Map<number, number>()) {
    this.#places = places;
  }

  has(id: number): boolean {
    return this.#places.has(id);
  }

  add(id: number, part: bigint): void {
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(id, place);
    }
    if (place >= this.#sums.length) this.#sums = grown(this.#sums);
    this.#sums[place] = (this.#sums[place] ?? 0n) + part;
  }

  *sorted(): Generator<[number, bigint]> {
    const ids = Float64Array.from(this.#places.keys()).sort();
    for (const id of ids) yield [id, this.#sums[this.#places.get(id) ?? 0] ?? 0n];
  }
}

function grown(sums: BigUint64Array): BigUint64Array<ArrayBuffer> {
  const larger = new BigUint64Array(sums.length * 2);
  larger.set(sums);
  return larger;
}
