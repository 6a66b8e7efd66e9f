/**
 * The engines people run in a process beside a catalog, each set up as its own guide
 * advises for titles: prefixes, typing mistakes, popularity. All get the same titles and
 * alternative titles, folded by the engine itself. Loaded by `relevance.ts` where they are installed.
 */
import { create, insertMultiple, search as searchOrama } from "@orama/orama";
import Fuse from "fuse.js";
import MiniSearch, { type SearchResult } from "minisearch";
import type { BuildEngine, Engine, Indexed } from "./relevance.ts";

const FOUND = 20;
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
const boost = (popularity: number) => 1 + Math.log10(1 + popularity) / 5;

function miniSearch(titles: readonly Indexed[]): Engine {
  const engine = new MiniSearch<Indexed>({
    fields: ["title", "original", "aliases"],
    storeFields: ["popularity", "year"],
    processTerm: plain,
    searchOptions: {
      boost: { title: 3, original: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 3 ? 0.25 : false),
      boostDocument: (_id, _term, stored) => boost(Number(stored?.popularity ?? 0)),
    },
  });
  engine.addAll(titles);
  return {
    name: "MiniSearch",
    search(text, year) {
      const filter = year === null ? {} : { filter: (found: SearchResult) => found.year === year };
      const all = engine.search(text, { combineWith: "AND", ...filter });
      const found = all.length > 0 ? all : engine.search(text, filter);
      return found.slice(0, FOUND).map(({ id }) => Number(id));
    },
  };
}

function fuse(titles: readonly Indexed[]): Engine {
  const engine = new Fuse(titles, {
    keys: [{ name: "title", weight: 3 }, { name: "original", weight: 2 }, "aliases"],
    ignoreDiacritics: true,
    includeScore: true,
    threshold: 0.35,
  });
  return {
    name: "Fuse.js",
    search(text, year) {
      const found = engine.search(text).filter(({ item }) => year === null || item.year === year);
      const scored = found.map(({ item, score = 1 }) => ({
        id: item.id,
        score: (1 - score) * boost(item.popularity),
      }));
      return scored
        .sort((a, b) => b.score - a.score)
        .slice(0, FOUND)
        .map(({ id }) => id);
    },
  };
}

async function orama(titles: readonly Indexed[]): Promise<Engine> {
  const schema = { title: "string", original: "string", aliases: "string", year: "enum" } as const;
  const engine = create({ schema });
  await insertMultiple(
    engine,
    titles.map(({ id, title, original, aliases, year }) => ({
      id: String(id),
      title: plain(title),
      original: plain(original),
      aliases: plain(aliases),
      year,
    })),
  );
  const popularity = new Map(titles.map((title) => [String(title.id), title.popularity]));
  return {
    name: "Orama",
    async search(text, year) {
      const asked = {
        term: plain(text),
        properties: ["title", "original", "aliases"] as ("title" | "original" | "aliases")[],
        boost: { title: 3, original: 2 },
        tolerance: 1,
        limit: FOUND * 5,
        ...(year === null ? {} : { where: { year: { eq: year } } }),
      };
      // 0: every word has to match.
      const strict = await searchOrama(engine, { ...asked, threshold: 0 });
      const { hits } = strict.count > 0 ? strict : await searchOrama(engine, asked);
      const scored = hits.map(({ id, score }) => ({
        id: Number(id),
        score: score * boost(popularity.get(id) ?? 0),
      }));
      return scored
        .sort((a, b) => b.score - a.score)
        .slice(0, FOUND)
        .map(({ id }) => id);
    },
  };
}

export const ENGINES: readonly BuildEngine[] = [miniSearch, orama, fuse];
