/** The filters that only `/3` has. They are described as those of `FACETS`, but never appear in a `/v1` URL. */
import { MAX_RATING, type NumberRange } from "../contract/browse.ts";
import { STATUSES } from "../contract/facts.ts";
import { fourDigits } from "../contract/filter.ts";
import { createNameFacet, createNumberFacet, toList } from "./facet.ts";
import { anyOf, isYearBlock, quote, rangeExpression } from "./fts5.ts";
import { listPointsTokens, toPointsExpression } from "./points.ts";
import {
  airedToken,
  certificateToken,
  companyToken,
  networkToken,
  seriesEndDecadeToken,
  seriesEndToken,
  statusToken,
  tmdbGenreToken,
  votesToken,
  weightToken,
} from "./tokens.ts";

/** The lowest number of votes that each token stands for. */
export const VOTE_STEPS = [
  0,
  ...Array.from({ length: 72 }, (_, at) => ((at % 9) + 1) * 10 ** Math.floor(at / 9)),
];

/** Returns the first and last token for a range of votes. Leaves out tokens that are only partly within the range. */
function toVoteSteps({ first, last }: NumberRange): NumberRange {
  const next = (at: number) => VOTE_STEPS[at + 1] ?? Number.MAX_SAFE_INTEGER;
  const steps = VOTE_STEPS.filter((step, at) => step >= first && next(at) - 1 <= last);
  return { first: steps[0] ?? 1, last: steps.at(-1) ?? 0 };
}

/** Returns the half points for a range of ratings. Leaves out half points that are only partly within the range. */
function toPoints({ first, last }: NumberRange): NumberRange {
  const highest = last >= MAX_RATING ? MAX_RATING : Math.floor(last * 2) / 2 - 0.5;
  return { first: Math.ceil(first * 2) / 2, last: highest };
}

/** The syntax of filters that only `/3` has. They never appear in a `/v1` URL, so they are never parsed. */
const NO_FORM = { parse: () => null, format: ({ first, last }: NumberRange) => `${first}-${last}` };

/** The syntax of the number that stands for a company or network (`numberOfName`). */
const NAME_NUMBER = { parse: (text: string) => (/^\d{1,10}$/.test(text) ? text : null) };

const SERIES_ENDS = {
  token: (year: number) => seriesEndToken(fourDigits(year)),
  tenToken: (year: number) => seriesEndDecadeToken(fourDigits(year).slice(0, 3)),
  isBlock: isYearBlock,
};

export const TMDB_FACETS = {
  "tmdb-genre": createNameFacet("tmdb-genre", {
    parameter: { parse: (text) => (/^\d{1,9}$/.test(text) ? text : null) },
    toToken: tmdbGenreToken,
    getValues: ({ tmdbGenres }) => tmdbGenres,
  }),
  votes: createNumberFacet("votes", {
    parameter: NO_FORM,
    toRange: toVoteSteps,
    toExpression: ({ first, last }) =>
      anyOf(
        VOTE_STEPS.filter((step) => step >= first && step <= last).map((step) => quote(votesToken(step))),
      ),
    getNumber: ({ votes }) => VOTE_STEPS.findLast((step) => step <= votes) ?? 0,
    getTokens: ({ votes }) => [votesToken(votes)],
  }),
  score: createNumberFacet("score", {
    parameter: NO_FORM,
    toRange: toPoints,
    toExpression: (range) =>
      anyOf([...(range.first === 0 ? [quote(weightToken(""))] : []), toPointsExpression(range)]),
    getNumber: ({ points }) => points ?? 0,
    getTokens: ({ points }) => (points === null ? [] : listPointsTokens(points)),
  }),
  status: createNameFacet("status", {
    isCounted: false,
    parameter: { parse: (text) => STATUSES.find((status) => status === text) ?? null },
    toToken: statusToken,
    getValues: ({ status }) => toList(status),
  }),
  certificate: createNameFacet("certificate", {
    isCounted: false,
    parameter: { parse: (text) => text.toLowerCase() },
    toToken: certificateToken,
    getValues: ({ certificates }) => certificates,
  }),
  company: createNameFacet("company", {
    isCounted: false,
    parameter: NAME_NUMBER,
    toToken: companyToken,
    getValues: ({ companies }) => companies,
  }),
  network: createNameFacet("network", {
    isCounted: false,
    parameter: NAME_NUMBER,
    toToken: networkToken,
    getValues: ({ networks }) => networks,
  }),
  aired: createNameFacet("aired", {
    isCounted: false,
    parameter: { parse: (text) => (/^\d{4}(-\d{2}){0,2}$/.test(text) ? text : null) },
    toToken: airedToken,
    getValues: ({ aired }) => aired,
  }),
  series_end: createNumberFacet("series_end", {
    parameter: NO_FORM,
    toRange: (range: NumberRange) => range,
    toExpression: (range) => rangeExpression(range, SERIES_ENDS),
    getNumber: ({ seriesEnd }) => seriesEnd,
    getTokens: ({ seriesEnd }) =>
      seriesEnd === null ? [] : [SERIES_ENDS.token(seriesEnd), SERIES_ENDS.tenToken(seriesEnd)],
  }),
};
