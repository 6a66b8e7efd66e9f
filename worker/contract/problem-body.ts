/** A problem as it is said: `application/problem+json`, RFC 9457. Clients ignore members they do not know. */
import * as v from "valibot";

export const ProblemBody = v.object({
  /** Names the kind of problem; leads to a page that explains it. */
  type: v.pipe(
    v.string(),
    v.url(),
    v.description("Names the kind of problem, and leads to a page of this site that explains it."),
  ),
  /** The same for every occurrence. */
  title: v.pipe(v.string(), v.description("In a few words, the same for every occurrence.")),
  /** The status of the answer. */
  status: v.pipe(v.number(), v.integer(), v.description("The status of the answer.")),
  /** What is wrong this time. */
  detail: v.pipe(v.string(), v.description("What is wrong this time, in English.")),
  /** The id of the request. */
  instance: v.pipe(v.string(), v.description("The id of the request, as in X-Request-Id.")),
  /** Of a 400: every parameter that is not acceptable. */
  errors: v.optional(
    v.pipe(
      v.array(
        v.object({
          parameter: v.pipe(v.string(), v.description("Name of the parameter.")),
          detail: v.pipe(v.string(), v.description("What it has to be.")),
        }),
      ),
      v.description("Of a 400: every parameter that is not acceptable."),
    ),
  ),
});
export type ProblemBody = v.InferOutput<typeof ProblemBody>;
