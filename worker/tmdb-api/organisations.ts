/** Companies and networks: `company/{id}` and `network/{id}`. The catalog only knows their names. */
import { CATALOG_FUNCTIONS } from "../catalog/catalog.ts";
import { FACETS } from "../filters/facets.ts";
import { numberOfName } from "../text/own-numbers.ts";
import type { CatalogView } from "./catalog-reading.ts";
import type { Sections } from "./fields.ts";
import { each } from "./reference-lists.ts";
import { organisation } from "./title-facts.ts";

interface Organisation {
  readonly kind: "company" | "network";
  readonly number: number;
  readonly name: string;
}

/** Returns a company or network by its number, or `null` if no title has it. */
export async function organisationAt(
  reading: CatalogView,
  kind: Organisation["kind"],
  number: number,
): Promise<Organisation | null> {
  const { ids } = await CATALOG_FUNCTIONS.browse(
    {
      text: null,
      conditions: [FACETS[kind].buildCondition([String(number)])],
      sort: "popularity",
      after: null,
      lang: reading.lang,
      page: 1,
      limit: 1,
    },
    reading.reads,
  );
  const [title] = await reading.titles(ids?.titles ?? []);
  const { companies = [], networks = [] } = title?.facts ?? {};
  const names = kind === "company" ? companies : networks;
  const name = names.find((name) => numberOfName(name) === number);
  return name === undefined ? null : { kind, number, name };
}

export const ORGANISATION_SECTIONS: Sections<Organisation> = {
  "": (_, { kind, name }) => ({
    ...organisation(name),
    ...each("", "headquarters homepage"),
    ...(kind === "company" && { description: "", parent_company: null }),
  }),
  alternative_names: { results: [] },
  images: { logos: [] },
};
