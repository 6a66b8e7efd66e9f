/** Finds the season that a query names, such as "Breaking Bad season 2", and the episode after it, if any. */
import { NO_FILTER } from "../../../worker/contract/filter.ts";
import { UNPAGED } from "../../../worker/contract/query.ts";
import type { TitleRecord } from "../../../worker/contract/record.ts";
import type { Season } from "../../../worker/contract/seasons.ts";
import { fold } from "../../../worker/text/fold.ts";
import { canonical, isArticle } from "../../../worker/text/words.ts";
import type { SiteServices } from "../../../worker/web/site-services.ts";
import type { Language } from "../../language/language.ts";
import { pageRecord } from "../title/page-texts.ts";

interface TypedSeason {
  /** The folded words of the series' name. */
  readonly series: string;
  readonly season: number;
  readonly episode: number | null;
}

/**
 * Matches text that names a season. The Japanese patterns are in hiragana, because folding turns katakana into
 * hiragana.
 */
const PATTERNS = [
  /^(?<series>.+) (?:season|series|staffel|saison|temporada|الموسم|موسم) (?<season>\d{1,4})$/,
  /^(?:season|series|staffel|saison|temporada) (?<season>\d{1,4}) (?:of|von|de|da|do) (?<series>.+)$/,
  /^(?<series>.+) (?<season>\d{1,4})(?:st|nd|rd|th|a|e|eme)? (?:season|series|staffel|saison|temporada)$/,
  /^(?<series>.+) s(?<season>\d{1,2})$/,
  /^(?<series>.+?) ?しーずん ?(?<season>\d{1,4})$/,
  /^(?<series>.+?) ?第 ?(?<season>\d{1,4}) ?(?:季|期|しーずん)$/,
] as const;
/** Matches the number of an episode after that of a season, such as "episode 3", "e03" after "s02", or "第 3 集". */
const EPISODE =
  /(?: (?:episode|episodio|folge|ep|الحلقه|حلقه) |(?<= s\d{1,2}) ?e| ?第 ?)(?<episode>\d{1,4}) ?[話集]?$/u;
const CHINESE_DIGITS = "零一二三四五六七八九";

/** Returns the name of the series and the number of the season, or `null` if the text does not name a season. */
function parseSeason(text: string): TypedSeason | null {
  const words = fold(text)
    .map((word) => (/^\p{Script=Latin}+$/u.test(word) ? canonical(word) : word))
    .join(" ")
    .replace(/(?<=第)[一二三四五六七八九](?=季|期)/u, (digit) => String(CHINESE_DIGITS.indexOf(digit)));
  const episode = EPISODE.exec(words)?.groups?.episode;
  const name = words.replace(EPISODE, "");
  for (const pattern of PATTERNS) {
    const { series = "", season = "" } = pattern.exec(name)?.groups ?? {};
    if (series !== "")
      return { series, season: Number(season), episode: episode === undefined ? null : Number(episode) };
  }
  return null;
}

export interface FoundSeason {
  readonly series: TitleRecord;
  /** The season, or `null` if the series has no season with this number. */
  readonly season: Season | null;
  /** The number of the episode, or `null` if the query names none, or one that the season does not have. */
  readonly episode: number | null;
  /** Whether other seasons of the series are known. */
  readonly hasSeasons: boolean;
}

/** Returns the series that a text names, and its season. Returns `null` if there is none. Never rejects. */
export async function findSeason(
  services: Pick<SiteServices, "value">,
  text: string,
  language: Language,
): Promise<FoundSeason | null> {
  const typed = parseSeason(text);
  if (typed === null) return null;
  const query = { ...UNPAGED, text: typed.series, filter: NO_FILTER, lang: language };
  const records = (await services.value("search", query)) ?? [];
  const series = records.find((record) => isCalled(record, typed.series));
  if (series === undefined || series.is_adult === 1) return null;
  const seasons = (await services.value("seasons", { id: series.id, lang: language })) ?? [];
  const season = seasons.find(({ season }) => season === typed.season) ?? null;
  const episode = typed.episode !== null && typed.episode <= (season?.episodes ?? 0) ? typed.episode : null;
  return { series: pageRecord(series), season, episode, hasSeasons: seasons.length > 0 };
}

function isCalled({ type, title, original_title }: TitleRecord, name: string): boolean {
  return (
    type === "series" && [title, original_title].some((known) => isSameName(fold(known), name.split(" ")))
  );
}

function isSameName(one: readonly string[], other: readonly string[]): boolean {
  const [left, right] = [one, other].map((words) =>
    words
      .filter((word) => !isArticle(word))
      .map(canonical)
      .join(""),
  );
  return left === right;
}
