/**
 * Parses a file name or path into readings: possible titles, each with a consistent set of years, episodes and parts.
 * Pure functions that take linear time and read nothing from a source. They propose, and the catalog chooses.
 */
import type { ParsedName } from "../contract/matching.ts";
import { fold } from "../text/fold.ts";
import { decodeName, type ExternalId, extractIds, ID_TAG } from "./ids.ts";
import {
  EPISODE_WORDS,
  isCameraName,
  isExtrasName,
  SEASON_WORDS,
  VIDEO_EXTENSIONS,
} from "./release-words.ts";
import { LIKELY, readSegment, type Segment, type TitleReading } from "./segment.ts";

export interface Reading {
  readonly read: ParsedName;
  /** How doubtful it is that the words of the reading are a title: `LIKELY`, `UNLIKELY` or `DOUBTFUL`. */
  readonly doubt: TitleReading["doubt"];
  /** The country in the name, or `null`. */
  readonly country: string | null;
  /** Whether the reading is only possible if the catalog has the episode. */
  readonly needsEpisode: boolean;
  /** Whether the number of a file in a folder is taken as that of an episode. */
  readonly isGuess: boolean;
}

interface ReadName {
  /** The ways to read the name, most likely first. */
  readonly readings: readonly [Reading, ...Reading[]];
  /** The ids in the name, most likely first. */
  readonly ids: readonly ExternalId[];
}

const SEASON_FOLDER = new RegExp(
  String.raw`^(?:${SEASON_WORDS}|series|s)[\s._-]{0,3}(\d{1,4})$|^(\d{1,2})[ªº°a]?[\s._-]{0,2}${SEASON_WORDS}$|^第?(\d{1,2})[季期]$`,
  "iu",
);
/** Matches release words after a season number, as in `S01 (1080p BluRay)`. */
const RELEASE = /[\s._-]*(?:[[(]|\b\d{3,4}p\b|\bcomplete\b).*$/i;
const SPECIALS = /^specials?$/i;
/**
 * Matches a suffix such as `-trailer`. After a space or dot, only the words of the first group match, because the
 * words of the second may be the end of a title.
 */
const EXTRA_SUFFIX =
  /[-\s._](?:sample|trailer|teaser|featurette)$|-(?:behindthescenes|deleted|deletedscene|interview|scene|short|clip|other|extra)$/i;
const EPISODE_SUFFIX =
  /-(?:sample|trailer|teaser|featurette|behindthescenes|deleted|deletedscene|interview|scene|short|clip|other|extra)$/i;
const SAMPLE_PREFIX = /^sample[-\s._]/i;
const EDITION_TAG = /\{edition-([^{}]{1,60})\}/i;
/** Matches a season and episode such as `10x10`, which may also be the title of a film. */
const CROSSED = /^\d{1,2}x\d{2,3}(?![\dx-])/i;
/** Matches the episode number of a file in a season folder. */
const EPISODE = new RegExp(
  String.raw`^(?:(?:${EPISODE_WORDS}|chapter|part|e)[\s._#-]{0,3})?(\d{1,4})(?!\d)`,
  "iu",
);
/** Matches the number of a file that may be an episode of the series in the folder's name. */
const NUMBERED_FILE = /^(?:(?:part|chapter)[\s._#-]{0,3}(\d{1,3})(?=$|\.\w{2,4}$|[\s._]-)|(\d{1,3})\s?-\s)/iu;
/** Matches an episode number at the end, as in `[Group] A Show 135`. */
const NUMBER_AT_END = /^(.{2,200}) (\d{2,4})$/;
/** Matches a word such as `Trilogy` at the end of the name of a folder with several films. */
const COLLECTION =
  /\s+(?:collection|trilogy|quadrilogy|tetralogy|anthology|saga|duology|box ?set|complete|movies|films)$/i;
/** Matches a folder for the films of a year, such as `2008` or `Movies 2008`. */
const BARE_YEAR = /^(?:(?:movies|films?|filme|year|of)\s)*((?:18[89]|19\d|20\d)\d)(?:\s(?:movies|films?))?$/i;
const MAX_READINGS = 24;
/**
 * The maximum number of path segments to parse, counted from the file. Folders further up do not contain the title.
 */
const MAX_DEPTH = 6;
/** The maximum length of a path segment. File systems allow 255 bytes. */
const MAX_SEGMENT = 255;

export function readName(name: string): ReadName {
  const path = decodeName(name)
    .normalize("NFC")
    .split(/[/\\]/)
    .map((part) => part.trim().slice(0, MAX_SEGMENT).toWellFormed());
  const [file = "", ...folders] = path
    .filter((part) => part !== "")
    .slice(-MAX_DEPTH)
    .reverse();
  const filePart = readFile(file);
  const above = folders.map(readFolder);
  const place = findPlace(above);
  const { titled, season, isExtra } = place;
  const shared = season === null ? (titled?.numbering ?? null) : null;
  const hasNumbering =
    filePart.numbering !== null || shared?.season === null || shared?.episodes.length !== 0;
  const numbering = filePart.numbering ?? (hasNumbering ? shared : null);
  const inFolder = season ?? shared?.season ?? null;
  const leading = inFolder === null || numbering !== null ? undefined : EPISODE.exec(file)?.[1];
  const isSeries = numbering !== null || inFolder !== null;
  const date = numbering?.date ?? undefined;
  const details = {
    type: isSeries ? ("series" as const) : null,
    season: numbering?.season ?? inFolder,
    episodes: isExtra ? [] : [...(numbering?.episodes ?? (leading === undefined ? [] : [Number(leading)]))],
    ...(date !== undefined && { date }),
    part: isExtra ? "extra" : (filePart.part ?? above.flatMap(({ part }) => part ?? [])[0] ?? null),
    edition: filePart.edition ?? titled?.edition ?? EDITION_TAG.exec(name)?.[1] ?? null,
  };
  const collectionYear = isSeries ? null : place.collectionYear;
  const toReading = (
    { title, year, doubt, country, numbers }: TitleReading,
    more: Partial<ParsedName> = {},
    isGuess = false,
  ): Reading => ({
    read: {
      title,
      year: date === undefined ? (year ?? (title === collectionYear ? null : collectionYear)) : null,
      ...details,
      ...(numbers !== undefined && {
        type: "series",
        season: numbers.season,
        episodes: numbers.episode === null ? [] : [numbers.episode],
      }),
      ...more,
    },
    doubt,
    country: country ?? null,
    needsEpisode: numbers !== undefined || isGuess,
    isGuess,
  });

  // In a season folder, a file without an episode number is named after its episode rather than the series.
  const isNamedAfterEpisode = inFolder !== null && filePart.numbering === null;
  const numberedFolder = isSeries ? place.numbered : undefined;
  const files = isExtra || isNamedAfterEpisode ? [] : filePart.titles;
  const named = titled ?? (files.length > 0 ? undefined : above.find((folder) => folder.titles.length > 0));
  const combined = combineTitles(files, named, isSeries);
  const first = combined.find(({ numbers }) => numbers === undefined) ?? numberedFolder;
  const others = combined.filter((title) => title !== first);
  const film: Partial<ParsedName> = { type: null, season: null, episodes: [] };
  const isUncertain = filePart.numbering !== null && !filePart.numbering.isCertain;
  const isFilm = !isExtra && inFolder === null && isUncertain;
  const [, before, last] =
    (isSeries ? null : NUMBER_AT_END.exec(first?.year === null ? first.title : "")) ?? [];
  const isListed = before !== undefined && (file.startsWith("[") || last?.startsWith("0"));
  const guess =
    titled === undefined || isExtra || inFolder !== null || filePart.numbering !== null
      ? null
      : NUMBERED_FILE.exec(file);
  const guessed = guess === null || files[0]?.year != null ? [] : (titled?.titles ?? []).slice(0, 1);
  const readings = [
    ...guessed
      .filter(({ title }) => !files.some((one) => hasSameWords(one.title, title)))
      .map((title) =>
        toReading(title, { type: "series", episodes: [Number(guess?.[1] ?? guess?.[2])] }, true),
      ),
    ...(isListed
      ? [
          toReading(
            { title: before, year: null, doubt: LIKELY },
            { type: "series", episodes: [Number(last)] },
          ),
        ]
      : []),
    ...others.map((other) => toReading(other)),
    ...(isFilm ? readFilmTitles(file, titled?.titles ?? []) : [])
      .filter(({ title }) => filePart.titles.length === 0 || title !== first?.title)
      .map((title) => toReading(title, film)),
    ...(isNamedAfterEpisode && !isExtra ? filePart.titles : [])
      .filter(({ numbers }) => numbers?.season === inFolder)
      .map((title) => toReading({ ...title, doubt: LIKELY })),
  ];
  const main = toReading(first ?? { title: "", year: null, doubt: LIKELY });
  const sorted = readings.toSorted((one, other) => one.doubt - other.doubt);
  return {
    readings: [main, ...sorted].slice(0, MAX_READINGS) as [Reading, ...Reading[]],
    ids: extractIds([file, ...folders], isSeries),
  };
}

/** Returns true for a release name or a path, which nobody types as a query. */
export function isFileName(text: string): boolean {
  const [file = "", ...folders] = text.split(/[/\\]/).reverse();
  const ending = /\.(\w{2,5})$/.exec(file)?.[1]?.toLowerCase() ?? "";
  if (VIDEO_EXTENSIONS.has(ending)) return true;
  const { titles, numbering, isRelease } = readFile(file);
  const isDotted = folders.length > 0 || !file.includes(" ") || /[[\]()]/.test(file);
  return isRelease && isDotted && (numbering !== null || titles.some(({ year }) => year !== null));
}

interface Place {
  /** The folder that names the title. */
  readonly titled: Folder | undefined;
  readonly season: number | null;
  readonly isExtra: boolean;
  readonly collectionYear: string | null;
  /** The title if it is a number, as in `24/Season 1`. */
  readonly numbered: TitleReading | undefined;
}

/** Finds the folder of the title. It is above a season folder, and above a folder of extras. */
function findPlace(above: readonly Folder[]): Place {
  const isTitled = ({ titles, collectionYear }: Folder) => titles.length > 0 && collectionYear === null;
  const extras = above.findIndex(({ isExtras }, at) => isExtras && above.slice(at + 1).some(isTitled));
  const season = above.findIndex((folder) => folder.season !== null);
  const begins = Math.max(extras, season) + 1;
  return {
    titled: above.slice(begins).find(isTitled) ?? above.find(isTitled),
    season: above[season]?.season ?? null,
    isExtra: extras >= 0,
    collectionYear: above.find((folder) => folder.collectionYear !== null)?.collectionYear ?? null,
    numbered:
      above[begins] && /^\d{1,4}$/.test(above[begins].name)
        ? { title: above[begins].name, year: null, doubt: LIKELY }
        : undefined,
  };
}

/** Returns the titles of the file. If the file has no title or no year, adds the titles of the folder. */
function combineTitles(
  fileTitles: readonly TitleReading[],
  folder: Folder | undefined,
  isSeries: boolean,
): readonly TitleReading[] {
  const [file] = fileTitles;
  const [above] = folder?.titles ?? [];
  if (folder === undefined || above === undefined) return fileTitles;
  if (file === undefined) return folder.titles;
  const isCollection = !isSeries && (folder.hasYearRange || COLLECTION.test(above.title));
  if (isCollection) {
    const joined: TitleReading = {
      title: `${above.title.replace(COLLECTION, "")} ${file.title}`,
      year: file.year,
      doubt: LIKELY,
    };
    return [...fileTitles.slice(0, 2), joined, ...fileTitles.slice(2)];
  }
  const isSame = folder.titles.some(({ title }) => hasSameWords(title, file.title));
  if (file.year === null && above.year !== null)
    return isSame ? folder.titles : [...folder.titles.slice(0, 2), ...fileTitles];
  const hasFolderTitle = file.year === null ? folder.isRelease : file.year === above.year;
  if (isSame) return [...fileTitles, ...folder.titles];
  return hasFolderTitle ? [...fileTitles.slice(0, 2), above, ...fileTitles.slice(2)] : fileTitles;
}

/**
 * Returns the titles of a file whose numbers may belong to the title rather than to an episode. They do if the folder
 * has no title, if a year follows, or if the folder has the same title.
 */
function readFilmTitles(file: string, folder: readonly TitleReading[]): readonly TitleReading[] {
  const { titles } = readFile(file, false);
  const [fileTitle] = titles;
  if (fileTitle === undefined || folder.length === 0 || fileTitle.year !== null) return titles;
  return folder.filter(({ title }) => hasSameWords(title, fileTitle.title));
}

const hasSameWords = (one: string, other: string) => fold(one).join(" ") === fold(other).join(" ");

function readFile(file: string, isNumbered = true): Segment {
  const dot = file.lastIndexOf(".");
  const isEnding = dot > 0 && VIDEO_EXTENSIONS.has(file.slice(dot + 1).toLowerCase());
  const name = (isEnding ? file.slice(0, dot) : file).replace(ID_TAG, " ").trim();
  const stripped = name.replace(SAMPLE_PREFIX, "");
  const coded = readSegment(stripped, isNumbered);
  const hasCode = coded.numbering !== null && coded.numbering.episodes.length > 0;
  const bare = stripped.replace(hasCode ? EPISODE_SUFFIX : EXTRA_SUFFIX, "");
  const read = isCameraName(name) ? EMPTY_SEGMENT : bare === stripped ? coded : readSegment(bare, isNumbered);
  return bare.length < name.length || isExtrasName(name) ? { ...read, part: "extra" } : read;
}

const EMPTY_SEGMENT: Segment = {
  titles: [],
  numbering: null,
  part: null,
  edition: null,
  isRelease: false,
  hasYearRange: false,
};

interface Folder extends Segment {
  readonly name: string;
  readonly season: number | null;
  /** The year in the name of a folder such as `Movies 2008`, or `null`. */
  readonly collectionYear: string | null;
  readonly isExtras: boolean;
}

function readFolder(folder: string): Folder {
  const name = folder.replace(ID_TAG, " ").trim();
  const nothing = { ...EMPTY_SEGMENT, name, season: null, collectionYear: null, isExtras: false };
  const [, behind, before, chinese] = SEASON_FOLDER.exec(name.replace(RELEASE, "")) ?? [];
  const season = behind ?? before ?? chinese;
  if (season !== undefined) return { ...nothing, season: Number(season) };
  if (SPECIALS.test(name)) return { ...nothing, season: 0 };
  const read = readSegment(name, !CROSSED.test(name));
  const collectionYear = BARE_YEAR.exec(name.replaceAll(/[\s[\]()._-]+/g, " ").trim())?.[1] ?? null;
  return {
    ...read,
    name,
    part: read.part === "extra" ? null : read.part,
    season: read.titles.length === 0 ? (read.numbering?.season ?? null) : null,
    collectionYear,
    isExtras: isExtrasName(name),
  };
}
