/**
 * Digests of titles and people, to find those that differ between two generations without reading the catalogs. A digest is
 * the sum of 64 bits of the SHA-1 of each part, in any order: the record with its names and translations, the credits, ids
 * in other sources. It covers all that readers can see of a title or person by its id but the number of votes, which may be as old
 * as a response may be: almost every title has new ones. No ranks either: one more vote would change every rank below.
 *
 * Stored by chunks of neighbouring ids: for each id, in order, three digits for the id within its chunk, sixteen for its
 * digest, hexadecimal.
 */
import { hash } from "node:crypto";
import type { CatalogEntry } from "./rows.ts";
import { COLUMNS, type Row, type Table } from "./tables.ts";

export type DigestKind = "title" | "person";

export const titleText = ({ record, language, aliases, workingTitles, translations }: CatalogEntry) =>
  JSON.stringify([record, language, aliases, workingTitles, [...translations]]);

export const externalText = (source: string, external: string) => `${source} ${external}`;

/** Not in the digest of a person as they are: `titles` has ranks. */
const LEFT_OUT: ReadonlySet<string> = new Set(["rank", "id", "fame", "titles"]);

/** `row`: of the table `person`. */
export function personText(row: Row, idAt: (rank: number) => number | undefined): string {
  const shown = row.filter((_, at) => !LEFT_OUT.has(COLUMNS.person[at] ?? ""));
  const ranks = String(row[COLUMNS.person.indexOf("titles")]).split(",");
  return JSON.stringify([shown, ranks.map((rank) => idAt(Number(rank)))]);
}

/** One part of a digest. */
export const partOf = (text: string): bigint => hash("sha1", text, "buffer").readBigUInt64LE();

const IDS = 1_024;
const ID_DIGITS = 3;
const DIGITS = 16;

export const chunkOf = (kind: DigestKind, id: number) =>
  2 * Math.floor(id / IDS) + (kind === "title" ? 0 : 1);

export function packDigests(digests: Iterable<readonly [id: number, digest: bigint]>): string {
  let packed = "";
  for (const [id, digest] of digests)
    packed += hexadecimal(id % IDS, ID_DIGITS) + hexadecimal(digest, DIGITS);
  return packed;
}

const hexadecimal = (value: number | bigint, digits: number) => value.toString(16).padStart(digits, "0");

/** By id. */
export function unpackDigests(chunk: number, packed: string): Map<number, string> {
  const digests = new Map<number, string>();
  for (let at = 0; at < packed.length; at += ID_DIGITS + DIGITS) {
    const id = Math.floor(chunk / 2) * IDS + Number.parseInt(packed.slice(at, at + ID_DIGITS), 16);
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
  readonly #kinds: Record<DigestKind, Sums> = { title: new Sums(), person: new Sums() };

  add(kind: DigestKind, id: number, text: string): void {
    this.#kinds[kind].add(id, partOf(text));
  }

  /** Only for a title or person that has a part already. */
  addTo(kind: DigestKind, id: number, text: string): void {
    if (this.#kinds[kind].has(id)) this.add(kind, id, text);
  }

  *rows(): Generator<[Table, Row]> {
    for (const kind of ["title", "person"] as const) {
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

/** Sums of 64 bits by id: a typed array, since there are millions. */
class Sums {
  readonly #places = new Map<number, number>();
  #sums = new BigUint64Array(1 << 10);

  has(id: number): boolean {
    return this.#places.has(id);
  }

  add(id: number, part: bigint): void {
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(id, place);
      if (place === this.#sums.length) this.#sums = grown(this.#sums);
    }
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
