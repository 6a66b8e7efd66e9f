/** The use of an API key, as `/v1/usage` reports it to its holder. */
import * as v from "valibot";

const count = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));

export const UsageDay = v.object({
  day: v.pipe(v.string(), v.isoDate(), v.description("The day in UTC.")),
  requests: count("Requests with the key."),
  hits: count("Responses from a cache, including stale ones. They do not count towards the limit."),
  loads: count("Responses for which the data source was contacted."),
  refusals: count(
    "Requests that were refused because of the limit (429), or because the key had ended (401).",
  ),
});

export const UsageResponse = v.object({
  id: v.pipe(
    v.string(),
    v.regex(/^[0-9a-f]{12}$/),
    v.description("The id of the key: the first 12 digits of its SHA-256. The operator knows the key by it."),
  ),
  limit: count("Requests per minute that may reach the data source."),
  days: v.pipe(
    v.array(UsageDay),
    v.description("The last 31 days, newest first, without days on which the key was not used."),
  ),
});
export type UsageResponse = v.InferOutput<typeof UsageResponse>;

/** The number of digits of a hash that identify a key to its holder and the operator. */
export const KEY_ID_LENGTH = 12;
