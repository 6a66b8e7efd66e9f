/** The use of an API key, as `/v1/usage` reports it to its holder. */
import * as v from "valibot";

const count = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));

export const UsageDay = v.object({
  day: v.pipe(v.string(), v.isoDate(), v.description("The day in UTC.")),
  requests: count("Requests with the key."),
  hits: count("Responses from a cache."),
  loads: count("Responses from the data source."),
  refusals: count("Responses with 401 or 429."),
});

export const UsageResponse = v.object({
  id: v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]{12}$/),
    v.description("The first 12 digits of the key's SHA-256, by which the operator knows it."),
  ),
  limit: count("Requests per minute that may reach the data source."),
  days: v.pipe(
    v.array(UsageDay),
    v.description("Days among the last 31 on which the key was used, newest first."),
  ),
});
export type UsageResponse = v.InferOutput<typeof UsageResponse>;

/** The number of digits of a hash that identify a key to its holder and the operator. */
export const KEY_ID_LENGTH = 12;
