/**
 * What a source has and the live catalog lacks: their digests are compared, a chunk of neighbouring ids at a time, so
 * memory holds little more than the ids. People are compared after the titles are updated, since only people with credits
 * have other names in a catalog.
 */
import { chunkOf, comparedChunk, digestText, externalText, sumOf, unpackDigests } from "../load/digest.ts";
import { otherNamesOf } from "../load/people.ts";
import { type Connection, query } from "../load/statements.ts";
import type { ChosenTitles, TitlesById } from "../sources/chosen.ts";
import type { Change } from "./change.ts";
import { digestOf, popularityDigest } from "./titles.ts";

interface TitleDifferences {
  readonly put: readonly number[];
  readonly removed: readonly number[];
}

/** `report`: called with the number of titles compared so far. */
export async function differentTitles(
  live: Connection,
  source: TitlesById,
  report: (count: number) => void,
): Promise<TitleDifferences> {
  const own = Map.groupBy(source.titleIds(), (id) => chunkOf("title", id));
  const put: number[] = [];
  const removed: number[] = [];
  let count = 0;
  for await (const { chunk, digests, compared } of digestsOf(live, "title", own.keys())) {
    const ids = own.get(chunk) ?? [];
    for (const id of ids) {
      const title = source.title(id);
      const isSame =
        digests.get(id) === digestText(digestOf(title)) &&
        compared.get(id) === digestText(popularityDigest(title));
      if (!isSame) put.push(id);
      count += 1;
    }
    report(count);
    const known = new Set(ids);
    removed.push(...[...digests.keys()].filter((id) => !known.has(id)));
  }
  return { put, removed };
}

export async function differentPeople(live: Connection, source: ComparedSource): Promise<number[]> {
  const own = Map.groupBy(source.byId.personIds(), (id) => chunkOf("person", id));
  const different: number[] = [];
  for await (const { chunk, digests, compared } of digestsOf(live, "person", own.keys())) {
    for (const id of new Set([...(own.get(chunk) ?? []), ...compared.keys()])) {
      const { otherNames, external } = personIn(source, id);
      const names = digests.has(id) && otherNames !== "" ? [otherNames] : [];
      const texts = [...names, ...external.map(([from, other]) => externalText(from, other))];
      const digest = texts.length === 0 ? undefined : digestText(sumOf(texts));
      if (digest !== compared.get(id)) different.push(id);
    }
  }
  return different;
}

interface ComparedSource {
  readonly byId: TitlesById;
  readonly personDetails: ChosenTitles["personDetails"];
}

function personIn({ byId, personDetails }: ComparedSource, id: number) {
  return { otherNames: otherNamesOf(personDetails(id)).join("\n"), external: byId.personExternal(id) };
}

export function* titleChanges(source: TitlesById, { put, removed }: TitleDifferences): Generator<Change> {
  for (const id of removed) yield { op: "remove", kind: "title", id };
  for (const id of put) yield { op: "put", kind: "title", id, whole: source.title(id) };
}

export function* peopleChanges(source: ComparedSource, ids: readonly number[]): Generator<Change> {
  for (const id of ids) yield { op: "put", kind: "person", id, ...personIn(source, id) };
}

interface ComparedChunk {
  readonly chunk: number;
  /** By id. */
  readonly digests: ReadonlyMap<number, string>;
  /** Of what only updates compare. */
  readonly compared: ReadonlyMap<number, string>;
}

/** Chunks in one read: about a megabyte. */
const PAGE = 25;

/** The chunks of the catalog, and of the source. */
async function* digestsOf(
  live: Connection,
  kind: "title" | "person",
  own: Iterable<number>,
): AsyncGenerator<ComparedChunk> {
  const [all = []] = await query(live, ["SELECT chunk FROM catalog_digest"]);
  const parity = chunkOf(kind, 0);
  const stored = all
    .map(({ chunk }) => Number(chunk))
    .map((chunk) => (chunk < 0 ? comparedChunk(chunk) : chunk));
  const chunks = [...new Set([...own, ...stored.filter((chunk) => chunk % 2 === parity)])];
  for (let from = 0; from < chunks.length; from += PAGE) {
    const some = chunks.slice(from, from + PAGE);
    const [rows = []] = await query(live, [
      {
        sql: "SELECT chunk, digests FROM json_each(?1) AS asked CROSS JOIN catalog_digest ON chunk = asked.value",
        parameter: some.flatMap((chunk) => [chunk, comparedChunk(chunk)]),
      },
    ]);
    const texts = new Map(rows.map(({ chunk, digests }) => [Number(chunk), String(digests)]));
    const at = (chunk: number) => unpackDigests(chunk, texts.get(chunk) ?? "");
    for (const chunk of some) yield { chunk, digests: at(chunk), compared: at(comparedChunk(chunk)) };
  }
}
