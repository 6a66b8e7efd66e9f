import { describe, expect, test } from "vitest";
import { factName } from "../../site/components/browse/facets.ts";
import { countryName } from "../../site/language/countries.ts";
import {
  formatList,
  formatNumber,
  formatRating,
  formatRuntime,
  getInitials,
  joinNames,
  listSeparators,
  shorten,
} from "../../site/language/formats.ts";
import { genreName, genreTitles, nameTitles } from "../../site/language/genres.ts";
import { jobNames, jobsWithin } from "../../site/language/jobs.ts";
import { LANGUAGES, type Language, languageOfPath } from "../../site/language/language.ts";
import { seriesText } from "../../site/language/series.ts";
import { getDictionary, problemWords } from "../../site/language/words.ts";

const plain = (text: string | null) => text?.replaceAll(/\s/gu, " ") ?? null;

describe("formatNumber()", () => {
  test.each<[Language, string]>([
    ["en", "7,562"],
    ["es", "7.562"],
    ["pt", "7.562"],
    ["fr", "7 562"],
  ])("groups the digits of 7562 in %s as %s", (language, expected) => {
    expect(plain(formatNumber(language, 7_562))).toBe(expected);
  });
});

describe("formatRuntime()", () => {
  test.each([
    ["139", "2 h 19 min"],
    ["60", "1 h"],
    ["45", "45 min"],
    ["0", null],
    ["", null],
    ["nonsense", null],
    ["1e400", null],
  ])("formats %s as %s", (runtime, expected) => {
    expect(plain(formatRuntime("en", runtime))).toBe(expected);
  });

  test("supports every language of the site", () => {
    for (const language of LANGUAGES) expect(formatRuntime(language, "139"), language).toMatch(/\D2?.*19/u);
  });
});

describe("shorten()", () => {
  test.each([
    ["How I Learned to Stop", 21, "How I Learned to Stop"],
    ["How I Learned to Stop", 20, "How I Learned to…"],
    ["How I Learned to Stop", 17, "How I Learned to…"],
    ["How I Learned to Stop", 16, "How I Learned…"],
    ["كيف تعلمت أن أتوقف عن القلق", 20, "كيف تعلمت أن أتوقف…"],
    ["博士の異常な愛情または私は如何にして", 10, "博士の異常な愛情ま…"],
    ["A Unpronounceableness", 12, "A Unpronoun…"],
    ["👩‍👩‍👧‍👦".repeat(3), 15, "👩‍👩‍👧‍👦…"],
    ["e\u0301".repeat(4), 4, "e\u0301…"],
  ])("shortens %s to %i units at a word, or else at a character", (text, length, expected) => {
    expect(shorten(text, length)).toBe(expected);
  });
});

describe("headings with a title and a season", () => {
  test.each(LANGUAGES)("begin with the title and end with the season in %s", (language) => {
    expect(getDictionary(language).credits.of("Alien")).toMatch(/^Alien./u);
    expect(seriesText(language, "of", { title: "Dark", season: "Lies" })).toMatch(/^Dark.*Lies$/u);
  });
});

describe("countryName()", () => {
  test("translates known countries and keeps unknown names", () => {
    expect(countryName("fr", "United States")).toBe("États-Unis");
    expect(countryName("de", "United States of America")).toBe("Vereinigte Staaten");
    expect(countryName("es", "Germany")).toBe("Alemania");
    expect(countryName("fr", "Soviet Union")).toBe("Union soviétique");
    expect(countryName("en", "East Germany")).toBe("East Germany");
    expect(countryName("fr", "<b>Nowhere</b>")).toBe("<b>Nowhere</b>");
  });
});

describe("language and genre names", () => {
  test("cover languages that the runtime does not support", () => {
    expect(factName("de", "language", "xx")).toBe("Ohne Sprache");
    expect(factName("ja", "language", "se")).toBe("北サーミ語");
    expect(LANGUAGES.map((language) => factName(language, "language", "se"))).not.toContain("Se");
  });

  test("are translated, except for unknown genres", () => {
    expect(genreName("ja", "Western")).toBe("西部劇");
    expect(genreName("de", "Science Fiction")).toBe("Science-Fiction");
    expect(genreName("fr", "Kaiju")).toBe("Kaiju");
    expect(genreName("fr", "constructor")).toBe("constructor");
  });

  test("are the same for both codes of Cantonese", () => {
    for (const code of ["cn", "yue"]) expect(factName("en", "language", code)).toBe("Cantonese");
    expect(factName("fr", "language", "cn")).toBe("Cantonais");
  });

  test("are plural in headings of lists", () => {
    expect(genreTitles("de", "Comedy")).toBe("Komödien");
    expect(genreTitles("fr", "Musical")).toBe("Comédies musicales");
    expect(genreTitles("ja", "Comedy")).toBe("コメディ");
    expect(genreTitles("ar", "Romance")).toBe("أعمال رومانسية");
    expect(genreTitles("en", "Kaiju")).toBe("Kaiju");
  });
});

describe("nameTitles()", () => {
  test.each<[Language, string | null, string[], string]>([
    ["en", null, ["Comedy", "Romance"], "romantic Comedies"],
    ["en", "Films", ["Romance", "Comedy"], "romantic comedy films"],
    ["en", null, ["Animation", "Family"], "animated family films and series"],
    ["en", "Films", ["Film-Noir"], "Films noirs"],
    ["en", "Films", ["Kaiju"], "kaiju films"],
    ["de", null, ["Romance", "Comedy"], "Liebeskomödien"],
    ["de", "Serien", ["Science Fiction"], "Science-Fiction-Serien"],
    ["de", "Filme", ["Romance", "Comedy"], "Liebeskomödien (Filme)"],
    ["fr", "Séries", ["Crime"], "séries policières"],
    ["fr", null, ["Drama", "Comedy"], "comédies dramatiques"],
    ["es", null, ["Crime", "Drama"], "dramas policíacos"],
    ["ja", "映画", ["Horror"], "ホラー映画"],
    ["ar", "أفلام", ["Horror"], "أفلام رعب"],
  ])("returns the heading in %s for %j and %j", (language, kinds, genres, expected) => {
    expect(nameTitles(language, kinds, genres).toLocaleLowerCase(language)).toBe(
      expected.toLocaleLowerCase(language),
    );
  });
});

describe("joined lists of names", () => {
  test("follow the rules of the language", () => {
    const joined = (language: Language, ...names: string[]) => formatList(language, names);
    expect(joined("en", "De Niro", "Pacino")).toBe("De Niro and Pacino");
    expect(joined("de", "Spanien", "Frankreich", "Italien")).toBe("Spanien, Frankreich und Italien");
    expect(joined("ja", "黒澤明", "三船敏郎")).toBe("黒澤明、三船敏郎");
    expect(joined("ar", "دراما", "جريمة")).toBe("دراما وجريمة");
    expect(joined("ar", "De Niro", "Pacino")).toBe("De Niro و\u00a0Pacino");
  });

  test("separate linked names by commas only in Arabic", () => {
    const names = ["De Niro", "Pacino", "Keaton"];
    expect(listSeparators("en", names)).toEqual([", ", ", and ", ""]);
    expect(listSeparators("ja", names)).toEqual(["、", "、", ""]);
    expect(listSeparators("ar", names)).toEqual(["، ", "، ", ""]);
    expect(listSeparators("ar", ["محمد خان"])).toEqual([""]);
  });

  test("use the language's commas for jobs", () => {
    expect(joinNames("en", ["director", "writer"])).toBe("director, writer");
    expect(joinNames("ar", ["إخراج", "سيناريو"])).toBe("إخراج، سيناريو");
    expect(joinNames("ja", ["監督", "脚本"])).toBe("監督、脚本");
  });
});

describe("names of jobs and people", () => {
  test("are translated for leading jobs", () => {
    expect(jobNames("ja", ["Director", "Screenplay", "Writer"])).toEqual(["監督", "脚本"]);
    expect(jobNames("fr", ["Screenplay", "Best Boy"])).toEqual(["Scénario", "Best Boy"]);
    expect(jobNames("en", ["VFX Supervisor"])).toEqual(["VFX Supervisor"]);
    expect(jobsWithin("de", ["Director of Photography", "Best Boy Grip"])).toEqual([
      "Kamera",
      "best boy grip",
    ]);
    expect(jobsWithin("en", ["Director", "VFX Artist"])).toEqual(["director", "VFX artist"]);
    for (const language of LANGUAGES)
      expect(jobNames(language, ["Sound Re-Recording Mixer"])[0] === "Sound Re-Recording Mixer").toBe(
        language === "en",
      );
  });

  test.each([
    ["Akira Kurosawa", "AK"],
    ["Gong Li Xiao Ming", "GM"],
    ["黒澤 明", "黒明"],
    ["Cher", "C"],
    ["Song Kang-ho", "SH"],
    ["50", ""],
  ])("are abbreviated to initials: %s → %s", (name, initials) => {
    expect(getInitials(name)).toBe(initials);
  });
});

describe("formatted ratings", () => {
  test("are null outside the scale", () => {
    expect([0, -1, 10.1, 1e300].map((rating) => formatRating("en", rating))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test("are rounded to one decimal and follow the language", () => {
    expect(formatRating("en", 8)).toBe("8.0");
    expect(formatRating("de", 8.24)).toBe("8,2");
  });
});

describe("languageOfPath()", () => {
  test("returns the language of the prefix, or English", () => {
    expect(languageOfPath("/ar/search")).toBe("ar");
    expect(languageOfPath("/search")).toBe("en");
  });
});

describe("dictionaries", () => {
  test.each(LANGUAGES)("contain no empty text (%s)", (language) => {
    const listTexts = (words: object): unknown[] =>
      Object.values(words).flatMap((value) => {
        if (typeof value === "function") return [value("1")];
        return typeof value === "object" ? listTexts(value) : [value];
      });
    for (const text of listTexts(getDictionary(language))) expect(text).toMatch(/\S/);
  });

  test.each([
    ["not-found", "Page not found"],
    ["upstream-timeout", "Our data source is unavailable right now"],
    ["bad-upstream", "Our data source is unavailable right now"],
    ["cursor-gone", "Something went wrong"],
  ] as const)("describe the problem %s as %s", (type, heading) => {
    expect(problemWords(getDictionary("en"), type).heading).toBe(heading);
  });

  test("contain a different tagline in each language", () => {
    expect(new Set(LANGUAGES.map((language) => getDictionary(language).tagline)).size).toBe(LANGUAGES.length);
  });
});
