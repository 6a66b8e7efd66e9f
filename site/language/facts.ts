/** Labels of facts and names of statuses. Each line has the text in all languages, English first. */
import type { Status } from "../../worker/contract/facts.ts";
import type { Language } from "./language.ts";
import { namesByKey } from "./tables.ts";

const LABELS = {
  original:
    "Original title|Título original|Titre original|Originaltitel|Título original|原題|原名|العنوان الأصلي",
  country: "Country|País|Pays|Land|País|国|国家或地区|البلد",
  countries: "Countries|Países|Pays|Länder|Países|国|国家和地区|البلدان",
  /** The heading of the facts that are not among the main facts. */
  details: "Details|Detalles|Détails|Details|Detalhes|詳細|详情|التفاصيل",
  genres: "Genres|Géneros|Genres|Genres|Gêneros|ジャンル|类型|التصنيف",
  runtime: "Runtime|Duración|Durée|Laufzeit|Duração|長さ|时长|المدة",
  rating: "Rating|Valoración|Note|Bewertung|Avaliação|評価|评分|التقييم",
  tagline: "Tagline|Eslogan|Slogan|Slogan|Slogan|キャッチコピー|宣传语|الشعار الترويجي",
  released: "Released|Estreno|Sortie|Veröffentlichung|Lançamento|公開|上映|تاريخ العرض",
  aired: "First aired|Primera emisión|Première diffusion|Erstausstrahlung|Estreia|放送開始|首播|بداية العرض",
  certificate:
    "Certificate|Clasificación por edades|Classification|Altersfreigabe|Classificação indicativa|年齢区分|分级|التصنيف العمري",
  status: "Status|Estado|Statut|Status|Situação|状況|状态|الحالة",
  companies: "Production|Producción|Production|Produktion|Produção|製作|制作|إنتاج",
  networks: "Network|Cadena|Chaîne|Sender|Canal|放送・配信|播出平台|القناة",
  trailer: "Trailer|Tráiler|Bande-annonce|Trailer|Trailer|予告編|预告片|الإعلان الترويجي",
  watch: "Where to watch|Dónde ver|Où regarder|Wo zu sehen|Onde assistir|視聴方法|在哪里观看|أين تشاهده",
  /** The ways in which services offer a title. */
  stream: "Stream|Suscripción|Abonnement|Im Abo|Assinatura|見放題|订阅|بالاشتراك",
  free: "Free|Gratis|Gratuit|Kostenlos|Grátis|無料|免费|مجانًا",
  ads: "With ads|Con anuncios|Avec publicité|Mit Werbung|Com anúncios|広告付き|含广告|مع إعلانات",
  rent: "Rent|Alquiler|Location|Leihen|Aluguel|レンタル|租借|استئجار",
  buy: "Buy|Compra|Achat|Kaufen|Compra|購入|购买|شراء",
  nowhere:
    "Not available in this country|No disponible en este país|Indisponible dans ce pays|In diesem Land nicht verfügbar|Indisponível neste país|この国では配信されていません|该国家或地区暂无服务|غير متاح في هذا البلد",
  /** The link to TMDB's page, which leads to the services. */
  services:
    "Open on TMDB|Abrir en TMDB|Ouvrir sur TMDB|Auf TMDB öffnen|Abrir no TMDB|TMDBで開く|在 TMDB 上打开|فتح في TMDB",
  source: "Source|Fuente|Source|Quelle|Fonte|出典|来源|المصدر",
  born: "Born|Nacimiento|Naissance|Geboren|Nascimento|生まれ|出生|الميلاد",
  died: "Died|Fallecimiento|Décès|Gestorben|Morte|死去|逝世|الوفاة",
  /** The link to the page with the author and licence of a picture. */
  picture:
    "Picture: author and licence|Imagen: autor y licencia|Image : auteur et licence|Bild: Urheber und Lizenz|Imagem: autor e licença|画像の作者とライセンス|图片：作者与许可|الصورة: المؤلف والترخيص",
  elsewhere:
    "On other sites|En otros sitios|Sur d’autres sites|Auf anderen Seiten|Em outros sites|ほかのサイト|其他网站|على مواقع أخرى",
} as const;

const STATUSES: Readonly<Record<Status, string>> = {
  announced: "Announced|Anunciada|Annoncé|Angekündigt|Anunciado|制作発表|已公布|أُعلن عنه",
  in_production:
    "In production|En producción|En production|In Produktion|Em produção|制作中|制作中|قيد الإنتاج",
  released: "Released|Estrenada|Sorti|Veröffentlicht|Lançado|公開済み|已上映|صدر",
  returning: "Ongoing|En emisión|En cours|Wird fortgesetzt|Em exibição|継続中|未完结|مستمر",
  ended: "Ended|Finalizada|Terminée|Beendet|Finalizada|終了|已完结|انتهى",
  canceled: "Cancelled|Cancelada|Annulé|Eingestellt|Cancelado|中止|已取消|أُلغي",
};

const lookUpLabel = namesByKey(LABELS);
const lookUpStatus = namesByKey(STATUSES);

export function factLabel(language: Language, fact: keyof typeof LABELS): string {
  return lookUpLabel(language, fact) ?? fact;
}

export function statusName(language: Language, status: Status): string {
  return lookUpStatus(language, status) ?? status;
}
