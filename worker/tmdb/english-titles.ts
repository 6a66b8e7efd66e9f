/**
 * Adds English titles to responses about people. TMDB sends the original title if there is no translation. The
 * English title is then requested within part of the time limit, and the original title is kept if that fails.
 */
import type { FilmographyTitle, KnownTitle } from "../contract/people.ts";
import { withinTime } from "../source/deadline.ts";
import type { UpstreamRequestOptions } from "../source/transport/transport.ts";
import { lacksTitle, type TitleItem, titleKind, toFilmographyTitle } from "./record.ts";
import type { TmdbContext } from "./tmdb-request.ts";

/** The share of the time limit that may be spent on English titles. */
const ENGLISH_SHARE = 0.4;

interface Question<Answered> {
  readonly lang: string;
  askIn(lang: string, options?: UpstreamRequestOptions): Promise<Answered>;
  titlesIn(response: Answered): readonly TitleItem[];
}

interface Titled<Answered> {
  readonly response: Answered;
  /** Returns the filmography entry for a title, or `null` if it is neither a film nor a series. */
  readonly card: (item: TitleItem) => FilmographyTitle | null;
  /** Whether English titles are missing because TMDB failed or was slow. A later response may have them. */
  readonly isPartial: boolean;
}

export async function withTitles<Answered>(
  { lang, askIn, titlesIn }: Question<Answered>,
  { timeoutMs, now }: TmdbContext,
): Promise<Titled<Answered>> {
  const endsAt = now() + timeoutMs;
  const response = await askIn(lang);
  if (lang === "en" || !titlesIn(response).some((item) => isMissing(item, lang))) {
    return { response, card: plainCard, isPartial: false };
  }
  const english = new Map<number, string>();
  let isPartial = true;
  async function addEnglish(): Promise<void> {
    const items = await askIn("en", { isSecondary: true }).then(titlesIn, () => null);
    for (const card of items?.map(plainCard) ?? []) if (card !== null) english.set(card.id, card.title);
    isPartial = items === null;
  }
  await withinTime(Math.min(timeoutMs * ENGLISH_SHARE, endsAt - now()), () => [addEnglish()]);
  return { response, card: (item) => translated(item, { lang, english }), isPartial };
}

export function plainCard(item: TitleItem): FilmographyTitle | null {
  const kind = titleKind(item);
  return kind === null ? null : toFilmographyTitle(kind, item);
}

function isMissing(item: TitleItem, lang: string): boolean {
  const card = plainCard(item);
  return card !== null && lacksTitle(card, item.original_language, lang);
}

function translated(
  item: TitleItem,
  { lang, english }: { lang: string; english: ReadonlyMap<number, string> },
): FilmographyTitle | null {
  const card = plainCard(item);
  if (card === null || !lacksTitle(card, item.original_language, lang)) return card;
  return { ...card, title: english.get(card.id) || card.title };
}

export function knownTitle({ id, type, title, year }: FilmographyTitle): KnownTitle {
  return { id, type, title, year };
}
