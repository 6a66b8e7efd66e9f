/** Names that the runtime's `Intl` lacks: former countries, Northern Sami, and TMDB's code `xx` for films without speech. */
import type { Language } from "./language.ts";

type Names = Readonly<Record<Language, string>>;

/** By their English names, as records have them. */
export const FORMER_COUNTRIES: ReadonlyMap<string, Names> = byEnglishName([
  {
    en: "Soviet Union",
    es: "Unión Soviética",
    fr: "Union soviétique",
    de: "Sowjetunion",
    pt: "União Soviética",
    ja: "ソビエト連邦",
    zh: "苏联",
    ar: "الاتحاد السوفيتي",
  },
  {
    en: "Czechoslovakia",
    es: "Checoslovaquia",
    fr: "Tchécoslovaquie",
    de: "Tschechoslowakei",
    pt: "Tchecoslováquia",
    ja: "チェコスロバキア",
    zh: "捷克斯洛伐克",
    ar: "تشيكوسلوفاكيا",
  },
  {
    en: "Yugoslavia",
    es: "Yugoslavia",
    fr: "Yougoslavie",
    de: "Jugoslawien",
    pt: "Iugoslávia",
    ja: "ユーゴスラビア",
    zh: "南斯拉夫",
    ar: "يوغوسلافيا",
  },
  {
    en: "East Germany",
    es: "Alemania Oriental",
    fr: "Allemagne de l’Est",
    de: "DDR",
    pt: "Alemanha Oriental",
    ja: "東ドイツ",
    zh: "东德",
    ar: "ألمانيا الشرقية",
  },
]);

/** By their codes. */
export const UNLISTED_LANGUAGES: ReadonlyMap<string, Names> = new Map([
  [
    "xx",
    {
      en: "No language",
      es: "Sin diálogos",
      fr: "Sans paroles",
      de: "Ohne Sprache",
      pt: "Sem diálogos",
      ja: "言語なし",
      zh: "无语言",
      ar: "بلا لغة",
    },
  ],
  [
    "se",
    {
      en: "Northern Sami",
      es: "Sami septentrional",
      fr: "Same du Nord",
      de: "Nordsamisch",
      pt: "Sami setentrional",
      ja: "北サーミ語",
      zh: "北萨米语",
      ar: "السامية الشمالية",
    },
  ],
]);

function byEnglishName(countries: readonly Names[]): ReadonlyMap<string, Names> {
  return new Map(countries.map((names) => [names.en, names]));
}
