/** Lists the types that the client exports, with the schemas that validate them. */
import * as v from "valibot";
import { EXTERNAL_SOURCES } from "../../worker/contract/facts.ts";
import { APPEND_FIELDS } from "../../worker/contract/people.ts";
import { PROBLEM_TYPES } from "../../worker/contract/problem.ts";
import { IMAGE_WIDTHS } from "../../worker/contract/record.ts";

export { Change, ChangesResponse } from "../../worker/contract/changes.ts";
export { CastEntry, Credits, CrewEntry } from "../../worker/contract/credits.ts";
export { Details, SeriesDates } from "../../worker/contract/details.ts";
export { FileMatch, MatchedTitle, MatchResponse, ParsedName } from "../../worker/contract/matching.ts";
export {
  FilmographyTitle,
  FindResponse,
  KnownTitle,
  Person,
  PersonCredit,
  PersonResult,
  Role,
  SearchSuggestion,
  SharedTitle,
  TitleResponse,
} from "../../worker/contract/people.ts";
export { ParameterError } from "../../worker/contract/problem.ts";
export { CountryProviders } from "../../worker/contract/providers.ts";
export { TitleRecord } from "../../worker/contract/record.ts";
export { Episode, EpisodeReference, Season, SeasonResponse } from "../../worker/contract/seasons.ts";

export const ExternalSource = v.picklist(EXTERNAL_SOURCES);
export type ExternalSource = v.InferOutput<typeof ExternalSource>;
export const ImageWidth = v.picklist(IMAGE_WIDTHS);
export type ImageWidth = v.InferOutput<typeof ImageWidth>;
export const ProblemType = v.picklist(PROBLEM_TYPES);
export type ProblemType = v.InferOutput<typeof ProblemType>;
export const AppendField = v.picklist(APPEND_FIELDS);
export type AppendField = v.InferOutput<typeof AppendField>;
