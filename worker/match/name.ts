/**
 * Parses a file name or path into possible titles, episodes and parts. Pure functions that take linear time and read
 * nothing from a source.
 */
import type { ParsedName } from "../contract/matching.ts";
import { fold } from "../text/fold.ts";
import { type ParsedTitle, type PartOfPath, readPart } from "./part-of-path.ts";
import { isCameraName, isExtra, VIDEO_EXTENSIONS } from "./release-words.ts";

export interface ExternalId {
  readonly source: "imdb" | "tmdb-movie" | "tmdb-tv";
  readonly external: string;
}

interface ReadName {
  /**
   * One to three ways to read the name, most likely first. They differ in the title, in the year, or in whether a
   * number is an episode number.
   */
  readonly readings: readonly [ParsedName, ...ParsedName[]];
  /** The ids in the name, most likely first. */
  readonly ids: readonly ExternalId[];
}

const SEASON_FOLDER =
  /^(?:season|series|saison|staffel|temporada|stagione|sezon|сезон|s)[\s._-]?(\d{1,4})$|^(\d{1,2})[\s._-]?(?:season|сезон)$/i;
/** Matches release words after a season number, as in `S01 (1080p BluRay)`. */
const RELEASE = /[\s._-]*(?:[[(]|\b\d{3,4}p\b|\bcomplete\b).*$/i;
const SPECIALS = /^specials?$/i;
/**
 * Matches a suffix such as `-trailer`. After a space or dot, only the words of the first group match, because the
 * words of the second may be the end of a title.
 */
const EXTRA_SUFFIX =
  /[-\s._](?:sample|trailer|teaser|featurette)$|-(?:behindthescenes|deleted|deletedscene|interview|scene|short|other|extra)$/i;
const SAMPLE_PREFIX = /^sample[-\s._]/i;
const EDITION_TAG = /\{edition-([^{}]{1,60})\}/i;
const ID_TAG = /[[{(](?:tmdb|imdb|tvdb|edition)[^[\](){}]{0,80}[\])}]|\btt\d{7,10}\b/gi;
const IMDB_ID = /(?<![a-z\d])tt\d{7,10}(?!\d)/gi;
const TMDB_ID = /(?<![a-z\d])tmdb(?:id)?[-=: ]?([1-9]\d{0,9})(?!\d)/gi;
/** Matches a season and episode such as `10x10`, which may also be the title of a film. */
const CROSSED = /^\d{1,2}x\d{2,3}(?![\dx-])/i;
/** Matches the episode number of a file in a season folder. */
const EPISODE = /^(?:(?:episode|episodio|folge|ep|e)[\s._-]?)?(\d{1,3})(?!\d)/i;
/** Matches an episode number at the end, as in `[Group] A Show 135`. */
const NUMBER_AT_END = /^(.{2,200}) (\d{2,4})$/;
/** Matches a word such as `Trilogy` at the end of the name of a folder with several films. */
const COLLECTION =
  /\s+(?:collection|trilogy|quadrilogy|tetralogy|anthology|saga|duology|box ?set|complete|movies|films)$/i;
/** Matches a folder for the films of a year, such as `2008` or `Movies 2008`. */
const BARE_YEAR = /^(?:(?:movies|films?|filme|year|of)\s)*((?:18[89]|19\d|20\d)\d)(?:\s(?:movies|films?))?$/i;
const MAX_IDS = 3;
const MAX_READINGS = 3;
/**
 * The maximum number of path segments to parse, counted from the file. Folders further up do not contain the title.
 */
const MAX_DEPTH = 6;

export function readName(name: string): ReadName {
  const path = decodeName(name)
    .normalize("NFC")
    .split(/[/\\]/)
    .map((part) => part.trim());
  const [file = "", ...folders] = path
    .filter((part) => part !== "")
    .slice(-MAX_DEPTH)
    .reverse();
  const filePart = readFile(file);
  const above = folders.map(readFolder);
  const titled = above.find(({ titles, collectionYear }) => titles.length > 0 && collectionYear === null);
  const season = above.find((folder) => folder.season !== null)?.season ?? null;
  const shared = season === null ? (titled?.numbering ?? null) : null;
  const hasNumbering =
    filePart.numbering !== null || shared?.season === null || shared?.episodes.length !== 0;
  const numbering = filePart.numbering ?? (hasNumbering ? shared : null);
  const inFolder = season ?? shared?.season ?? null;
  const leading = inFolder === null || numbering !== null ? undefined : EPISODE.exec(file)?.[1];
  const isSeries = numbering !== null || inFolder !== null;
  const date = numbering?.date ?? undefined;
  const parts = [filePart, ...above].flatMap(({ part }) => part ?? []);
  const details = {
    type: isSeries ? ("series" as const) : null,
    season: numbering?.season ?? inFolder,
    episodes: numbering?.episodes ?? (leading === undefined ? [] : [Number(leading)]),
    ...(date !== undefined && { date }),
    part: parts.includes("extra") ? "extra" : (parts[0] ?? null),
    edition: filePart.edition ?? titled?.edition ?? EDITION_TAG.exec(name)?.[1] ?? null,
  };
  const collectionYear = isSeries
    ? null
    : (above.find((folder) => folder.collectionYear !== null)?.collectionYear ?? null);
  // In a season folder, a file without an episode number is named after its episode rather than the series.
  const files = inFolder !== null && filePart.numbering === null ? [] : filePart.titles;
  const named = titled ?? (files.length > 0 ? undefined : above.find((folder) => folder.titles.length > 0));
  const titles = combineTitles(files, named, isSeries);
  const [first = { title: "", year: null }, ...others] = titles.map(({ title, year }) => ({
    title,
    year: date === undefined ? (year ?? (title === collectionYear ? null : collectionYear)) : null,
  }));
  const film = { ...details, type: null, season: null, episodes: [] };
  const isUncertain = filePart.numbering?.season === null || filePart.numbering?.episodes.length === 0;
  const isFilm = inFolder === null && (filePart.titles.length === 0 ? CROSSED.test(file) : isUncertain);
  const [, before, last] =
    (isSeries ? null : NUMBER_AT_END.exec(first.year === null ? first.title : "")) ?? [];
  const isListed = before !== undefined && (file.startsWith("[") || last?.startsWith("0"));
  const further = [
    ...(isListed
      ? [{ ...details, title: before, year: null, type: "series" as const, episodes: [Number(last)] }]
      : []),
    ...(isFilm ? readFilmTitles(file, titled?.titles ?? []) : [])
      .filter(({ title }) => filePart.titles.length === 0 || title !== first.title)
      .slice(0, 2)
      .map((title) => ({ ...title, ...film })),
    ...others.map((other) => ({ ...other, ...details })),
  ];
  return {
    readings: [{ ...first, ...details }, ...further.slice(0, MAX_READINGS - 1)],
    ids: extractIds([file, ...folders], isSeries),
  };
}

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
function decodeName(name: string): string {
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
    });
}

/** Returns the titles of the file. If the file has no title or no year, adds the titles of the folder. */
function combineTitles(
  fileTitles: readonly ParsedTitle[],
  folder: Folder | undefined,
  isSeries: boolean,
): readonly ParsedTitle[] {
  const [file] = fileTitles;
  const [above] = folder?.titles ?? [];
  if (folder === undefined || above === undefined) return fileTitles;
  if (file === undefined) return folder.titles;
  const isCollection = !isSeries && (folder.hasYearRange || COLLECTION.test(above.title));
  if (isCollection) {
    const joined = { title: `${above.title.replace(COLLECTION, "")} ${file.title}`, year: file.year };
    return [...fileTitles.slice(0, 2), joined, ...fileTitles.slice(2)];
  }
  const isSame = folder.titles.some(({ title }) => hasSameWords(title, file.title));
  if (file.year === null && above.year !== null)
    return isSame ? folder.titles : [...folder.titles.slice(0, 2), file];
  const hasFolderTitle = file.year === null ? folder.isRelease : file.year === above.year;
  return hasFolderTitle && !isSame ? [...fileTitles.slice(0, 2), above] : fileTitles;
}

/**
 * Returns the titles of a file whose numbers may belong to the title rather than to an episode. They do if the folder
 * has no title, if a year follows, or if the folder has the same title.
 */
function readFilmTitles(file: string, folder: readonly ParsedTitle[]): readonly ParsedTitle[] {
  const { titles } = readFile(file, false);
  const [fileTitle] = titles;
  if (fileTitle === undefined || folder.length === 0 || fileTitle.year !== null) return titles;
  return folder.filter(({ title }) => hasSameWords(title, fileTitle.title));
}

const hasSameWords = (one: string, other: string) => fold(one).join(" ") === fold(other).join(" ");

function readFile(file: string, isNumbered = true): PartOfPath {
  const dot = file.lastIndexOf(".");
  const isEnding = dot > 0 && VIDEO_EXTENSIONS.has(file.slice(dot + 1).toLowerCase());
  const name = (isEnding ? file.slice(0, dot) : file).replace(ID_TAG, " ").trim();
  const bare = name.replace(EXTRA_SUFFIX, "").replace(SAMPLE_PREFIX, "");
  const read = isCameraName(name) ? EMPTY_PART : readPart(bare, isNumbered);
  const isExtraFile = bare.length < name.length || isExtraName(name);
  return isExtraFile ? { ...read, part: "extra" } : read;
}

const isExtraName = (name: string) => isExtra(name.toLowerCase().replaceAll(/[\s._-]/g, ""));

const EMPTY_PART: PartOfPath = {
  titles: [],
  numbering: null,
  part: null,
  edition: null,
  isRelease: false,
  hasYearRange: false,
};

interface Folder extends PartOfPath {
  readonly season: number | null;
  /** The year in the name of a folder such as `Movies 2008`, or `null`. */
  readonly collectionYear: string | null;
}

function readFolder(folder: string): Folder {
  const name = folder.replace(ID_TAG, " ").trim();
  const nothing = { ...EMPTY_PART, season: null, collectionYear: null };
  const season = SEASON_FOLDER.exec(name.replace(RELEASE, ""));
  if (season !== null) return { ...nothing, season: Number(season[1] ?? season[2]) };
  if (SPECIALS.test(name)) return { ...nothing, season: 0 };
  if (isExtraName(name)) return { ...nothing, part: "extra" };
  const read = readPart(name, !CROSSED.test(name));
  const collectionYear = BARE_YEAR.exec(name.replaceAll(/[\s[\]()._-]+/g, " ").trim())?.[1] ?? null;
  return {
    ...read,
    season: read.titles.length === 0 ? (read.numbering?.season ?? null) : null,
    collectionYear,
  };
}

/**
 * Returns the ids in the path. For a film, only the ids closest to the file count, because a folder above may have
 * the id of a collection. For a series, all ids count, because the id closest to the file may be that of an episode.
 * TMDB numbers films and series separately, so a TMDB number is first taken as that of a film, then as that of a
 * series. If the name has an episode, the number can only be that of a series.
 */
function extractIds(parts: readonly string[], isSeries: boolean): ExternalId[] {
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
