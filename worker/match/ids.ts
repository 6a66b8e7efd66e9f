/** Finds ids of other sources in names and in URLs. Decodes percent-encoding and HTML entities. */
import type { FindQuery } from "../contract/query.ts";

export type ExternalId = Pick<FindQuery, "source" | "external">;

export const ID_TAG = /[[{(](?:tmdb|imdb|tvdb|edition)[^[\](){}]{0,80}[\])}]|\btt\d{7,10}\b/gi;
const IMDB_ID = /(?<![a-z\d])tt\d{7,10}(?!\d)/gi;
const TMDB_ID = /(?<![a-z\d])tmdb(?:id)?[-=: ]?([1-9]\d{0,9})(?!\d)/gi;
const MAX_IDS = 3;

const ENTITIES: Record<string, string> = {
  amp: "&",
  apos: "'",
  rsquo: "'",
  lsquo: "'",
  nbsp: " ",
  ndash: "-",
  mdash: "-",
};

/**
 * Decodes percent-encoding and HTML entities. `&eacute;` becomes a plain letter. An unknown entity becomes a space.
 */
export function decodeName(name: string): string {
  return name
    .replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes;
      }
    })
    .replaceAll(/&(#x[\da-f]{1,5}|#\d{1,6}|[a-z]{2,8});/gi, (_, entity: string) => {
      const code = Number(entity.replace(/^#(x?)/i, (__, x) => (x === "" ? "" : "0x")));
      if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : "";
      return (
        ENTITIES[entity] ??
        /^([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|slash)$/i.exec(entity)?.[1] ??
        " "
      );
    })
    .toWellFormed();
}

/**
 * Returns the ids in the path. For a film, only the ids closest to the file count, because a folder above may have
 * the id of a collection. For a series, all ids count, because the id closest to the file may be that of an episode.
 * TMDB numbers films and series separately, so a TMDB number is first taken as that of a film, then as that of a
 * series. If the name has an episode, the number can only be that of a series.
 */
export function extractIds(parts: readonly string[], isSeries: boolean): ExternalId[] {
  const kinds = isSeries ? (["tmdb-tv"] as const) : (["tmdb-movie", "tmdb-tv"] as const);
  const idsByPart = parts.map((part) => {
    const imdb = (part.match(IMDB_ID) ?? []).map((id) => ({
      source: "imdb" as const,
      external: id.toLowerCase(),
    }));
    const tmdb = [...part.matchAll(TMDB_ID)].flatMap(([, external = ""]) =>
      kinds.map((source) => ({ source, external })),
    );
    return [...imdb, ...tmdb];
  });
  const nearest = idsByPart.find((ids) => ids.length > 0) ?? [];
  return (isSeries ? idsByPart.flat() : nearest).slice(0, MAX_IDS);
}
