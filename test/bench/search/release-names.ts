/** Release names made from titles, always the same for the same titles. */
import type { CatalogEntry } from "../../../tools/catalog/load/rows.ts";
import { keysOf } from "../../../worker/origins/catalog/stored/names.ts";
import { fold } from "../../../worker/origins/catalog/text/fold.ts";
import { pieces } from "../../../worker/origins/catalog/text/words.ts";

export interface ReleaseName {
  readonly name: string;
  readonly id: number;
  /** What the name was made from: the title, the original title, another name. */
  readonly kind: string;
}

const MOVIES: readonly ((title: string, year: string) => string)[] = [
  (title, year) => `${dotted(title)}.${year}.1080p.BluRay.x264-SPARKS.mkv`,
  (title, year) => `${dotted(title)}.${year}.2160p.WEB-DL.DDP5.1.Atmos.HDR.H.265-FLUX.mkv`,
  (title, year) => `${title} (${year}).mkv`,
  (title, year) => `${title} (${year}) [1080p] [BluRay] [5.1] [YTS.MX].mp4`,
  (title, year) => `${title} (${year})/${dotted(title)}.${year}.720p.HDTV.x264-DIM.mkv`,
  (title, year) => `Movies/${title} (${year})/${title} (${year}) - CD1.avi`,
  (title, year) => `${title.replaceAll(" ", "_")}_(${year})_[DVDRip].avi`,
  (title, year) => `${dotted(title)}.${year}.EXTENDED.German.DL.1080p.BluRay.x265-GRP.mkv`,
  (title, year) => `${dotted(title)}.${year}.PROPER.LIMITED.DVDRip.XviD-AMIABLE.avi`,
  (title, year) => `[Group] ${title} (${year}) [BD 1080p HEVC 10bit].mkv`,
  (title, year) => `${title} (${year})/VIDEO_TS/VTS_01_1.VOB`,
  (title, year) => `${dotted(title)}.${year}.Directors.Cut.1080p.BluRay.mkv`,
];
const SERIES: typeof MOVIES = [
  (title, year) => `${dotted(title)}.${year}.S01E02.1080p.WEB.H264-NTB.mkv`,
  (title, year) => `${title} (${year})/Season 01/${title} - S01E03 - Pilot.mkv`,
  (title, year) => `${title} (${year})/Season 2/S02E01.mkv`,
  (title, year) => `${title} (${year}) - 1x02 - Name.avi`,
  (title, year) => `${dotted(title)}.${year}.S02.COMPLETE.720p.BluRay.x264-GRP`,
];
/** The share of names with a year, where it is not needed to tell titles apart. */
const WITH_YEAR = 0.85;

export function releaseNames(entries: readonly CatalogEntry[], count: number): ReleaseName[] {
  const random = randomFrom(7);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const holders = holdersOf(entries);
  const names: ReleaseName[] = [];
  while (names.length < count) {
    const { record, aliases } = pick(entries);
    const { id, title, original_title, year, type } = record;
    const [kind, own] = pick([
      ...Array(7).fill(["title", title] as const),
      ["original title", original_title],
      ["other name", aliases.length === 0 ? title : pick(aliases)],
    ]) as [string, string];
    const keys = keysOf(wordsOf(own));
    const isAlone = keys.every((key) => holders.get(key)?.size === 1);
    if (year === "" || keys.length === 0) continue;
    const make = pick(type === "series" ? SERIES : MOVIES);
    const isDated = !isAlone || random() < WITH_YEAR;
    const name = make(own.replaceAll(/[/\\]/g, " "), isDated ? year : "@").replaceAll(/[._ ]?\(?@\)?/g, "");
    names.push({ name, id, kind: `${kind}${isDated ? "" : ", no year"}` });
  }
  return names;
}

/** As groups write titles. */
const dotted = (title: string) =>
  title
    .replaceAll(/['’!?,:;()"[\]]/g, "")
    .replaceAll("&", "and")
    .replaceAll(/[\s.]+/g, ".");

const wordsOf = (title: string) => fold(title).flatMap(pieces);

/** The titles that have each name. */
function holdersOf(entries: readonly CatalogEntry[]): Map<string, Set<number>> {
  const holders = new Map<string, Set<number>>();
  for (const { record, aliases } of entries) {
    for (const name of [record.title, record.original_title, ...aliases]) {
      for (const key of keysOf(wordsOf(name)))
        holders.set(key, (holders.get(key) ?? new Set()).add(record.id));
    }
  }
  return holders;
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
