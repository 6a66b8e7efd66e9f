/** Texts about seasons and episodes. Each line has the text in all languages, English first. */
import type { Language } from "./language.ts";
import { namesByKey } from "./tables.ts";

const TEXTS = {
  seasons: "Seasons|Temporadas|Saisons|Staffeln|Temporadas|シーズン一覧|各季|المواسم",
  /** The name of a season that has no name of its own. */
  season: "Season {n}|Temporada {n}|Saison {n}|Staffel {n}|Temporada {n}|シーズン{n}|第{n}季|الموسم {n}",
  /** The name of season 0. */
  specials: "Specials|Especiales|Épisodes spéciaux|Extras|Especiais|スペシャル|特别篇|حلقات خاصة",
  /** The title of an episode that has no title of its own. */
  episode: "Episode {n}|Episodio {n}|Épisode {n}|Folge {n}|Episódio {n}|第{n}話|第{n}集|الحلقة {n}",
  range:
    "Episodes {n}–{to}|Episodios {n}–{to}|Épisodes {n} à {to}|Folgen {n}–{to}|Episódios {n}–{to}|第{n}話～第{to}話|第{n}至{to}集|الحلقات {n}–{to}",
  next: "Next episode|Próximo episodio|Prochain épisode|Nächste Folge|Próximo episódio|次回のエピソード|下一集|الحلقة القادمة",
  plot: "Plot|Argumento|Résumé|Handlung|Sinopse|あらすじ|剧情|القصة",
  of: "{title}: {season}|{title}: {season}|{title} : {season}|{title}: {season}|{title}: {season}|{title} {season}|{title} {season}|{title}: {season}",
  /** A description of a season for search engines. `facts` lists some of the next four texts. */
  description:
    "All episodes of {season}, with {facts}.|Todos los episodios de {season}, con {facts}.|Tous les épisodes de {season}, avec {facts}.|Alle Folgen von {season}, mit {facts}.|Todos os episódios de {season}, com {facts}.|{season}の全エピソード。{facts}を掲載。|{season}的全部剧集，附{facts}。|كل حلقات {season}، مع {facts}.",
  title: "titles|títulos|titres|Titeln|títulos|サブタイトル|集名|عناوينها",
  aired: "dates|fechas|dates|Sendedaten|datas|放送日|播出日期|تواريخ عرضها",
  runtime: "runtimes|duración|durées|Laufzeiten|duração|長さ|时长|مدتها",
  rating: "ratings|valoración|notes|Bewertungen|avaliação|評価|评分|تقييمها",
  noEpisodes:
    "No episodes listed yet.|Todavía no constan los episodios.|Les épisodes ne sont pas encore connus.|Die Folgen sind noch nicht bekannt.|Os episódios ainda não constam aqui.|エピソードはまだ登録されていません。|暂无分集资料。|لم تُسجَّل الحلقات بعد.",
  notFound:
    "Season not found|Temporada no encontrada|Saison introuvable|Staffel nicht gefunden|Temporada não encontrada|シーズンが見つかりません|找不到这一季|الموسم غير موجود",
  others:
    "{title} has these seasons|Estas son las temporadas de {title}|Voici les saisons de {title}|Diese Staffeln gibt es von {title}|Estas são as temporadas de {title}|{title}には次のシーズンがあります|{title}有以下各季|مواسم {title}",
  unknown:
    "The seasons of {title} are not known here.|Aquí no se conocen las temporadas de {title}.|Les saisons de {title} ne sont pas connues ici.|Die Staffeln von {title} sind hier nicht bekannt.|As temporadas de {title} não são conhecidas aqui.|{title}のシーズンの情報はありません。|这里没有{title}各季的资料。|مواسم {title} غير معروفة هنا.",
} as const;

const lookUpText = namesByKey(TEXTS);

/** Returns a text in a language, with the numbers `n` and `to` inserted. */
export function seriesText(
  language: Language,
  text: keyof typeof TEXTS,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const pattern = lookUpText(language, text) ?? text;
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
