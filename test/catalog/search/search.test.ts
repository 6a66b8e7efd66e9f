/** What people type, and what the catalog finds: in a real D1. */
import { beforeAll, describe, expect, test } from "vitest";
import { catalogOrigin } from "../../../worker/catalog/catalog.ts";
import { jsonOf } from "../../../worker/source/loaded.ts";
import { metered } from "../../bench/search/metered.ts";
import { database, fillCatalog, type GivenTitle, queryOf, search, textQuery } from "../kit.ts";

/** In the order of popularity. */
const TITLES: readonly GivenTitle[] = [
  { title: "Star Wars", year: "1977" },
  { title: "The Lord of the Rings: The Fellowship of the Ring", year: "2001" },
  { title: "The Matrix", year: "1999", french: "La Matrice" },
  { title: "Spider-Man", year: "2002" },
  { title: "Up in the Air", year: "2009" },
  { title: "Hercules", year: "1997" },
  { title: "Heroes", year: "2006", type: "series" },
  { title: "The Shining", year: "1980" },
  { title: "Underworld", year: "2003" },
  { title: "Amélie", original_title: "Le Fabuleux Destin d'Amélie Poulain", year: "2001" },
  { title: "WALL·E", year: "2008" },
  { title: "Ocean's Eleven", year: "2001" },
  { title: "Alien", year: "1979" },
  { title: "Aliens", year: "1986" },
  { title: "Rocky II", year: "1979" },
  { title: "Rocky", year: "1976" },
  { title: "The Godfather Part II", year: "1974" },
  { title: "Sense and Sensibility", year: "1995" },
  { title: "Batman & Robin", year: "1997" },
  { title: "Ocean's Eleven", year: "1960" },
  { title: "Thor: Ragnarok", year: "2017" },
  { title: "L'Avventura", year: "1960" },
  { title: "In the Mood for Love", original_title: "花樣年華", year: "2000" },
  { title: "Tokyo Story", original_title: "東京物語", year: "1953" },
  { title: "Oldboy", original_title: "올드보이", year: "2003", aliases: ["Oldeuboi"] },
  { title: "Stalker", original_title: "Сталкер", year: "1979" },
  { title: "Dogtooth", original_title: "Κυνόδοντας", year: "2009" },
  { title: "Cairo Station", original_title: "باب الحديد", year: "1958" },
  { title: "Footnote", original_title: "הערת שוליים", year: "2011" },
  { title: "Devdas", original_title: "देवदास", year: "2002" },
  { title: "Uncle Boonmee", original_title: "ลุงบุญมีระลึกชาติ", year: "2010" },
  { title: "Up", year: "2009" },
  { title: "Her", year: "2013" },
  { title: "It", year: "2017" },
  { title: "M", year: "1931" },
  { title: "9", year: "2009" },
  { title: "Midnight Hours", year: "1990", is_adult: 1 },
  { title: "Nosferatu", year: "2024" },
  { title: "Nosferatu", year: "1922" },
];

beforeAll(() => fillCatalog(TITLES));

describe("beginnings of words find their title, if no title has the words", () => {
  test.each([
    ["rin fello", "The Lord of the Rings: The Fellowship of the Ring 2001"],
    ["par godfa ii", "The Godfather Part II 1974"],
    ["sensi sens", "Sense and Sensibility 1995"],
  ])("in any order: %s", async (text, title) => {
    expect((await search(text)).titles).toEqual([title]);
    const exact = await catalogOrigin(database).can.browse(textQuery(text, { exact: true }));
    expect(exact.isEmpty).toBe(true);
  });

  test("even if one of them is mistyped", async () => {
    expect((await search("felowsh rin lor")).titles).toEqual([
      "The Lord of the Rings: The Fellowship of the Ring 2001",
    ]);
  });

  test.each(["xq fello", "g p i", "sen zz"])("but not others: %s", async (text) => {
    expect((await search(text)).titles).toEqual([]);
  });
});

describe("the other title by which a title was found", () => {
  const foundBy = async (text: string, given = {}) => {
    const { notes, value } = await catalogOrigin(database).can.browse(textQuery(text, given));
    const [first]: { id: number }[] = JSON.parse(jsonOf({ value, isEmpty: false }));
    return notes?.page?.foundBy?.[first?.id ?? 0];
  };

  test.each([
    ["le fabuleux destin", "Le Fabuleux Destin d'Amélie Poulain"],
    ["oldeuboi", "Oldeuboi"],
    ["la matrcie", "La Matrice"],
    ["東京物語", "東京物語"],
  ])("is told as it is spelled: %s", async (text, name) => {
    expect(await foundBy(text)).toBe(name);
  });

  test("is absent if the record shows it, in the requested language, and then takes no round trip", async () => {
    expect(await foundBy("matrix")).toBeUndefined();
    expect(await foundBy("la matrice", { lang: "fr" })).toBeUndefined();
    expect(await foundBy("the matrix", { lang: "fr" })).toBe("The Matrix");
    const { database: watched, meter } = metered(database);
    await catalogOrigin(watched).can.browse(textQuery("the matrix"));
    expect(meter.roundTrips).toBe(1);
  });
});

describe("the exact title comes first", () => {
  test.each(["Up", "Her", "It", "M", "9"])("though it is short and others are popular: %s", async (text) => {
    expect((await search(text)).titles[0]).toMatch(new RegExp(`^${text} \\d{4}$`));
  });

  test.each([
    ["amelie", "Amélie 2001"],
    ["ame\u0301lie", "Amélie 2001"],
    ["ＡＭＥＬＩＥ", "Amélie 2001"],
    ["walle", "WALL·E 2008"],
    ["wall e", "WALL·E 2008"],
    ["oceans eleven", "Ocean's Eleven 2001"],
    ["ocean-s-eleven", "Ocean's Eleven 2001"],
    ["l’avventura", "L'Avventura 1960"],
    ["lavventura", "L'Avventura 1960"],
    ["matrix, the", "The Matrix 1999"],
    ["matrix the", "The Matrix 1999"],
    ["batman and robin", "Batman & Robin 1997"],
    ["rocky 2", "Rocky II 1979"],
    ["rocky two", "Rocky II 1979"],
    ["the godfather part 2", "The Godfather Part II 1974"],
  ])("however it is written: %s", async (text, expected) => {
    expect((await search(text)).titles[0]).toBe(expected);
  });
});

describe("mistakes are forgiven", () => {
  test.each([
    ["underwrld", "Underworld 2003"],
    ["undrwrld", "Underworld 2003"],
    ["umderworld", "Underworld 2003"],
    ["inderworld", "Underworld 2003"],
    ["underworldd", "Underworld 2003"],
    ["udnerworld", "Underworld 2003"],
    ["udnerwrold", "Underworld 2003"],
    ["tokyobstory", "Tokyo Story 1953"],
    ["nuderwrld", "Underworld 2003"],
    ["the shinning", "The Shining 1980"],
    ["the hsining", "The Shining 1980"],
    ["sense and sensability", "Sense and Sensibility 1995"],
    ["fellowship fo the ring", "The Lord of the Rings: The Fellowship of the Ring 2001"],
  ])("in the letters: %s", async (text, expected) => {
    expect((await search(text)).titles[0]).toBe(expected);
  });

  test.each([
    ["undewro", "Underworld 2003"],
    ["unnderwo", "Underworld 2003"],
    ["sense and sebsib", "Sense and Sensibility 1995"],
  ])("in the letters of a word that is still being typed: %s", async (text, expected) => {
    expect((await search(text)).titles[0]).toBe(expected);
  });

  test.each([
    ["starwars", "Star Wars 1977"],
    ["spider man", "Spider-Man 2002"],
    ["spiderman", "Spider-Man 2002"],
    ["under world", "Underworld 2003"],
    ["thegodfather part ii", "The Godfather Part II 1974"],
  ])("in the spaces: %s", async (text, expected) => {
    expect((await search(text)).titles[0]).toBe(expected);
  });

  test.each([
    ["sensibility sense", "Sense and Sensibility 1995"],
    ["lord rings fellowship ring", "The Lord of the Rings: The Fellowship of the Ring 2001"],
    ["the shining full movie", "The Shining 1980"],
    ["godfather second part ii", "The Godfather Part II 1974"],
    ["batman and robin original", "Batman & Robin 1997"],
    ["ragnarok", "Thor: Ragnarok 2017"],
  ])("in the words: %s", async (text, expected) => {
    expect((await search(text)).titles[0]).toBe(expected);
  });
});

describe("as typed", () => {
  test("the first letters are enough, and popularity decides", async () => {
    expect((await search("s")).titles[0]).toBe("Star Wars 1977");
    expect((await search("herc")).titles[0]).toBe("Hercules 1997");
    expect((await search("star w")).titles[0]).toBe("Star Wars 1977");
    expect((await search("the lord of the r")).titles[0]).toMatch(/^The Lord of the Rings/);
  });

  test.each([
    ["花樣", "In the Mood for Love 2000"],
    ["東京", "Tokyo Story 1953"],
    ["올드", "Oldboy 2003"],
    ["сталк", "Stalker 1979"],
    ["κυνοδοντας", "Dogtooth 2009"],
    ["باب الحديد", "Cairo Station 1958"],
    ["הערת", "Footnote 2011"],
    ["देवदास", "Devdas 2002"],
    ["บุญมี", "Uncle Boonmee 2010"],
    ["oldeuboi", "Oldboy 2003"],
  ])("in the title's own script, or romanised: %s", async (text, expected) => {
    expect((await search(text)).titles[0]).toBe(expected);
  });

  test("initials find a title if nothing better matches", async () => {
    expect((await search("lotr")).titles[0]).toMatch(/^The Lord of the Rings/);
  });

  test("the newer and more popular of two titles of one name comes first", async () => {
    expect((await search("nosferatu")).titles).toEqual(["Nosferatu 2024", "Nosferatu 1922"]);
  });

  test.each(["xqzzt", "qwrtplk zzxv", "blorgfarn", "!!!"])("nonsense finds nothing: %s", async (text) => {
    expect((await search(text)).titles).toEqual([]);
  });
});

describe("years and kinds", () => {
  test("a year in the words finds the title of that year", async () => {
    expect((await search("alien 1979")).titles[0]).toBe("Alien 1979");
    expect((await search("ocean's eleven (1960)")).titles[0]).toBe("Ocean's Eleven 1960");
    expect((await search("nosferatu 1922")).titles[0]).toBe("Nosferatu 1922");
  });

  test("the soft year takes a year either side, the exact one first", async () => {
    expect((await search("nosferatu", { f: "1923~" })).titles).toEqual(["Nosferatu 1922"]);
    expect((await search("alien", { f: "1986~" })).titles[0]).toBe("Aliens 1986");
  });
});

describe("answers", () => {
  test("leave adult titles out unless requested", async () => {
    expect((await search("midnight hours")).titles).toEqual([]);
    expect((await search("midnight hours", { includeAdult: true })).titles).toEqual(["Midnight Hours 1990"]);
  });

  test("are in the requested language, and match in every language", async () => {
    expect((await search("the matrix", { lang: "fr" })).titles).toEqual(["La Matrice 1999"]);
    expect((await search("la matrice")).titles[0]).toBe("The Matrix 1999");
    expect((await search("the shining", { lang: "fr" })).titles[0]).toBe("The Shining 1980");
  });
});

test.each([
  '"',
  "AND",
  "NOT x",
  "a AND OR b",
  "tokens:x",
  "a*b^c",
  "NEAR(a b)",
  "'; DROP TABLE catalog; --",
  "\u0000",
  "x\u0000y",
  "\ud800",
  "x\udfff",
  "\ue000x",
  "\ue000y1979",
  "{}[]()",
  "%",
  "_",
  "\\",
  "x".repeat(200),
  "a ".repeat(100).trim(),
  "漢".repeat(200),
  "\u0301".repeat(200),
  "ﷺ".repeat(200),
  "👩‍👩‍👧‍👦",
  "-1",
  "1 OR 1",
  "٣",
  "Ⅷ",
  "ß".repeat(100),
])("no text reaches FTS5 as anything but words: %j", async (text) => {
  expect(jsonOf(await catalogOrigin(database).can.search(queryOf(text)))).toMatch(/^\[/);
});

test.each([
  [1, "a whole title as typed", "rocky", {}],
  [1, "a whole title in another language", "the matrix", { lang: "fr" }],
  [2, "a mistyped title", "the matirx", {}],
  [2, "a beginning, beside which a corrected word may stand", "godf", {}],
  [2, "a page beyond the first", "rocky", { page: 2, limit: 1 }],
])("it takes %i round trips to find %s", async (trips, _, text, given) => {
  const { database: watched, meter } = metered(database);
  const { isEmpty } = await catalogOrigin(watched).can.search(queryOf(text, given));
  expect([isEmpty, meter.roundTrips]).toEqual([false, trips]);
});
