/**
 * Names of jobs in the visitor's language. Leading jobs are translated by the name of the work ("direction"), because
 * the gender of a person is unknown. Other jobs stay in English.
 */
import { LANGUAGES, type Language } from "./language.ts";
import { namesIn } from "./tables.ts";

/** The names of jobs. Each line starts with the English job in lower case. */
const NAMES = `
director, directed by|dirección|réalisation|Regie|direção|監督|导演|إخراج
co-director|codirección|coréalisation|Co-Regie|codireção|共同監督|联合导演|إخراج مشارك
series director|dirección de la serie|réalisation de la série|Serienregie|direção da série|シリーズ監督|系列导演|إخراج المسلسل
second unit director|dirección de segunda unidad|réalisation de la seconde équipe|Second-Unit-Regie|direção da segunda unidade|第二班監督|第二组导演|إخراج الوحدة الثانية
assistant director|asistencia de dirección|assistance à la réalisation|Regieassistenz|assistência de direção|助監督|副导演|مساعدة إخراج
first assistant director|primera asistencia de dirección|première assistance à la réalisation|Erste Regieassistenz|primeira assistência de direção|チーフ助監督|第一副导演|مساعدة إخراج أولى
script supervisor|supervisión de guion|scripte|Continuity|continuidade|記録|场记|متابعة السيناريو
writer, screenplay, screenwriter, scenario writer, written by|guion|scénario|Drehbuch|roteiro|脚本|编剧|سيناريو
teleplay|guion televisivo|scénario télévisé|Fernsehdrehbuch|roteiro de televisão|テレビ脚本|电视剧本|سيناريو تلفزيوني
story, original story, screenstory|argumento|histoire|Geschichte|argumento|原案|故事|قصة
idea, original concept|idea|idée|Idee|ideia|アイデア|创意|فكرة
novel|novela|roman|Roman|romance|原作小説|原著小说|رواية
book|libro|livre|Buchvorlage|livro|原作|原著|كتاب
short story|relato|nouvelle|Kurzgeschichte|conto|原作短編|原著短篇|قصة قصيرة
theatre play|obra de teatro|pièce de théâtre|Theaterstück|peça de teatro|原作戯曲|原著戏剧|مسرحية
comic book, graphic novel|cómic|bande dessinée|Comicvorlage|história em quadrinhos|原作コミック|原著漫画|قصص مصورة
adaptation|adaptación|adaptation|Adaption|adaptação|脚色|改编|اقتباس
dialogue|diálogos|dialogues|Dialoge|diálogos|台詞|对白|حوار
characters|personajes|personnages|Figuren|personagens|キャラクター原案|角色原案|شخصيات
created by, creator, series creator|creación|création|Serienidee|criação|クリエイター|主创|ابتكار
series composition|composición de la serie|composition de la série|Serienkomposition|composição da série|シリーズ構成|系列构成|تأليف السلسلة
producer|producción|production|Produktion|produção|プロデューサー|制片人|إنتاج
executive producer|producción ejecutiva|production exécutive|Ausführende Produktion|produção executiva|製作総指揮|监制|إنتاج تنفيذي
co-producer|coproducción|coproduction|Koproduktion|coprodução|共同プロデューサー|联合制片人|إنتاج مشارك
production manager|dirección de producción|direction de production|Produktionsleitung|direção de produção|制作担当|制片主任|إدارة الإنتاج
location manager|localizaciones|repérages|Motivaufnahmeleitung|locações|ロケーション担当|外景经理|إدارة المواقع
director of photography, cinematography|dirección de fotografía|photographie|Kamera|direção de fotografia|撮影|摄影|إدارة التصوير
camera operator|operación de cámara|cadrage|Kameraführung|operação de câmera|カメラ操作|掌机|تشغيل الكاميرا
casting, casting director|selección de reparto|distribution des rôles|Casting|seleção de elenco|キャスティング|选角|اختيار الممثلين
editor, film editor|montaje|montage|Schnitt|montagem|編集|剪辑|مونتاج
additional editing, additional editor|montaje adicional|montage additionnel|Zusätzlicher Schnitt|montagem adicional|追加編集|附加剪辑|مونتاج إضافي
assistant editor|asistencia de montaje|assistance au montage|Schnittassistenz|assistência de montagem|編集助手|助理剪辑|مساعدة مونتاج
colorist, digital intermediate colorist|etalonaje|étalonnage|Farbkorrektur|correção de cor|カラリスト|调色|تصحيح الألوان
production design, production designer|diseño de producción|conception des décors|Szenenbild|design de produção|美術|美术设计|تصميم الإنتاج
art direction, art director, supervising art director|dirección artística|direction artistique|Künstlerische Leitung|direção de arte|美術監督|美术指导|إدارة فنية
set decoration, set decorator|decoración|décoration|Ausstattung|decoração de cenários|装飾|布景|ديكور
set designer|diseño de decorados|conception des plateaux|Bühnenbild|cenografia|セットデザイン|布景设计|تصميم الديكور
costume design, costume designer|vestuario|costumes|Kostüm|figurino|衣装|服装设计|تصميم الأزياء
makeup artist, makeup department head|maquillaje|maquillage|Maske|maquiagem|メイク|化妆|مكياج
hairstylist, hair department head|peluquería|coiffure|Frisuren|penteados|ヘアスタイリング|发型设计|تصفيف الشعر
property master|atrezo|accessoires|Requisite|adereços|小道具|道具|إكسسوارات
storyboard artist|guion gráfico|storyboard|Storyboard|storyboard|絵コンテ|分镜|لوحات القصة
visual effects supervisor, senior visual effects supervisor, vfx supervisor|supervisión de efectos visuales|supervision des effets visuels|Leitung visuelle Effekte|supervisão de efeitos visuais|視覚効果監修|视效总监|إشراف على المؤثرات البصرية
visual effects|efectos visuales|effets visuels|Visuelle Effekte|efeitos visuais|視覚効果|视觉特效|مؤثرات بصرية
special effects supervisor|supervisión de efectos especiales|supervision des effets spéciaux|Leitung Spezialeffekte|supervisão de efeitos especiais|特殊効果監修|特效总监|إشراف على المؤثرات الخاصة
special effects|efectos especiales|effets spéciaux|Spezialeffekte|efeitos especiais|特殊効果|特效|مؤثرات خاصة
animation|animación|animation|Animation|animação|アニメーション|动画|تحريك
animation director|dirección de animación|direction de l’animation|Animationsregie|direção de animação|作画監督|作画监督|إخراج التحريك
animation supervisor|supervisión de animación|supervision de l’animation|Leitung Animation|supervisão de animação|アニメーション監修|动画总监|إشراف على التحريك
key animation|animación clave|animation clé|Schlüsselanimation|animação-chave|原画|原画|تحريك رئيسي
character designer|diseño de personajes|conception des personnages|Figurendesign|design de personagens|キャラクターデザイン|角色设计|تصميم الشخصيات
original music composer, composer, music|música|musique|Musik|música|音楽|音乐|موسيقى
main title theme composer|tema principal|thème principal|Titelmusik|tema de abertura|テーマ曲|主题曲|موسيقى المقدمة
songs|canciones|chansons|Lieder|canções|挿入歌|歌曲|أغانٍ
music supervisor|supervisión musical|supervision musicale|Musikberatung|supervisão musical|音楽監修|音乐总监|إشراف موسيقي
music editor|montaje musical|montage musique|Musikschnitt|edição musical|音楽編集|音乐剪辑|مونتاج الموسيقى
conductor|dirección de orquesta|direction d’orchestre|Musikalische Leitung|regência|指揮|指挥|قيادة الأوركسترا
orchestrator|orquestación|orchestration|Orchestrierung|orquestração|編曲|配器|توزيع أوركسترالي
sound, sound mixer, production sound mixer, sound recordist|sonido|son|Ton|som|録音|录音|صوت
sound designer|diseño de sonido|conception sonore|Sounddesign|design de som|音響デザイン|声音设计|تصميم الصوت
sound editor, supervising sound editor|montaje de sonido|montage son|Tonschnitt|edição de som|音響編集|声音剪辑|مونتاج الصوت
sound re-recording mixer|mezcla de sonido|mixage|Tonmischung|mixagem de som|整音|混音|مزج الصوت
`;

/** Returns a job's name for use within a sentence. */
const lookUpName = namesIn(NAMES, LANGUAGES.slice(1));

/** Returns the names of jobs as separate items, without duplicates. */
export function jobNames(language: Language, jobs: readonly string[]): string[] {
  const named = (job: string) => {
    const name = lookUpName(language, job.toLowerCase());
    return name === undefined ? job : name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
  };
  return [...new Set(jobs.map(named))];
}

/**
 * Returns the names of jobs for use within a line, without duplicates. English names become lower case, except for
 * abbreviations such as "VFX".
 */
export function jobsWithin(language: Language, jobs: readonly string[]): string[] {
  const lowered = (job: string) => job.replaceAll(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  return [...new Set(jobs.map((job) => lookUpName(language, job.toLowerCase()) ?? lowered(job)))];
}
