/** The services on which a title can be watched, by country. */
import * as v from "valibot";

/** The ways in which services offer a title, in the order of the site. */
export const OFFERS = ["stream", "free", "ads", "rent", "buy"] as const;

const names = (description: string) => v.pipe(v.array(v.string()), v.description(description));

export const CountryProviders = v.strictObject({
  country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/), v.description("ISO 3166-1 code.")),
  link: v.pipe(
    v.string(),
    v.description("URL of TMDB's page that leads to the title on these services; may be empty."),
  ),
  stream: names("Services that include the title in a subscription."),
  free: names("Services that show the title for free."),
  ads: names("Services that show the title for free, with advertisements."),
  rent: names("Services that rent the title out."),
  buy: names("Services that sell the title."),
});
export type CountryProviders = v.InferOutput<typeof CountryProviders>;

export const ProvidersResponse = v.array(CountryProviders);
export type ProvidersResponse = v.InferOutput<typeof ProvidersResponse>;
