/**
 * Names of jobs in a visitor's language. Sources name jobs in English, and those that lead a department are translated: as the
 * work, not the person, whose gender is not known. All others stay as they are.
 */
import type { Language } from "./language.ts";

const LANGUAGES: readonly Language[] = ["ar", "de", "es", "fr", "ja", "pt", "zh"];

/** English names of one job, separated by commas, and the job in each of these languages. */
const JOBS = `
director, directed by|إخراج|Regie|dirección|réalisation|監督|direção|导演
co-director|إخراج مشارك|Co-Regie|codirección|coréalisation|共同監督|codireção|联合导演
series director|إخراج المسلسل|Serienregie|dirección de la serie|réalisation de la série|シリーズ監督|direção da série|系列导演
second unit director|إخراج الوحدة الثانية|Second-Unit-Regie|dirección de segunda unidad|réalisation de la seconde équipe|第二班監督|direção da segunda unidade|第二组导演
assistant director|مساعدة إخراج|Regieassistenz|asistencia de dirección|assistance à la réalisation|助監督|assistência de direção|副导演
first assistant director|مساعدة إخراج أولى|Erste Regieassistenz|primera asistencia de dirección|première assistance à la réalisation|チーフ助監督|primeira assistência de direção|第一副导演
script supervisor|متابعة السيناريو|Continuity|supervisión de guion|scripte|記録|continuidade|场记
writer, screenplay, screenwriter, scenario writer, written by|سيناريو|Drehbuch|guion|scénario|脚本|roteiro|编剧
teleplay|سيناريو تلفزيوني|Fernsehdrehbuch|guion televisivo|scénario télévisé|テレビ脚本|roteiro de televisão|电视剧本
story, original story, screenstory|قصة|Geschichte|argumento|histoire|原案|argumento|故事
idea, original concept|فكرة|Idee|idea|idée|アイデア|ideia|创意
novel|رواية|Roman|novela|roman|原作小説|romance|原著小说
book|كتاب|Buchvorlage|libro|livre|原作|livro|原著
short story|قصة قصيرة|Kurzgeschichte|relato|nouvelle|原作短編|conto|原著短篇
theatre play|مسرحية|Theaterstück|obra de teatro|pièce de théâtre|原作戯曲|peça de teatro|原著戏剧
comic book, graphic novel|قصص مصورة|Comicvorlage|cómic|bande dessinée|原作コミック|história em quadrinhos|原著漫画
adaptation|اقتباس|Adaption|adaptación|adaptation|脚色|adaptação|改编
dialogue|حوار|Dialoge|diálogos|dialogues|台詞|diálogos|对白
characters|شخصيات|Figuren|personajes|personnages|キャラクター原案|personagens|角色原案
created by, creator, series creator|ابتكار|Serienidee|creación|création|クリエイター|criação|主创
series composition|تأليف السلسلة|Serienkomposition|composición de la serie|composition de la série|シリーズ構成|composição da série|系列构成
producer|إنتاج|Produktion|producción|production|プロデューサー|produção|制片人
executive producer|إنتاج تنفيذي|Ausführende Produktion|producción ejecutiva|production exécutive|製作総指揮|produção executiva|监制
co-producer|إنتاج مشارك|Koproduktion|coproducción|coproduction|共同プロデューサー|coprodução|联合制片人
production manager|إدارة الإنتاج|Produktionsleitung|dirección de producción|direction de production|制作担当|direção de produção|制片主任
location manager|إدارة المواقع|Motivaufnahmeleitung|localizaciones|repérages|ロケーション担当|locações|外景经理
director of photography, cinematography|إدارة التصوير|Kamera|dirección de fotografía|photographie|撮影|direção de fotografia|摄影
camera operator|تشغيل الكاميرا|Kameraführung|operación de cámara|cadrage|カメラ操作|operação de câmera|掌机
casting, casting director|اختيار الممثلين|Casting|selección de reparto|distribution des rôles|キャスティング|seleção de elenco|选角
editor, film editor|مونتاج|Schnitt|montaje|montage|編集|montagem|剪辑
additional editing, additional editor|مونتاج إضافي|Zusätzlicher Schnitt|montaje adicional|montage additionnel|追加編集|montagem adicional|附加剪辑
assistant editor|مساعدة مونتاج|Schnittassistenz|asistencia de montaje|assistance au montage|編集助手|assistência de montagem|助理剪辑
colorist, digital intermediate colorist|تصحيح الألوان|Farbkorrektur|etalonaje|étalonnage|カラリスト|correção de cor|调色
production design, production designer|تصميم الإنتاج|Szenenbild|diseño de producción|conception des décors|美術|design de produção|美术设计
art direction, art director, supervising art director|إدارة فنية|Künstlerische Leitung|dirección artística|direction artistique|美術監督|direção de arte|美术指导
set decoration, set decorator|ديكور|Ausstattung|decoración|décoration|装飾|decoração de cenários|布景
set designer|تصميم الديكور|Bühnenbild|diseño de decorados|conception des plateaux|セットデザイン|cenografia|布景设计
costume design, costume designer|تصميم الأزياء|Kostüm|vestuario|costumes|衣装|figurino|服装设计
makeup artist, makeup department head|مكياج|Maske|maquillaje|maquillage|メイク|maquiagem|化妆
hairstylist, hair department head|تصفيف الشعر|Frisuren|peluquería|coiffure|ヘアスタイリング|penteados|发型设计
property master|إكسسوارات|Requisite|atrezo|accessoires|小道具|adereços|道具
storyboard artist|لوحات القصة|Storyboard|guion gráfico|storyboard|絵コンテ|storyboard|分镜
visual effects supervisor, senior visual effects supervisor, vfx supervisor|إشراف على المؤثرات البصرية|Leitung visuelle Effekte|supervisión de efectos visuales|supervision des effets visuels|視覚効果監修|supervisão de efeitos visuais|视效总监
visual effects|مؤثرات بصرية|Visuelle Effekte|efectos visuales|effets visuels|視覚効果|efeitos visuais|视觉特效
special effects supervisor|إشراف على المؤثرات الخاصة|Leitung Spezialeffekte|supervisión de efectos especiales|supervision des effets spéciaux|特殊効果監修|supervisão de efeitos especiais|特效总监
special effects|مؤثرات خاصة|Spezialeffekte|efectos especiales|effets spéciaux|特殊効果|efeitos especiais|特效
animation|تحريك|Animation|animación|animation|アニメーション|animação|动画
animation director|إخراج التحريك|Animationsregie|dirección de animación|direction de l’animation|作画監督|direção de animação|作画监督
animation supervisor|إشراف على التحريك|Leitung Animation|supervisión de animación|supervision de l’animation|アニメーション監修|supervisão de animação|动画总监
key animation|تحريك رئيسي|Schlüsselanimation|animación clave|animation clé|原画|animação-chave|原画
character designer|تصميم الشخصيات|Figurendesign|diseño de personajes|conception des personnages|キャラクターデザイン|design de personagens|角色设计
original music composer, composer, music|موسيقى|Musik|música|musique|音楽|música|音乐
main title theme composer|موسيقى المقدمة|Titelmusik|tema principal|thème principal|テーマ曲|tema de abertura|主题曲
songs|أغانٍ|Lieder|canciones|chansons|挿入歌|canções|歌曲
music supervisor|إشراف موسيقي|Musikberatung|supervisión musical|supervision musicale|音楽監修|supervisão musical|音乐总监
music editor|مونتاج الموسيقى|Musikschnitt|montaje musical|montage musique|音楽編集|edição musical|音乐剪辑
conductor|قيادة الأوركسترا|Musikalische Leitung|dirección de orquesta|direction d’orchestre|指揮|regência|指挥
orchestrator|توزيع أوركسترالي|Orchestrierung|orquestación|orchestration|編曲|orquestração|配器
sound, sound mixer, production sound mixer, sound recordist|صوت|Ton|sonido|son|録音|som|录音
sound designer|تصميم الصوت|Sounddesign|diseño de sonido|conception sonore|音響デザイン|design de som|声音设计
sound editor, supervising sound editor|مونتاج الصوت|Tonschnitt|montaje de sonido|montage son|音響編集|edição de som|声音剪辑
sound re-recording mixer|مزج الصوت|Tonmischung|mezcla de sonido|mixage|整音|mixagem de som|混音
`;

const NAMES = new Map(
  JOBS.trim()
    .split("\n")
    .flatMap((line) => {
      const [english = "", ...names] = line.split("|");
      return english.split(", ").map((job) => [job, names] as const);
    }),
);

/** As it is written within a sentence; `null`: it has no translation. */
function translated(language: Language, job: string): string | null {
  return NAMES.get(job.toLowerCase())?.[LANGUAGES.indexOf(language)] ?? null;
}

/** As entries of their own. Several jobs may have one name. */
export function jobNames(language: Language, jobs: readonly string[]): string[] {
  const named = (job: string) => {
    const name = translated(language, job);
    return name === null ? job : name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
  };
  return [...new Set(jobs.map(named))];
}

/** The same within a line. English jobs have a capital for each word; letters such as "VFX" stay. */
export function jobsWithin(language: Language, jobs: readonly string[]): string[] {
  const lowered = (job: string) => job.replaceAll(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  return [...new Set(jobs.map((job) => translated(language, job) ?? lowered(job)))];
}
