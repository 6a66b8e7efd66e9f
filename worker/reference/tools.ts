/** Describes the tools of `/mcp` for assistants, from the parameters and schemas of their operations. */

import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { SimilarResponse } from "../contract/browse.ts";
import { MatchResponse } from "../contract/matching.ts";
import { FindResponse, Person, TitleResponse } from "../contract/people.ts";
import { SearchResponse } from "../contract/record.ts";
import { SeasonResponse } from "../contract/seasons.ts";
import { TOOLS, type Tool, type ToolName } from "../resources/tools.ts";
import { CONVERSION, describeParameters } from "./schemas.ts";

interface Words {
  readonly title: string;
  readonly description: string;
  readonly output: v.GenericSchema;
}

const WORDS: Readonly<Record<ToolName, Words>> = {
  search_titles: {
    title: "Search titles",
    description:
      'Finds films and series by their title in any language, best match first. Tolerates misspellings. Example: {"q": "arrival", "f": "movie,2016"}',
    output: v.object({ titles: SearchResponse }),
  },
  get_title: {
    title: "Get a title",
    description:
      'Returns one title by id. append adds credits (cast and crew with ids of people), series (seasons, episodes, dates), details (release date, certificates, companies, collection), external_ids and votes. Example: {"id": 34, "append": ["credits"]}',
    output: TitleResponse,
  },
  get_person: {
    title: "Get a person",
    description:
      'Returns a person with all credits, newest first, by id or by name. A name stands for the best-known person with it. Example: {"name": "Denis Villeneuve"}',
    output: Person,
  },
  discover_titles: {
    title: "Discover titles",
    description:
      'Lists titles that meet filters, with runtime, genres and rating. q may also be one sentence that names people, their role, genres, countries, years or a plot, such as “films directed by Agnès Varda”. Filters combine with it. Example: {"q": "directed by denis villeneuve", "f": "movie,-2014"}',
    output: v.object({ titles: SearchResponse }),
  },
  find_by_id: {
    title: "Find by external id",
    description:
      'Returns the id of the title or person that has an id at IMDb, TMDB, TheTVDB or Wikidata. Example: {"source": "imdb", "id": "tt0050083"}',
    output: FindResponse,
  },
  match_file_name: {
    title: "Match a file name",
    description:
      'Returns the film or the episodes that a file name or path stands for. match is null if no title is certain enough. Example: {"name": "Seven.Samurai.1954.1080p.mkv"}',
    output: MatchResponse,
  },
  get_season: {
    title: "Get a season",
    description:
      'Returns a season of a series with its episodes. Season 0 has the specials. Example: {"id": 143, "season": 1}',
    output: SeasonResponse,
  },
  similar_titles: {
    title: "List similar titles",
    description: 'Lists titles like another one, most similar first. Example: {"id": 34}',
    output: v.object({ titles: SimilarResponse }),
  },
};

const OFFSET = {
  type: "integer",
  minimum: 0,
  description:
    "Skips this many entries of the longest list. The end of a result says which offset continues it.",
};
const NAME = {
  type: "string",
  minLength: 1,
  maxLength: 200,
  description: "The person's name, instead of id.",
};
const MORE = { type: "string", description: "How to get the rest. Absent if this is all." };

/** Returns the JSON Schema of a tool's arguments. A list, such as append, may be an array or a string with commas. */
function describeInput({ operation, accepts, list, byName }: Tool) {
  const described = describeParameters(operation.parameters ?? {}).filter(({ name }) =>
    accepts.includes(name),
  );
  const properties = described.map(({ name, description, schema, example }) => [
    name,
    name === "append"
      ? { type: "array", items: { type: "string" }, description, examples: [[example]] }
      : { ...schema, description, examples: [example] },
  ]);
  const required = described.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(properties),
      ...(byName && { name: NAME }),
      ...(list && { offset: OFFSET }),
    },
    ...(byName === undefined && required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function describeOutput(output: v.GenericSchema, { list }: Tool) {
  const { $schema: _, ...schema } = toJsonSchema(output, CONVERSION);
  return { ...schema, properties: { ...schema.properties, ...(list && { more: MORE }) } };
}

export const TOOL_DESCRIPTIONS = Object.entries<Tool>(TOOLS).map(([name, tool]) => {
  const { title, description, output } = WORDS[name as ToolName];
  return {
    name,
    title,
    description,
    inputSchema: describeInput(tool),
    outputSchema: describeOutput(output, tool),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
});
