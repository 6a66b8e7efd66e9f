/** Parses the role of a person from words next to the name, in all languages: `directed by`, `Regie:`, `監督`. */
import type { CreditRole } from "../contract/credit-roles.ts";
import { fold } from "../text/fold.ts";
import { pieces } from "../text/words.ts";
import { AND, FILLERS, type Token } from "./tokens.ts";

/**
 * The words for roles. Each line has a role, the words that may precede a name, those that may precede a name only
 * with a filler such as `by`, and those that may follow a name.
 */
const WORDS = `
director|directed, director, directors, regie, regisseur, regisseurin, inszeniert, gedreht, réalisé, réalisée, réalisés, réalisées, réalisateur, réalisatrice, réalisation, mis en scène, mise en scène, dirigé, dirigida, dirigido, dirigidas, dirigidos, directora, diretor, diretora, realizado, realizada, 导演, 執導, 执导, إخراج, للمخرج, المخرج, مخرج|direction, dirección, direção|director, as director, directed, regisseur, als regisseur, gedreht, inszeniert, 監督, 監督作品, 导演, 執導, 执导
writer|written, writer, screenwriter, screenplay, script, geschrieben, drehbuch, drehbuchautor, écrit, écrite, écrits, écrites, scénario, scénariste, escrita, escrito, escritas, escritos, guion, guión, guionista, roteiro, roteirista, argumento, 编剧, 編劇, تأليف, كتابة, سيناريو|story, created|writer, as writer, geschrieben, wrote, 脚本, 编剧, 編劇
cast|starring, starred, featuring, actor, actors, actress, actresses, hauptdarsteller, schauspieler, schauspielerin, darsteller, acteur, actrice, joué, interprété, protagonizada, protagonizado, protagonizadas, protagonizados, interpretada, actores, ator, atriz, estrelado, estrelada, estrelando, 主演, 出演, بطولة, تمثيل|played|actor, as actor, as actress, als schauspieler, 出演, 主演
music|composed, composer, scored, komponist, komponiert, filmmusik, compositeur, compositor, compositora, compuesta, composto, composta, 配乐, 配樂, 作曲|music, score, soundtrack, musik, musique, bande originale, música, banda sonora, trilha sonora, موسيقى|composer, as composer, komponiert, 音楽, 作曲, 配乐, 配樂
cinematography|cinematographer, cinematography, photographed, kamera, kameramann, 摄影, 攝影|shot, photography, photographie, fotografía, fotografia, تصوير|撮影, 摄影, 攝影
editing|edited, editor, geschnitten, schnitt, monté, montage, montaje, montagem, 剪辑, 剪輯, مونتاج|editing|編集, 剪辑, 剪輯
production|produced, producer, produziert, produzent, produit, produite, produits, produites, producteur, productrice, producida, producido, productor, productora, produzido, produzida, produtor, produtora, 制片, 製片, إنتاج|production|producer, as producer, produziert, 製作, 制片, 製片`;

type Phrases = ReadonlyMap<string, CreditRole>;

function parsePhrases(column: 1 | 2 | 3): Phrases {
  const lines = WORDS.trim().split("\n");
  return new Map(
    lines.flatMap((line) => {
      const cells = line.split("|");
      const role = cells[0] as CreditRole;
      return (cells[column] ?? "")
        .split(", ")
        .map((phrase) => [joinWords(fold(phrase).flatMap(pieces)), role]);
    }),
  );
}

const joinWords = (words: readonly string[]) => words.join(" ");
const BEFORE = parsePhrases(1);
const BEFORE_FILLER = parsePhrases(2);
const AFTER = parsePhrases(3);
const MAX_PHRASE = 4;

interface NamedRole {
  readonly roles: readonly CreditRole[];
  /** The token indexes of the words for the role, including the fillers between them and the name. */
  readonly places: readonly number[];
}

interface Search {
  readonly tokens: readonly Token[];
  readonly isFree: (place: number) => boolean;
}

/**
 * Returns the roles that the words before a name stand for, or `null`. `first` is the index of the name's first
 * token.
 */
export function findRolesBefore(first: number, search: Search): NamedRole | null {
  const { tokens, isFree } = search;
  let end = first;
  while (end > 0 && isFree(end - 1) && isLink(tokens, end)) end -= 1;
  for (let at = first; at >= end; at -= 1) {
    const phrase = phraseBefore(at, at < first ? [BEFORE, BEFORE_FILLER] : [BEFORE], search);
    if (phrase !== null) return withOthers(phrase, first, search);
  }
  return null;
}

/** Returns true if the token before index `end` is a filler and not a word for a role. */
const isLink = (tokens: readonly Token[], end: number) => {
  const text = tokens[end - 1]?.text ?? "";
  return FILLERS.has(text) && !BEFORE.has(text);
};

interface Phrase {
  readonly role: CreditRole;
  readonly start: number;
}

function phraseBefore(end: number, among: readonly Phrases[], { tokens, isFree }: Search): Phrase | null {
  for (let start = Math.max(0, end - MAX_PHRASE); start < end; start += 1) {
    const text = joinWords(tokens.slice(start, end).map((token) => token.text));
    const role = among.map((phrases) => phrases.get(text)).find((role) => role !== undefined);
    if (role !== undefined && range(start, end).every(isFree)) return { role, start };
  }
  return null;
}

/** Adds a second role if there are two, as in `written and directed by`. */
function withOthers({ role, start }: Phrase, first: number, search: Search): NamedRole {
  const isJoined = AND.has(search.tokens[start - 1]?.text ?? "");
  const other = isJoined ? phraseBefore(start - 1, [BEFORE, BEFORE_FILLER], search) : null;
  const places = range(other?.start ?? start, first);
  return { roles: other === null ? [role] : [other.role, role], places };
}

/**
 * Returns the role that the words after a name stand for, or `null`. `last` is the index of the name's last token.
 */
export function findRolesAfter(last: number, { tokens, isFree }: Search): NamedRole | null {
  for (let length = MAX_PHRASE; length > 0; length -= 1) {
    const places = range(last + 1, last + 1 + length);
    const role = AFTER.get(joinWords(places.map((place) => tokens[place]?.text ?? "")));
    if (role !== undefined && places.every(isFree)) return { roles: [role], places };
  }
  return null;
}

/** Splits a query at words for roles. The parts may be names, which still have to be looked up. */
export function splitAtRoles(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const names: Token[][] = [[]];
  for (let at = 0; at < tokens.length; ) {
    const length = roleLength(tokens.slice(at, at + MAX_PHRASE));
    const token = tokens[at];
    if (length > 0) names.push([]);
    else if (token !== undefined) names.at(-1)?.push(token);
    at += Math.max(1, length);
  }
  return names;
}

/** Returns the number of tokens at the start that are a phrase for a role, or 0. */
function roleLength(tokens: readonly Token[]): number {
  for (let length = tokens.length; length > 0; length -= 1) {
    const phrase = joinWords(tokens.slice(0, length).map(({ text }) => text));
    if ([BEFORE, BEFORE_FILLER, AFTER].some((phrases) => phrases.has(phrase))) return length;
  }
  return 0;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
