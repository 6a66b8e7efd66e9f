/**
 * What every candidate of one search is compared with: the typed pieces, how much each of
 * them says, and how like the words of titles they are. Made once a search.
 */
import type { Compare } from "./alignment.ts";
import { canonical, isArticle } from "./numerals.ts";
import type { Piece, Reading } from "./reading.ts";
import { isPrefixOf } from "./similarity.ts";
import type { Tolerance } from "./tolerance.ts";
import { TOP, type Weights } from "./weights.ts";

/** With fewer letters typed, it says little how much of a title they are: popularity decides. */
const TELLING_LETTERS = 6;

export interface RankingContext {
  readonly reading: Reading;
  /** Number of titles in the catalog. */
  readonly size: number;
  /** Number of titles a word stands in; 0 for a word the catalog does not have. */
  readonly titlesWith: (word: string) => number;
  /** The year of the soft filter. */
  readonly around: number | null;
}

export interface Comparison {
  readonly context: RankingContext;
  readonly weights: Weights;
  readonly compare: Compare;
  /** How much each typed piece says, and all of them together. */
  readonly says: readonly number[];
  readonly said: number;
  /** What a whole form is worth that was typed with mistakes. */
  readonly trust: number;
  /** How much the share of a form says that was typed. */
  readonly telling: number;
}

export function compareWith(context: RankingContext, tolerance: Tolerance): Comparison {
  const { weights } = tolerance;
  const { pieces } = context.reading;
  const says = pieces.map((piece) => weightOf(piece, context));
  // A character of an unspaced script says as much as two letters.
  const letters = pieces.reduce((sum, { text, unspaced }) => sum + text.length * (unspaced ? 2 : 1), 0);
  const known = pieces.every((piece) => piece.optional || context.titlesWith(piece.text) > 0);
  return {
    context,
    weights,
    compare: remembering(context, tolerance),
    says,
    said: says.reduce((sum, weight) => sum + weight, 0),
    trust: known ? weights.known : 1,
    telling: Math.min(1, letters / TELLING_LETTERS),
  };
}

/** Rare words say more than common ones; articles say next to nothing. */
function weightOf(piece: Piece, { titlesWith, size }: RankingContext): number {
  if (isArticle(piece.text)) return 0.12;
  if (piece.added) return 0.15;
  if (piece.unspaced) return 0.5;
  const titles = titlesWith(piece.text);
  return titles === 0 ? 1 : Math.max(0.35, Math.min(1, 1.1 - Math.log(titles) / Math.log(size + TOP)));
}

/** Every word of every candidate is compared only once with every typed piece. */
function remembering({ reading, titlesWith }: RankingContext, { weights, similarity }: Tolerance): Compare {
  const { pieces } = reading;
  const seen = pieces.map(() => new Map<string, number>());
  const trust = pieces.map((piece) => (titlesWith(piece.text) > 0 ? weights.known : 1));
  return (index, known) => {
    const [piece, memory] = [pieces[index], seen[index]];
    if (piece === undefined || memory === undefined) return 0;
    const remembered = memory.get(known);
    if (remembered !== undefined) return remembered;
    const isLast = index === pieces.length - 1;
    const found = likeness({ piece, known, isLast, trust: trust[index] ?? 1 }, similarity);
    memory.set(known, found);
    return found;
  };
}

/** Another spelling of the same numeral is all but the same word. */
const SAME_NUMERAL = 0.99;

interface Likened {
  readonly piece: Piece;
  readonly known: string;
  readonly isLast: boolean;
  readonly trust: number;
}

function likeness({ piece, known, isLast, trust }: Likened, similarity: Tolerance["similarity"]): number {
  if (piece.text === known) return 1;
  if (piece.canonical === canonical(known)) return SAME_NUMERAL;
  if (piece.unspaced) return 0;
  const found = similarity({ typed: piece.text, known, isPrefix: isLast });
  return isLast && isPrefixOf(piece.text, known) ? found : found * trust;
}
