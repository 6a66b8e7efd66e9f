/**
 * Tests queries and their results in one table, against one catalog. A row is `query | filter | first titles |
 * excluded titles | corrected query`. Queries and titles are separated by `;`, and `-` means no results. Without a
 * corrected query in the row, the search must not return one.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { meterDatabase } from "../../bench/search/metered.ts";
import { database, fillCatalog, type GivenTitle, list, search, searchPeople } from "../kit.ts";

/** Real titles in groups, each sorted by popularity. */
const KNOWN: readonly GivenTitle[] = [
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
  { title: "The Godfather", year: "1972" },
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
  { title: "War and Peace", original_title: "Война и мир", year: "1965" },
  { title: "S1m0ne", year: "2002" },
  { title: "Shinning Stars of the North", year: "1999" },
  { title: "The Dark Knight", year: "2008" },
  { title: "Inception", year: "2010" },
  { title: "Philadelphia", year: "1993" },
  { title: "Gladiator", year: "2000" },
  { title: "The Adjustment Bureau", year: "2011" },
  { title: "Two Thousand Maniacs", year: "1964" },
  { title: "2012", year: "2009" },
  { title: "Two Thousand Twelve", year: "2001" },
  { title: "A Clockwork Orange", year: "1971" },
  { title: "Apollo 18", year: "2011" },
  { title: "Guardians of the Galaxy Vol. 2", year: "2017" },
  { title: "New York, New York", year: "1977" },
  { title: "Lost in Translation", year: "2003" },
  { title: "Mission: Impossible", year: "1996", workingTitles: ["Creature Report"] },
  { title: "Seven", year: "1995", aliases: ["Se7en"] },
  { title: "Thirteen Ghosts", year: "2001", aliases: ["Thir13en Ghosts"] },
  { title: "Saint Maud versus Doctor Pitt, Volume One", year: "2019" },
];

/** Titles with numbers and abbreviations that people also spell out. */
const NUMBERS = `1984; 1917; 1900; 1910; 1050; 3250; Runner 2049; 102 Dalmatians; 365 Days; 10000 BC; 47 Ronin; Seven Samurai of 1984; Two 21;
  205 Thirty; 200 and Love; 21 and 22; One Two Three; Thousand and One Nights; Twenty Years Apart; Hundred Steps; 1408; Corridor 1408;
  Saint Brovik; Doctor Crumlin; Mr. Dolvan; Volume Ekster; Vs Fibrin; Part Gelmor; Salt Pepper Vinegar Mustard`;

/** Titles with letters and signs that people often type differently. */
const LETTERS = `Kraßen; Kælven; Brœmel; Bølgen; Đurđa; Skuðin; Þorlakur; Złotyn; Kırıkçı; Ħamrun; Saŋgut; Bəxtiyar; Μίλτος; Hunter×Robo;
  ٱلمسافر; أفلام; إعصار; آفاق; مصطفى; ایران; رئيسنا; مؤمنون; رسالة; خانۀ; کتابخ; سـلامي; عَزّام; Ёлкины; ゴジラン; आशिकी २;
  Rock'n'Roll; Dogs' Lifetime; R.I.P.D.; S.W.A.T.: Banditos; The A.I.rport Malone; Mr. and Mrs. Quell; ＦＵＬＬＷＩＤＴＨ;
  Jean-Claude's Go-Kart; We’re Millering; Kvarono³`;

/** Pairs of titles that differ only by a sign between their parts. The title without the sign is better known. */
const SIGNS = `Dunmor Velka; Dunmor: Velka; Fishkar Olbrin; Fishkar:Olbrin; Gistov Prandel; Gistov - Prandel; Hurlok Qestin;
  Hurlok – Qestin; Jandar Rumfel; Jandar / Rumfel; Lisgat Sorvin; Lisgat (Sorvin); Naxton Tuvald; Naxton【Tuvald】;
  Opredi Wenzik; Opredi ~Wenzik~; Yolbam Zugrot; Yolbam：Zugrot`;

const listed = (titles: string) => titles.split(/;\s+/).map((title): GivenTitle => ({ title }));

/** The default plot. */
const COMMON = "A young man finds the love of his life.";

const PLOTS: readonly GivenTitle[] = [
  {
    title: "Burglars",
    year: "1990",
    plot: `A thief who burgles the dreams of others, and ${COMMON.toLowerCase()}`,
  },
  { title: "Sleep", year: "1991", plot: "A thief dreams." },
  { title: "Fish", year: "1992", plot: "A clownfish’s son is taken; l'océan is wide. 雨伞店の夢" },
  { title: "Twins", year: "1993", plot: "Two burgled others dream of clownfish, lighthouses and keepers." },
  {
    title: "Diarist",
    year: "1994",
    plot: "A keeper of lighthouses keeps a diary.",
    germanPlot: "Ein Strandkorb.",
  },
];

/** Titles for queries in which some words match neither a title nor a filter. */
const EXPLAINED: readonly GivenTitle[] = [
  { title: "Trench", genres: "War", plot: "Soldiers wait for rain." },
  { title: "Chorus", genres: "Music, Documentary", plot: "Singers wait for rain." },
  { title: "Gallows", genres: "Horror, Comedy", plot: "Guests wait for rain." },
  { title: "Kitchen", genres: "Talk, Soap", plot: "Neighbours wait for rain." },
  { title: "Bistro", year: "1994", genres: "Comedy", countries: "France", plot: "Waiters wait for rain." },
  { title: "Meridian", year: "2005", genres: "Drama", plot: "Sailors wait for rain." },
  { title: "Velvet Harbinger", year: "1996", genres: "Drama", plot: "Tailors wait for rain." },
  { title: "Opal Garrison", genres: "War", plot: "Miners wait for rain." },
  { title: "Sunken Orchards", genres: "Adventure", plot: "Divers wait for rain." },
  { title: "Ink", genres: "Crime", plot: "A cartographer and a beekeeper smuggle glaciers in barrels." },
  { title: "Salt", genres: "Drama", plot: "A violinist forges passports for whales stranded in a harbour." },
  { title: "Moss", genres: "Mystery", plot: "An inspector of lifts discovers a vanished floor of clocks." },
  { title: "Rust", genres: "Western", plot: "A blacksmith teaches pelicans to rob stagecoaches." },
];

/** Titles with a fixed popularity rank. The ranks between them are filled with other titles. */
const PLACES: Readonly<Record<number, readonly GivenTitle[]>> = {
  1: [
    { title: "Brandal Quiver" },
    { title: "Cobalt Drummer Easel" },
    { title: "Fennel Harpist Garnet Iguana" },
    { title: "Jackal Kettle" },
    { title: "Lagoon Mitten Nectar Oboist Pelican Quarry" },
    { title: "Rafter Saddle Timber" },
    { title: "Umbrella Distant Haven" },
    { title: "Vulture Distant Haven" },
    { title: "Whisper Yogurt Zeppelin", year: "1999" },
    { title: "Abacus", year: "1985" },
    { title: "Bramble Cinders" },
    { title: "Dagger", aliases: ["Emblem"] },
    { title: "Falcon", workingTitles: ["Gazelle Hammock"] },
    { title: "Insect Jigsaw Lantern" },
    { title: "Magnets Nostril Orchard" },
    { title: "Patrix Pumice Quilt" },
    { title: "Abtrix Reptile Sandal" },
    { title: "Tundra III" },
    { title: "Violin Walnut Zipper" },
    { title: "Almond Bonfire" },
    { title: "Shrek", year: "2001" },
    { title: "Coffinlid" },
    { title: "Quantum of Solace" },
    { title: "The King's Man" },
    { title: "The Last Lieutenant" },
    { title: "Jurassic Park" },
    { title: "Holluer Sprig" },
    { title: "Mobdie Thorn" },
    { title: "Telvar Crust" },
    { title: "Dusk Ember Forest" },
    { title: "Zodiac Movie Easel" },
    { title: "Tapir Gibbon Walrus Panther Ostrich" },
  ],
  30: [
    { title: "Matrix Reptile Sandal" },
    { title: "Holder Sprig" },
    { title: "Pelzar Crust" },
    { title: "Ember Dusk" },
    { title: "Zodiac" },
    { title: "Walrus Gibbon Walrus Ostrich" },
    { title: "Moodie Thorn" },
    { title: "Bramble: Cinders" },
    { title: "Matrix Pumice Quilt" },
    { title: "Kettle Jackal" },
  ],
  80: [
    { title: "Lagoon Mitten Nectar" },
    { title: "2001: A Space Odyssey", year: "1968" },
    ...KNOWN,
    { title: "Jurassic" },
  ],
  145: [{ title: "Fennel Garnet Harpist Iguana" }],
  150: listed(LETTERS),
  200: listed(SIGNS),
  220: listed(NUMBERS),
  250: PLOTS,
  260: EXPLAINED,
  1000: [{ title: "Xylograph Yodel Zither" }, { title: "Quorum Volcano Wicker" }],
  1300: [{ title: "Abacus", year: "1984" }],
  2000: [{ title: "Magnet Nostril Orchard" }, { title: "Cobalt Drummer" }],
  5000: [{ title: "Birch Fjord Gully Filler" }, { title: "Kiln Moss Nettle Filler" }],
  5150: [
    { title: "Brandal" },
    { title: "Rafter Rafter Timber" },
    { title: "Umbrella Man Distant Haven" },
    { title: "Vulturewoman Distant Haven" },
    { title: "Whisper Yogurt Zeppelin", year: "1984" },
    { title: "Emblem" },
    { title: "Falconer", aliases: ["Gazelle Hammock"] },
    { title: "Insect Jigsaw Kimono" },
    { title: "Tundra II" },
    { title: "Violin Walnut" },
    { title: "Almond Adjudicator" },
    { title: "Coffin Lid" },
    { title: "Filler Cobra" },
  ],
};

function placeTitles(): GivenTitle[] {
  const titles: GivenTitle[] = [];
  for (const [place, block] of Object.entries(PLACES)) {
    while (titles.length < Number(place) - 1)
      titles.push({ title: "Filler", plot: titles.length < 700 ? COMMON : "" });
    titles.push(...block);
  }
  return titles;
}

/** The rows, grouped by what decides which title comes first. */
const ROWS: Readonly<Record<string, string>> = {
  "the whole title as typed": `
    Up || Up 2009
    Her || Her 2013
    It || It 2017
    M || M 1931
    9 || 9 2009
    brandal || Brandal; Brandal Quiver
    emblem || Emblem; Dagger
    gazelle hammock || Falconer; Falcon
    creature report || Mission: Impossible 1996
    coffin lid || Coffin Lid; Coffinlid
    coffinlid || Coffinlid; Coffin Lid
    seven || Seven 1995
    godfather; THE GODFATHER || The Godfather 1972
    the last lieutenant || The Last Lieutenant
  `,
  "the letters and signs as people write them": `
    amelie; ame\u0301lie; ＡＭＥＬＩＥ || Amélie 2001
    walle; wall e; wall-e || WALL·E 2008
    oceans eleven; ocean-s-eleven; ocean s eleven || Ocean's Eleven 2001; Ocean's Eleven 1960
    l’avventura; lavventura || L'Avventura 1960
    batman and robin; batman + robin; batman robin || Batman & Robin 1997
    krassen; KRASSEN || Kraßen
    kaelven || Kælven
    broemel || Brœmel
    bolgen || Bølgen
    durda || Đurđa
    skudin || Skuðin
    thorlakur || Þorlakur
    zlotyn || Złotyn
    kirikci || Kırıkçı
    hamrun || Ħamrun
    sangut || Saŋgut
    bextiyar || Bəxtiyar
    μιλτοσ || Μίλτος
    hunterxrobo || Hunter×Robo
    المسافر || ٱلمسافر
    افلام || أفلام
    اعصار || إعصار
    افاق || آفاق
    مصطفي || مصطفى
    ايران || ایران
    رييسنا || رئيسنا
    مومنون || مؤمنون
    رساله || رسالة
    خانه || خانۀ
    كتابخ || کتابخ
    سلامي || سـلامي
    عزام || عَزّام
    елкины || Ёлкины
    ごじらん || ゴジラン
    आशिकी 2 || आशिकी २
    rocknroll; rock’n’roll || Rock'n'Roll
    dogs lifetime || Dogs' Lifetime
    ripd; r.i.p.d; R.I.P.D. || R.I.P.D.
    swat banditos || S.W.A.T.: Banditos
    airport malone || The A.I.rport Malone
    mr and mrs quell; mister and mrs quell || Mr. and Mrs. Quell
    fullwidth || ＦＵＬＬＷＩＤＴＨ
    jeanclaudes gokart || Jean-Claude's Go-Kart
    we re millering || We’re Millering
    kvarono3 || Kvarono³
    花樣 || In the Mood for Love 2000
    東京 || Tokyo Story 1953
    올드 || Oldboy 2003
    сталк || Stalker 1979
    κυνοδοντας || Dogtooth 2009
    باب الحديد || Cairo Station 1958
    הערת || Footnote 2011
    देवदास || Devdas 2002
    บุญมี || Uncle Boonmee 2010
    oldeuboi || Oldboy 2003
    กี้ || - 
  `,
  "numerals and abbreviations in any spelling": `
    rocky 2; rocky two; rocky ii || Rocky II 1979
    the godfather part 2; godfather pt ii; godfather two || The Godfather Part II 1974
    tundra 2; tundra two || Tundra II
    tundra 3 || Tundra III
    two thousand twelve || Two Thousand Twelve 2001; 2012 2009
    st brovik || Saint Brovik
    dr crumlin || Doctor Crumlin
    mister dolvan || Mr. Dolvan
    vol ekster || Volume Ekster
    versus fibrin || Vs Fibrin
    pt gelmor || Part Gelmor
    st maud vs dr pitt vol 1; saint maud versus doctor pitt volume one || Saint Maud versus Doctor Pitt, Volume One 2019
    guardians of the galaxy two || Guardians of the Galaxy Vol. 2 2017
  `,
  "a number in words": `
    nineteen eighty four || 1984
    nineteen seventeen || 1917
    nineteen hundred || 1900
    nineteen ten || 1910
    ten fifty || 1050
    three thousand two hundred fifty || 3250
    runner twenty forty nine || Runner 2049
    one hundred and two dalmatians || 102 Dalmatians
    three hundred sixty five days || 365 Days
    ten thousand bc || 10000 BC
    forty seven ronin || 47 Ronin
    seven samurai of nineteen eighty four || Seven Samurai of 1984
    two twenty one || Two 21
    two hundred five thirty || 205 Thirty
    two hundred and love || 200 and Love
    twenty one and twenty two || 21 and 22
    two thousand one a space odyssey; two thousand and one a space odyssey || 2001: A Space Odyssey 1968
    one two three || One Two Three
    thousand and one nights || Thousand and One Nights
    twenty years apart || Twenty Years Apart
    hundred steps || Hundred Steps
  `,
  "the words as people order them, leave them out and add them": `
    matrix, the; matri, the; matrix the; matrix || The Matrix 1999
    clockwork orange, a || A Clockwork Orange 1971
    sensibility sense || Sense and Sensibility 1995
    lord rings fellowship ring || The Lord of the Rings: The Fellowship of the Ring 2001
    the shining full movie; shining movie online || The Shining 1980
    godfather second part ii || The Godfather Part II 1974
    batman and robin original || Batman & Robin 1997
    zodiac movie || Zodiac; Zodiac Movie Easel
    dusk ember || Ember Dusk; Dusk Ember Forest
    filler cobra zebra || Filler Cobra
    violin walnut zebra || Violin Walnut | Violin Walnut Zipper
    fellowship xyzzy lord rings || The Lord of the Rings: The Fellowship of the Ring 2001
    godfather part ii xyzzy || The Godfather Part II 1974
    cobalt drummer movie || Cobalt Drummer
    salt and pepper and vinegar || Salt Pepper Vinegar Mustard
    quantum toaster || -
    last lieutenant original best; lieutenant original || -
    almond zebra theta || -
  `,
  "the spaces as people set them": `
    starwars || Star Wars 1977
    spider man; spiderman || Spider-Man 2002
    under world || Underworld 2003
    god father || The Godfather 1972; The Godfather Part II 1974
    thegodfather part ii || The Godfather Part II 1974
    umbrellaman haven || Umbrella Man Distant Haven
    vulture woman haven || Vulturewoman Distant Haven
    tokyobstory || Tokyo Story 1953
    rafterzsadle timber || Rafter Saddle Timber || rafter saddle timber
    clockworkkprange || A Clockwork Orange 1971 || a clockwork orange
    tokyobstoru || Tokyo Story 1953 || tokyo story
    tokyobbstoru; clockworkkpangs || -
  `,
  "the year of a title": `
    alien 1979 || Alien 1979
    ocean's eleven (1960) || Ocean's Eleven 1960
    nosferatu 1922 || Nosferatu 1922
    oceans eleven 1961 || Ocean's Eleven 1960; Ocean's Eleven 2001
    nosferatu 1923 || Nosferatu 1922
    whisper yogurt 1984 || Whisper Yogurt Zeppelin 1984; Whisper Yogurt Zeppelin 1999
    nosferatu || Nosferatu 2024; Nosferatu 1922
    nosferatu | 1923~ | Nosferatu 1922 | Nosferatu 2024
    alien | 1986~ | Aliens 1986
    abacus | 1984~ | Abacus 1984; Abacus 1985
    alien | 1986 | Aliens 1986 | Alien 1979
    her | series | Heroes 2006 | Her 2013; Hercules 1997
    2001 s || 2001: A Space Odyssey 1968; Shrek 2001
    apollo 13; 1409; corridor 1409 || -
  `,
  "popularity, while a word is typed": `
    s || Shrek 2001; Star Wars 1977
    herc || Hercules 1997
    star w || Star Wars 1977
    the lord of the r || The Lord of the Rings: The Fellowship of the Ring 2001
    godfa || The Godfather 1972; The Godfather Part II 1974
    rin fello || The Lord of the Rings: The Fellowship of the Ring 2001 || ring fello
    par godfa ii || The Godfather Part II 1974
    sensi sens || Sense and Sensibility 1995 || sense sens
    felowsh rin lor || The Lord of the Rings: The Fellowship of the Ring 2001
    xq fello; g p i; sen zz || -
  `,
  "the place of the words in a title": `
    fennel garnet harpist || Fennel Garnet Harpist Iguana; Fennel Harpist Garnet Iguana
    kettle || Kettle Jackal; Jackal Kettle
    lagoon mitten || Lagoon Mitten Nectar; Lagoon Mitten Nectar Oboist Pelican Quarry
    rafter rafter || Rafter Rafter Timber | Rafter Saddle Timber
    ragnarok || Thor: Ragnarok 2017
    cinders || Bramble: Cinders; Bramble Cinders
    velka || Dunmor: Velka
    olbrin || Fishkar:Olbrin
    prandel || Gistov - Prandel
    qestin || Hurlok – Qestin
    rumfel || Jandar / Rumfel
    sorvin || Lisgat (Sorvin)
    tuvald || Naxton【Tuvald】
    wenzik || Opredi ~Wenzik~
    zugrot || Yolbam：Zugrot
    gibbon walrus ostrich || Walrus Gibbon Walrus Ostrich; Tapir Gibbon Walrus Panther Ostrich
    new new york; york new || New York, New York 1977
  `,
  "a mistake in the letters": `
    underwrld; undrwrld; umderworld; inderworld; underworldd; udnerworld; udnerwrold; nuderwrld || Underworld 2003 || underworld
    undewro; unnderwo || Underworld 2003 || underworld
    sense and sebsib || Sense and Sensibility 1995 || sense and sensibility
    sense and sensability || Sense and Sensibility 1995 || sense and sensibility
    the hsining || The Shining 1980 || the shining
    the shinning || The Shining 1980; Shinning Stars of the North 1999
    fellowship fo the ring || The Lord of the Rings: The Fellowship of the Ring 2001 || fellowship of the ring
    cobalt drumner || Cobalt Drummer; Cobalt Drummer Easel || cobalt drummer
    almond ajdudic || Almond Adjudicator || almond adjudicator
    inceptoin; incxptixn || Inception 2010 || inception
    natrix pumice || Matrix Pumice Quilt; Patrix Pumice Quilt || matrix pumice
    amtrix reptile || Matrix Reptile Sandal; Abtrix Reptile Sandal || matrix reptile
    magnet nostril || Magnet Nostril Orchard; Magnets Nostril Orchard
    gldtr; gladitr || Gladiator 2000 || gladiator
    hollder sprig || Holder Sprig; Holluer Sprig || holder sprig
    pelvar crust || Pelzar Crust; Telvar Crust || pelzar crust
    modie thorn || Moodie Thorn; Mobdie Thorn || moodie thorn
    simone; s1mone || S1m0ne 2002
    se7en || Seven 1995
    thirteen ghosts; thir13en ghosts || Thirteen Ghosts 2001
    jurasic || Jurassic Park; Jurassic || jurassic
    shinning || Shinning Stars of the North 1999; The Shining 1980
    shinning | 1980 | The Shining 1980 || shining
    godfahter || The Godfather 1972 || godfather
    The Godfahter || The Godfather 1972 || The Godfather
    th shining; te shining || The Shining 1980 || the shining
    hte godfather || The Godfather 1972 || the godfather
    lord fo the rigns: felowship || The Lord of the Rings: The Fellowship of the Ring 2001 || lord of the rings: fellowship
    godfahter part ii xyzzy || The Godfather Part II 1974 || godfather part ii xyzzy
    ocean’s elevn 1960 || Ocean's Eleven 1960 || ocean’s eleven 1960
    gdfthr || The Godfather 1972 || godfather
    in the mood fr love || In the Mood for Love 2000 || in the mood for love
    god father prat ii || The Godfather Part II 1974 || god father part ii
    lordof the rigns || The Lord of the Rings: The Fellowship of the Ring 2001 || lordof the rings
    the star wras || Star Wars 1977 || the star wars
    lotr felowship || The Lord of the Rings: The Fellowship of the Ring 2001 || lotr fellowship
    ameile || Amélie 2001 || amélie
    l'aventura || L'Avventura 1960 || l'avventura
    воена и мир || War and Peace 1965 || война и мир
  `,
  initials: `
    lotr || The Lord of the Rings: The Fellowship of the Ring 2001
    lotr fellowship || The Lord of the Rings: The Fellowship of the Ring 2001
    tdk; dk; td || The Dark Knight 2008
    gotgv2; gotg2 || Guardians of the Galaxy Vol. 2 2017
    xyz || Xylograph Yodel Zither
    qvw || -
    bfg filler || Birch Fjord Gully Filler
    kmn filler || | Kiln Moss Nettle Filler
    kd; kljgs || | The Dark Knight 2008; The King's Man
  `,
  "the words of a plot": `
    dreams thief | list | Burglars 1990; Sleep 1991
    keepers lighthouse | list | Twins 1993; Diarist 1994
    clownfishes | list | Fish 1992; Twins 1993
    clownfish océan | list | Fish 1992 | Twins 1993
    diarist lighthouses | list | Diarist 1994
    伞店 | list | Fish 1992
    thief burgles dreams others | list | Burglars 1990
    a young man finds a thief | list | Burglars 1990 | Sleep 1991
    thieves burgling dreams | list | Burglars 1990
    strandkorb | list | Diarist 1994
    thief | list 1991 | Sleep 1991 | Burglars 1990
    zirconia toaster; clownfish toaster; !!! | list | -
  `,
  "a title among the words of filters": `
    meridian war; music meridian; meridian comedies; french meridian | list | Meridian 2005
    meridian komödien; meridian guerre; musique meridian; meridian películas de terror | list | Meridian 2005
    velvet harbinger 1996 war; horror velvet harbinger 1996 | list | Velvet Harbinger 1996
    garrison wars sunken orchards | list | Sunken Orchards
    war movies; kriegsfilme; films de guerre | list | Trench
    music documentaries | list | Chorus
    french comedies 90s; französische komödien; comédies françaises | list | Bistro 1994
    horror comedies | list | Gallows
  `,
  "a plot among the words of filters and names": `
    cartographer beekeeper glaciers talk | list | Ink
    cartographer beekeeper barrels smuggle soap | list | Ink
    beekeeper smuggle glaciers war balloon | list | Ink
    cartographer smuggle barrels glaciers wilson | list | Ink
    violinist forges passports music | list | Salt
    violinist whales stranded thompson | list | Salt
    passports whales harbour forges comedy lawyer | list | Salt
    violinist forges whales documentaries | list | Salt
    inspector lifts vanished clocks horror | list | Moss
    inspector vanished floor clocks french | list | Moss
    lifts discovers vanished clocks hanks | list | Moss
    blacksmith pelicans stagecoaches krieg | list | Rust
    blacksmith teaches pelicans smith horror | list | Rust
    pelicans rob stagecoaches comédie willis blacksmith | list | Rust
  `,
  "the sound of the words": `
    filadelfia | list | Philadelphia 1993 || philadelphia
  `,
  "exactly what was typed": `
    godfahter; hte godfahter; gdfthr; ameile; star wras; rin fello; par godfa ii; sensi sens | exact | -
    amelie | exact | Amélie 2001
    godfather two | exact | The Godfather Part II 1974
    starwars | exact | Star Wars 1977
    god father; godfa | exact | The Godfather 1972
    simone | exact | S1m0ne 2002
    lotr fellowship; fellowship lord rings | exact | The Lord of the Rings: The Fellowship of the Ring 2001
    fellowship lord rigns | exact | | The Lord of the Rings: The Fellowship of the Ring 2001
  `,
  "no title at all": `
    xqzzt; qwrtplk zzxv; blorgfarn; !!!; xylophone || -
    midnight hours || -
  `,
};

const PEOPLE = `Pacino Gibson; George Joaquin; Washington Edward; Robert Willis; Christopher Smith; Denis Villeneuve; Emma Thompson;
  Leonardo DiCaprio; Charlize Theron; J. K. Rowling; Harry S. Truman; 宮崎駿; Maria de la Paz; Shaquille O'Neal; Penélope Cruz;
  Andrei Arlovski; Owen Wilson; Ben Kotto; Tim Hanks; Martin`;

const PEOPLE_ROWS: Readonly<Record<string, string>> = {
  "initials and signs": `
    j k rowling; jk rowling; J.K. Rowling || J. K. Rowling
    harry s truman; harry s. truman || Harry S. Truman
    shaquille oneal || Shaquille O'Neal
    penelope cruz || Penélope Cruz
    宮崎; 宮崎 駿 || 宮崎駿
    mariadelapaz || Maria de la Paz
    penel || Penélope Cruz
  `,
  "a name as people mistype it": `
    leonardo di caprio; leonardo dicapro || Leonardo DiCaprio
    charlise theron; sharlize theron || Charlize Theron
    denis vileneuve; villenueve || Denis Villeneuve
    washingtn edwrd || Washington Edward
    gibsno || Pacino Gibson
  `,
  "no word of a title, and no word two letters apart": `
    gibbon; matrix; matrif || -
  `,
  "the sound of a name in another script": `
    باتشينو غيبسون || Pacino Gibson
    جورج خواكين || George Joaquin
    Вашингтон Эдвард || Washington Edward
    Ρόμπερτ Γουίλις || Robert Willis
    クリストファー・スミス || Christopher Smith
    ドゥニ・ヴィルヌーヴ || Denis Villeneuve
    에마 톰슨 || Emma Thompson
    Шарлиз Терон; シャーリーズ・セロン || Charlize Theron
    Леонардо Ди Каприо || Leonardo DiCaprio
    Осип Тарковский; أوين نولان; トム・コット; Тим Мост || -
  `,
};

interface Row {
  readonly query: string;
  readonly filter: string;
  readonly first: readonly string[];
  readonly excluded: readonly string[];
  readonly corrected: string;
}

const NOTHING = "-";

const splitCell = (cell = "") => cell.split(/;\s*/).filter(Boolean);

function readRows(table: string): Row[] {
  return table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [queries, filter = "", first, excluded, corrected = ""] = line
        .split("|")
        .map((cell) => cell.trim());
      const expected = { filter, first: splitCell(first), excluded: splitCell(excluded), corrected };
      return splitCell(queries).map((query) => ({ query, ...expected }));
    });
}

function expectNames(names: readonly string[], { first, excluded }: Row) {
  expect(new Set(names).size).toBe(names.length);
  if (first[0] === NOTHING) expect(names).toEqual([]);
  else expect(names.slice(0, first.length)).toEqual(first);
  expect(names.filter((name) => excluded.includes(name))).toEqual([]);
}

/** Runs a row's query as a search, or as a list if the filter begins with "list" or "exact". */
function find({ query, filter }: Row) {
  const [word, f = ""] = filter.split(" ");
  const isExact = word === "exact";
  return word === "list" || isExact ? list(query, { f, exact: isExact }) : search(query, { f: filter });
}

beforeAll(() => {
  const cast = splitCell(PEOPLE).map((name, at) => ({ id: at + 1, name, profile_path: null, character: "" }));
  return fillCatalog(placeTitles(), [[1, JSON.stringify({ id: 1, cast })]]);
});

describe("search()", () => {
  describe.each(Object.entries(ROWS))("by %s", (_, table) => {
    test.each(readRows(table))("finds $first for $query $filter", async (row) => {
      const { titles, notes } = await find(row);
      expectNames(titles, row);
      expect(notes.list?.correctedText ?? "").toBe(row.corrected);
    });
  });
});

describe("people()", () => {
  describe.each(Object.entries(PEOPLE_ROWS))("by %s", (_, table) => {
    test.each(readRows(table))("finds $first for $query", async (row) => {
      expectNames(await searchPeople(row.query), row);
    });
  });
});

describe("list()", () => {
  test("reads few rows to match the words of a plot", async () => {
    const { database: watched, meter } = meterDatabase(database);
    await list("thief burgles dreams others", {}, watched);
    expect(meter.roundTrips).toBeLessThanOrEqual(9);
    expect(meter.rows).toBeLessThan(1_000);
  });
});
