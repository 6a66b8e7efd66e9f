import * as v from "valibot";
import type { StoredEpisode } from "../../../worker/catalog/store/stored-season.ts";
import { buildCrewGroups, Credits } from "../../../worker/contract/credits.ts";
import { TitleRecord } from "../../../worker/contract/record.ts";
import type { CatalogEntry } from "../load/rows.ts";
import { joinSeasons, type SeasonPart, type StoredSeason, seasonPart } from "../load/seasons.ts";
import type { StarterTitle } from "./title.ts";

export interface CatalogTitle extends CatalogEntry {
  /** The credits. All eight groups are empty if no people are listed. */
  readonly credits: Credits;
  readonly seasons: readonly StoredSeason[];
  readonly external: StarterTitle["external"];
}

/** Converts a title. `people` maps names to ids. Throws if a name has no id. */
export function catalogTitle(title: StarterTitle, people: ReadonlyMap<string, number>): CatalogTitle {
  const record = v.parse(TitleRecord, {
    id: title.id,
    is_adult: 0,
    type: title.type,
    title: title.title,
    original_title: title.original_title,
    year: title.year,
    countries: title.countries.join(", "),
    genres: title.genres.join(", "),
    runtime: String(title.runtime),
    rating: 0,
    plot: title.plot,
    poster: null,
  });
  const translations = Object.entries(title.translations).map(
    ([lang, { title, plot = record.plot }]) => [lang, { title, plot }] as const,
  );
  const { language, popularity, series, details, external, aliases } = title;
  return {
    record,
    facts: { language, popularity, series, ...details },
    otherNames: aliases.map((title) => ({ title })),
    translations: new Map(translations),
    credits: buildCredits(title, people),
    seasons: joinSeasons((title.seasons ?? []).map(toSeasonPart)),
    external,
  };
}

function toSeasonPart({ season, episodes }: NonNullable<StarterTitle["seasons"]>[number]): SeasonPart {
  return seasonPart(
    season,
    episodes.map(([title, aired], at): StoredEpisode => [at + 1, title, aired, 0, 0, 0, 0]),
  );
}

function buildCredits(title: StarterTitle, people: ReadonlyMap<string, number>): Credits {
  function person(name: string): { id: number; name: string; profile_path: null } {
    const id = people.get(name);
    if (id === undefined) throw new Error(`${name} has no id yet: run npm run catalog -- people`);
    return { id, name: name.replace(/ \(I+\)$/, ""), profile_path: null };
  }
  const cast = title.cast.map(([name, character]) => ({ ...person(name), character }));
  const crew = buildCrewGroups((group) => title.crew[group].map(([name, job]) => ({ ...person(name), job })));
  return v.parse(Credits, { id: title.id, cast, ...crew });
}
