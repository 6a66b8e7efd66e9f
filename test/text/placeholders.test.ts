import { describe, expect, test } from "vitest";
import { isEpisodePlaceholder, isSeasonPlaceholder } from "../../worker/text/placeholders.ts";

describe("isEpisodePlaceholder()", () => {
  test.each([
    "Episode 3",
    "episode 03",
    "Épisode 3",
    "Episode #1.3",
    "Ep. 3",
    "Folge 3",
    "Episodio 3",
    "Episódio 3",
    "第3話",
    "第 3 集",
    "エピソード3",
    "الحلقة 3",
    "الحلقة ٣",
    "3. Bölüm",
  ])("recognises %s", (title) => {
    expect(isEpisodePlaceholder(title, 1, 3)).toBe(true);
  });

  test.each(["Episode 4", "Episode #2.3", "Ozymandias", "3", "Episode", "Episode Three 3", "24", ""])(
    "returns false for %j",
    (title) => {
      expect(isEpisodePlaceholder(title, 1, 3)).toBe(false);
    },
  );
});

describe("isSeasonPlaceholder()", () => {
  test.each(["Season 2", "Saison 2", "Staffel 2", "Temporada 2", "シーズン2", "第 2 季", "الموسم 2"])(
    "recognises %s",
    (name) => {
      expect(isSeasonPlaceholder(name, 2)).toBe(true);
    },
  );

  test.each(["Season 3", "Specials", "Book Two: Earth", "Asylum 2", ""])("returns false for %j", (name) => {
    expect(isSeasonPlaceholder(name, 2)).toBe(false);
  });
});
