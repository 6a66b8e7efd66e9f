/**
 * Reads the name of a file, or a path: which title it may be of, and what of it. Pure, and linear in the length of the
 * name; knows no origin.
 */
import type { Reading } from "../contract/matching.ts";
import { fold } from "../origins/catalog/text/fold.ts";
import { type PartOfPath, readPart, type Title } from "./part-of-path.ts";
import { isCameraName, isExtra, VIDEO_EXTENSIONS } from "./release-words.ts";

export interface ExternalId {
  readonly source: "imdb" | "tmdb-movie" | "tmdb-tv";
  readonly external: string;
}

interface ReadName {
  /** One to three, likeliest first; they differ in title and year, and in whether numbers are those of an episode. */
  readonly readings: readonly [Reading, ...Reading[]];
  /** Ids of the title, the likeliest first. */
  readonly ids: readonly ExternalId[];
}

const SEASON_FOLDER =
  /^(?:season|series|saison|staffel|temporada|stagione|sezon|сезон|s)[\s._-]?(\d{1,4})$|^(\d{1,2})[\s._-]?(?:season|сезон)$/i;
const SPECIALS = /^specials?$/i;
/** `-trailer`. The second kind also ends titles, and so needs its hyphen. */
const EXTRA_SUFFIX =
  /[-\s._](?:sample|trailer|teaser|featurette)$|-(?:behindthescenes|deleted|deletedscene|interview|scene|short|other|extra)$/i;
const SAMPLE_PREFIX = /^sample[-\s._]/i;
const EDITION_TAG = /\{edition-([^{}]{1,60})\}/i;
const ID_TAG = /[[{(](?:tmdb|imdb|tvdb|edition)[^[\](){}]{0,80}[\])}]|\btt\d{7,10}\b/gi;
const IMDB_ID = /(?<![a-z\d])tt\d{7,10}(?!\d)/gi;
const TMDB_ID = /(?<![a-z\d])tmdb(?:id)?[-=: ]?([1-9]\d{0,9})(?!\d)/gi;
/** May be the title of a film: `10x10`. */
const CROSSED = /^\d{1,2}x\d{2,3}(?![\dx-])/i;
const MAX_IDS = 3;
const MAX_READINGS = 3;
/** Folders above tell nothing. */
const MAX_DEPTH = 6;

export function readName(name: string): ReadName {
  const path = name
    .normalize("NFC")
    .split(/[/\\]/)
    .map((part) => part.trim());
  const [file = "", ...folders] = path
    .filter((part) => part !== "")
    .slice(-MAX_DEPTH)
    .reverse();
  const own = readFile(file);
  const above = folders.map(readFolder);
  const season = above.find((folder) => folder.season !== null)?.season ?? null;
  const titled = above.find(({ titles }) => titles.length > 0);
  const { numbering } = own.numbering === null && season === null && titled !== undefined ? titled : own;
  const leading = season === null || numbering !== null ? undefined : /^\d{1,3}(?!\d)/.exec(file)?.[0];
  const isSeries = numbering !== null || season !== null;
  const date = numbering?.date ?? undefined;
  const parts = [own, ...above].flatMap(({ part }) => part ?? []);
  const details = {
    type: isSeries ? ("series" as const) : null,
    season: numbering?.season ?? season,
    episodes: numbering?.episodes ?? (leading === undefined ? [] : [Number(leading)]),
    ...(date !== undefined && { date }),
    part: parts.includes("extra") ? "extra" : (parts[0] ?? null),
    edition: own.edition ?? titled?.edition ?? EDITION_TAG.exec(name)?.[1] ?? null,
  };
  // In the folder of a season, a file without an episode's number has that episode's title.
  const titles = titlesOf(season !== null && own.numbering === null ? [] : own.titles, titled?.titles ?? []);
  const [first = { title: "", year: null }, ...others] = titles.map(({ title, year }) => ({
    title,
    year: date === undefined ? year : null,
  }));
  const film = { ...details, type: null, season: null, episodes: [] };
  const isCrossed = season === null && own.titles.length === 0 && CROSSED.test(file);
  const further = [
    ...others.map((other) => ({ ...other, ...details })),
    ...(isCrossed ? filmTitles(file, titled?.titles ?? []) : []).map((title) => ({ ...title, ...film })),
  ];
  return {
    readings: [{ ...first, ...details }, ...further.slice(0, MAX_READINGS - 1)],
    ids: idsIn([file, ...folders], isSeries),
  };
}

/** Titles of the file, or of the folder, if the file has none, or no year. */
function titlesOf(own: readonly Title[], folder: readonly Title[]): readonly Title[] {
  const [file] = own;
  const year = folder[0]?.year ?? null;
  if (file === undefined) return folder;
  if (file.year !== null || year === null) return own;
  const isSame = folder.some(({ title }) => sameWords(title, file.title));
  return isSame ? folder : [...folder.slice(0, 2), file];
}

/** Titles of a file whose numbers may be its title: it has no other, a year follows, or the folder has the same title. */
function filmTitles(file: string, folder: readonly Title[]): readonly Title[] {
  const { titles } = readFile(file, false);
  const [own] = titles;
  if (own === undefined || folder.length === 0 || own.year !== null) return titles;
  return folder.filter(({ title }) => sameWords(title, own.title));
}

const sameWords = (one: string, other: string) => fold(one).join(" ") === fold(other).join(" ");

function readFile(file: string, isNumbered = true): PartOfPath {
  const dot = file.lastIndexOf(".");
  const isEnding = dot > 0 && VIDEO_EXTENSIONS.has(file.slice(dot + 1).toLowerCase());
  const name = (isEnding ? file.slice(0, dot) : file).replace(ID_TAG, " ").trim();
  const bare = name.replace(EXTRA_SUFFIX, "").replace(SAMPLE_PREFIX, "");
  const read = isCameraName(name) ? NOTHING : readPart(bare, isNumbered);
  const isExtraFile = bare.length < name.length || isExtraName(name);
  return isExtraFile ? { ...read, part: "extra" } : read;
}

const isExtraName = (name: string) => isExtra(name.toLowerCase().replaceAll(/[\s._-]/g, ""));

const NOTHING: PartOfPath = { titles: [], numbering: null, part: null, edition: null };

interface Folder extends PartOfPath {
  readonly season: number | null;
}

function readFolder(folder: string): Folder {
  const name = folder.replace(ID_TAG, " ").trim();
  const season = SEASON_FOLDER.exec(name);
  if (season !== null) return { ...NOTHING, season: Number(season[1] ?? season[2]) };
  if (SPECIALS.test(name)) return { ...NOTHING, season: 0 };
  if (isExtraName(name)) return { ...NOTHING, part: "extra", season: null };
  return { ...readPart(name, !CROSSED.test(name)), season: null };
}

/**
 * The ids nearest to the file: a folder above may have the id of a collection. Only the file of an episode may have an id of
 * its own, which names no series. TMDB numbers films and series apart: the kind that the name says comes first.
 */
function idsIn(parts: readonly string[], isSeries: boolean): ExternalId[] {
  const kinds = isSeries ? (["tmdb-tv", "tmdb-movie"] as const) : (["tmdb-movie", "tmdb-tv"] as const);
  const found = parts.map((part) => {
    const imdb = (part.match(IMDB_ID) ?? []).map((id) => ({
      source: "imdb" as const,
      external: id.toLowerCase(),
    }));
    const tmdb = [...part.matchAll(TMDB_ID)].flatMap(([, external = ""]) =>
      kinds.map((source) => ({ source, external })),
    );
    return [...imdb, ...tmdb];
  });
  const nearest = found.find((ids) => ids.length > 0) ?? [];
  return (isSeries ? found.flat() : nearest).slice(0, MAX_IDS);
}
