/**
 * Recognises the placeholders that sources send as names of episodes and seasons, such as "Épisode 3" and "Season 2".
 */
import { foldName } from "./fold.ts";

const fold = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => foldName(word).join(" ")));

const EPISODE = fold(
  `Episode,Épisode,Ep,Folge,Episodio,Episódio,Capítulo,エピソード,第話,第 話,第回,第 回,第集,第 集,الحلقة,Puntata,Aflevering,Afsnit,Avsnitt,
  Jakso,Odcinek,Epizoda,Epizód,Bölüm,Эпизод,Серия,Επεισόδιο,에피소드,제화,פרק`.split(/,\s*/),
);
const SEASON = fold(
  `Season,Series,Saison,Staffel,Temporada,シーズン,第季,第 季,第期,الموسم,Stagione,Seizoen,Sæson,Sesong,Säsong,Kausi,Sezon,Sezona,Série,
  Évad,Сезон,Κύκλος,시즌,עונה`.split(/,\s*/),
);

/** Returns true if the title consists of a word for "episode" and the number of this episode. */
export function isEpisodePlaceholder(title: string, season: number, episode: number): boolean {
  // Millions of IMDb titles have this form, so it is tested first.
  if (title === `Episode #${season}.${episode}`) return true;
  return isNumbered(title, EPISODE, [`${episode}`, `${season} ${episode}`]);
}

/** Returns true if the name consists of a word for "season" and the number of this season. */
export function isSeasonPlaceholder(name: string, season: number): boolean {
  return isNumbered(name, SEASON, [`${season}`]);
}

function isNumbered(name: string, words: ReadonlySet<string>, numbers: readonly string[]): boolean {
  if (!/\p{Nd}/u.test(name)) return false;
  const folded = foldName(name).join(" ");
  const number = (folded.match(/\d+/g) ?? []).map(Number).join(" ");
  const word = folded.replaceAll(/\d+/g, " ").trim().replaceAll(/ +/g, " ");
  return numbers.includes(number) && words.has(word);
}
