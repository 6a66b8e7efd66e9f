/** Labels of the facts of a title, a line each: one for each language of the site, English first. */
import type { Language } from "./language.ts";
import { namesIn } from "./tables.ts";

const LABELS = {
  original:
    "Original title|Título original|Titre original|Originaltitel|Título original|原題|原名|العنوان الأصلي",
  countries: "Countries|Países|Pays|Länder|Países|国|国家和地区|البلدان",
  genres: "Genres|Géneros|Genres|Genres|Gêneros|ジャンル|类型|التصنيف",
  runtime: "Runtime|Duración|Durée|Laufzeit|Duração|長さ|时长|المدة",
  rating: "Rating|Valoración|Note|Bewertung|Avaliação|評価|评分|التقييم",
  tagline: "Tagline|Eslogan|Slogan|Slogan|Slogan|キャッチコピー|宣传语|الشعار الترويجي",
  trailer: "Trailer|Tráiler|Bande-annonce|Trailer|Trailer|予告編|预告片|الإعلان الترويجي",
  elsewhere:
    "On other sites|En otros sitios|Sur d’autres sites|Auf anderen Seiten|Em outros sites|ほかのサイト|其他网站|على مواقع أخرى",
} as const;

const nameOf = namesIn(
  Object.entries(LABELS)
    .map(([fact, labels]) => `${fact}|${labels}`)
    .join("\n"),
);

export function factLabel(language: Language, fact: keyof typeof LABELS): string {
  return nameOf(language, fact) ?? fact;
}
