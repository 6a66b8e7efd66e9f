/** The title that the name of a file means: `/v1/match`. */
import { MatchAnswer } from "../../contract/matching.ts";
import { likeSearch, type Resource } from "../resource.ts";

export const match = {
  name: "match",
  schema: MatchAnswer,
  key: ({ name, lang, includeAdult }) =>
    new URLSearchParams({ name, lang, adult: includeAdult ? "1" : "0" }).toString(),
  tags: () => ["search"],
  policy: likeSearch,
  hasLastResort: true,
} satisfies Resource<"match">;
