/** The options of the client's methods, named after the URL parameters. */

import { CHANGES } from "../../worker/contract/changes.ts";
import { MATCH } from "../../worker/contract/matching.ts";
import { LANG, type Parameter, type Parameters } from "../../worker/contract/parameters.ts";
import { PEOPLE, PERSON, SEARCH, SUGGEST, TITLES } from "../../worker/contract/query.ts";
import { BROWSE } from "../../worker/filters/browse-query.ts";

/** Returns the parameters without the one that is an argument of the method. */
function without<P extends Parameters, Field extends keyof P>(parameters: P, field: Field): Omit<P, Field> {
  const { [field]: _, ...others } = parameters;
  return others;
}

export const OPTIONS = {
  RequestOptions: { lang: LANG },
  PagingOptions: without(PEOPLE, "text"),
  SearchOptions: without(SEARCH, "text"),
  BrowseOptions: BROWSE,
  TitleOptions: without(TITLES, "ids"),
  PersonOptions: without(PERSON, "id"),
  MatchOptions: without(MATCH, "name"),
  SuggestOptions: without(SUGGEST, "text"),
  ChangesOptions: CHANGES,
};

/**
 * The type of an option. It is the type of the parameter's value, but lists may be arrays and booleans are 0 or 1.
 */
type Given<T> = T extends boolean
  ? 0 | 1
  : T extends string | number
    ? T
    : T extends readonly (infer Part)[]
      ? Part | readonly Part[]
      : string;

type Options<P extends Partial<Parameters>> = {
  [Field in keyof P as P[Field] extends Parameter<unknown, infer Name> ? Name : never]?: Given<
    NonNullable<P[Field] extends Parameter<infer Value> ? Value : never>
  >;
} & { signal?: AbortSignal };

export type RequestOptions = Options<typeof OPTIONS.RequestOptions>;
export type PagingOptions = Options<typeof OPTIONS.PagingOptions>;
export type SearchOptions = Options<typeof OPTIONS.SearchOptions>;
export type BrowseOptions = Options<typeof OPTIONS.BrowseOptions>;
export type TitleOptions = Options<typeof OPTIONS.TitleOptions>;
export type PersonOptions = Options<typeof OPTIONS.PersonOptions>;
export type MatchOptions = Options<typeof OPTIONS.MatchOptions>;
export type SuggestOptions = Options<typeof OPTIONS.SuggestOptions>;
export type ChangesOptions = Options<typeof OPTIONS.ChangesOptions>;
